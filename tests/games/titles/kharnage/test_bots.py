"""The commanders of Kharnage: what they would not miss, and whom they beat."""

from random import Random

from games.engine.bots import Bot, question, questions
from games.engine.contract import Json
from games.titles.kharnage.bots.beginner import weigh
from games.titles.kharnage.bots.board import fallen, worth
from games.titles.kharnage.bots.hard import Hard
from games.titles.kharnage.bots.normal import Normal
from games.titles.kharnage.rules.moves import FORGO, SILENT, STOP, Target
from games.titles.kharnage.rules.position import KHARNAGE, Kharnage
from games.titles.registry import bot_for
from tests.games.titles.kharnage.rules.tables import (
    attack,
    battle,
    destroy,
    lines_of,
    load,
    strategy,
    toy_cards,
    unit,
)
from tests.helpers.strength import wins_enough


def choice(position: Kharnage, bot: Bot | None = None) -> Json:
    seat = position.to_move()[0]
    asked = bot or bot_for("kharnage", "normal")
    return asked.choose(question(position, seat), Random(1)).dump()


def test_it_beats_three_beginners_in_far_more_than_its_share() -> None:
    bots = [bot_for("kharnage", level) for level in ("normal", "easy", "easy", "easy")]
    assert wins_enough(Kharnage, bots, games=120, wins=0.45 * 120)


def test_it_attacks_where_most_falls() -> None:
    position = battle("grunt " * 4, "wall wall", "grunt grunt grunt grunt grunt", rows="melee")
    assert choice(position)["seats"] == [2]


def test_it_splits_when_that_brings_down_more() -> None:
    position = battle("grunt " * 3, "grunt grunt wall", "grunt grunt wall", rows="melee")
    assert sorted(choice(position)["seats"]) == [1, 2]


def test_it_destroys_as_many_as_it_can() -> None:
    position = battle("grunt " * 3, "wall grunt grunt grunt", rows="melee")
    attack(position, 1)
    assert choice(position)["card"] == "orc-grunt"


def test_it_does_not_stop_while_something_falls() -> None:
    position = battle("grunt grunt", "grunt grunt grunt", rows="melee")
    attack(position, 1)
    assert choice(position)["type"] == "destroy"


def test_it_always_cheers() -> None:
    position = battle("grunt", "grunt", rows="melee", cheer="manual")
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert choice(position) == {"type": "cheer"}


def test_it_webs_what_would_hurt_most() -> None:
    spider = unit("spider", "web")
    position = battle("", "grunt mage bow wall", rows="unit", reserve="spider", units=(spider,))
    assert choice(position)["card"] == "orc-mage"


def test_it_throws_a_goblin_for_three_enemies() -> None:
    flyer = unit("flyer", "throw")
    position = battle("", "grunt grunt grunt", rows="unit", reserve="flyer", units=(flyer,))
    assert choice(position) == {"type": "throw", "do": True}


def test_what_falls_is_counted_line_by_line() -> None:
    assert fallen([[1, 1], [2], []], 4) == (3, True)
    assert fallen([[1, 3], [1], []], 3) == (1, False)
    assert fallen([[1], [1], []], 1, trample=1) == (2, True)
    assert worth([[1], [], []], 1) > 1
    assert fallen([[], [], []], 5)[0] == 0


def test_a_beginner_seldom_lets_a_chance_go() -> None:
    for lazy in (FORGO, STOP, SILENT):
        assert 0 < weigh({}, 0, lazy) < weigh({}, 0, Target((1,)))


# --- Its plans.


def test_who_counts_what_lies_open_cannot_be_sure_of_its_plan() -> None:
    usual, wavering, rng = Normal(wavering=0), Normal(), Random(4)
    guessed = asked = 0
    for _ in range(20):
        for _position, put, play in questions(Kharnage, 2, KHARNAGE.read_options({}), rng):
            move = wavering.choose(put, rng)
            if put.view["phase"] == "plan":
                asked += 1
                guessed += move == usual.choose(put, Random(0))
            play(move)
    assert asked == 20 * 2 * 4
    assert 0.5 < guessed / asked < 0.85, "neither foreseen nor thoughtless"


def test_to_waver_makes_it_no_weaker() -> None:
    assert wins_enough(Kharnage, [Normal(), Normal(wavering=0)], games=100, wins=0.45 * 100)


# --- The hard one.


def two_blows_or_the_first() -> Kharnage:
    """The last round: to strike twice, but after an enemy that leaves nobody to strike with."""
    cards = toy_cards(("melee", "melee"))
    cards["armies"]["human"]["strategies"].append(strategy("human-twice", 90, "melee melee"))
    armies = ["human", "orc"]
    given = {
        "round": 4,
        "armies": armies,
        "hands": [["human-plan", "human-twice"], ["orc-plan"]],
        "lines": [
            lines_of(cards, "human", "grunt grunt grunt"),
            lines_of(cards, "orc", "grunt grunt grunt grunt"),
        ],
    }
    return load(given, cards)


def test_the_hard_one_sees_that_it_will_be_struck_before_it_strikes() -> None:
    position = two_blows_or_the_first()
    assert choice(position, Normal(wavering=0))["strategy"] == "human-twice"
    assert choice(position, Hard(tries=4))["strategy"] == "human-plan"


def test_the_hard_one_beats_the_plain_one_with_a_few_tries_already() -> None:
    assert wins_enough(Kharnage, [Hard(tries=8), Normal()], games=16, wins=0.6 * 16)
