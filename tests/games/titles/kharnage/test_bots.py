"""Kharnage's bots: positions with a known good move, and matches against weaker bots."""

from random import Random

import pytest

from games.engine.bots import Bot, question, questions
from games.engine.chance import Chance
from games.engine.contract import Json
from games.titles.kharnage.bots.beginner import weigh
from games.titles.kharnage.bots.board import fallen, needed, worth, worth_by
from games.titles.kharnage.bots.casual import Casual
from games.titles.kharnage.bots.expert import Expert
from games.titles.kharnage.bots.hard import Hard
from games.titles.kharnage.bots.normal import Normal
from games.titles.kharnage.bots.novice import Novice
from games.titles.kharnage.rules.moves import FORGO, SILENT, STOP, Target
from games.titles.kharnage.rules.position import KHARNAGE, Kharnage
from games.titles.registry import bot_for, judge_of
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


def test_normal_bot_beats_three_beginners() -> None:
    bots = [bot_for("kharnage", level) for level in ("normal", "easy", "easy", "easy")]
    assert wins_enough(Kharnage, bots, games=24, wins=0.6 * 24)


def test_bot_attacks_army_that_loses_most() -> None:
    position = battle("grunt " * 4, "wall wall", "grunt grunt grunt grunt grunt", rows="melee")
    assert choice(position)["seats"] == [2]


def test_bot_splits_attack_if_more_cards_fall() -> None:
    position = battle("grunt " * 3, "grunt grunt wall", "grunt grunt wall", rows="melee")
    assert sorted(choice(position)["seats"]) == [1, 2]


def test_bot_destroys_most_cards() -> None:
    position = battle("grunt " * 3, "wall grunt grunt grunt", rows="melee")
    attack(position, 1)
    assert choice(position)["card"] == "orc-grunt"


def test_bot_does_not_stop_while_cards_can_fall() -> None:
    position = battle("grunt grunt", "grunt grunt grunt", rows="melee")
    attack(position, 1)
    assert choice(position)["type"] == "destroy"


def test_bot_always_cheers() -> None:
    position = battle("grunt", "grunt", rows="melee", cheer="manual")
    attack(position, 1)
    destroy(position, 1, "grunt")
    assert choice(position) == {"type": "cheer"}


def test_bot_webs_most_dangerous_card() -> None:
    spider = unit("spider", "web")
    position = battle("", "grunt mage bow wall", rows="unit", reserve="spider", units=(spider,))
    assert choice(position)["card"] == "orc-mage"


def test_bot_throws_goblin_for_three_enemies() -> None:
    flyer = unit("flyer", "throw")
    position = battle("", "grunt grunt grunt", rows="unit", reserve="flyer", units=(flyer,))
    assert choice(position) == {"type": "throw", "do": True}


def test_destroyed_cards_are_counted_by_line() -> None:
    assert fallen([[1, 1], [2], []], 4) == (3, True)
    assert fallen([[1, 3], [1], []], 3) == (1, False)
    assert fallen([[1], [1], []], 1, trample=1) == (2, True)
    assert worth([[1], [], []], 1) > 1
    assert fallen([[], [], []], 5)[0] == 0


def test_army_tried_by_many_attacks_loses_what_each_destroys() -> None:
    rng = Random(1)
    for _ in range(200):
        costs = [sorted(rng.choices(range(1, 5), k=rng.randrange(4))) for _line in range(3)]
        trample = rng.randrange(3)
        needs = needed(costs, trample)
        for strength in range(sum(map(sum, costs)) + 2):
            assert worth_by(needs, strength) == worth(costs, strength, trample)


def test_easy_bot_seldom_forgoes_attack_and_often_ends_it_early() -> None:
    for lazy in (FORGO, SILENT):
        assert 0 < weigh({}, 0, lazy) < weigh({}, 0, STOP) < weigh({}, 0, Target((1,)))


# --- Its plans.


def test_plan_of_bot_is_not_predictable() -> None:
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
    assert 0.5 < guessed / asked < 0.85, "plans are neither predictable nor random"


def test_wavering_does_not_weaken_bot() -> None:
    assert wins_enough(Kharnage, [Normal(), Normal(wavering=0)], games=50, wins=0.45 * 50)


# --- The hard one.


def two_blows_or_the_first() -> Kharnage:
    """Return the last round, in which an enemy may destroy all attackers before a second attack."""
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


def test_hard_bot_plans_to_act_before_it_is_attacked() -> None:
    position = two_blows_or_the_first()
    assert choice(position, Normal(wavering=0))["strategy"] == "human-twice"
    assert choice(position, Hard(tries=4))["strategy"] == "human-plan"


def test_hard_bot_with_few_tries_beats_normal_bot() -> None:
    """With this seed a second normal bot wins ten of these games."""
    assert wins_enough(Kharnage, [Hard(tries=4), Normal()], games=16, wins=11)


# --- The novice one.


def test_novice_bot_attacks_like_the_normal_one_and_destroys_any_card() -> None:
    aiming = battle("grunt " * 4, "wall wall", "grunt grunt grunt grunt grunt", rows="melee")
    assert choice(aiming, Novice())["seats"] == [2]
    fight = battle("grunt " * 3, "wall grunt grunt grunt", rows="melee")
    attack(fight, 1)
    asked = question(fight, 0)
    chosen = [Novice().choose(asked, Random(seed)) for seed in range(60)]
    assert {move for move in asked.moves if move != STOP} <= set(chosen)
    assert chosen.count(STOP) < 15


def test_novice_bot_stands_between_easy_and_casual_bot() -> None:
    assert wins_enough(Kharnage, [Novice(), bot_for("kharnage", "easy")], games=60, wins=0.6 * 60)
    assert wins_enough(Kharnage, [Casual(), Novice()], games=60, wins=0.55 * 60)


# --- The casual one.


def test_casual_bot_lays_every_plan_and_fights_like_the_normal_one() -> None:
    position = two_blows_or_the_first()
    asked = question(position, 0)
    plans = [Casual().choose(asked, Random(seed)) for seed in range(40)]
    assert min(plans.count(plan) for plan in asked.moves) > 10
    fight = battle("grunt " * 3, "wall grunt grunt grunt", rows="melee")
    attack(fight, 1)
    assert choice(fight, Casual()) == choice(fight, Normal(wavering=0))


def test_normal_bot_beats_casual_bot() -> None:
    normal = bot_for("kharnage", "normal")
    assert wins_enough(Kharnage, [normal, Casual()], games=60, wins=0.6 * 60)


# --- The expert one.


def first_or_last() -> Kharnage:
    """Return a last round in which each side would rather act before the other."""
    cards = toy_cards(("melee", "melee"))
    cards["armies"]["human"]["strategies"].append(strategy("human-last", 90, "melee"))
    cards["armies"]["orc"]["strategies"].append(strategy("orc-last", 80, "melee"))
    grunts = "grunt grunt grunt"
    given = {
        "round": 4,
        "armies": ["human", "orc"],
        "hands": [["human-plan", "human-last"], ["orc-plan", "orc-last"]],
        "lines": [lines_of(cards, army, grunts) for army in ("human", "orc")],
    }
    return load(given, cards)


def test_expert_bot_plans_to_act_before_it_is_attacked() -> None:
    for position in (two_blows_or_the_first(), first_or_last()):
        assert choice(position, Expert(tries=8))["strategy"] == "human-plan"


def test_expert_bot_mixes_plans_that_beat_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    expert, asked = Expert(tries=1), question(first_or_last(), 0)
    monkeypatch.setattr(expert, "_payoffs", lambda *_: [[0.2, -0.2], [-0.2, 0.2]])
    mixed = expert.mix(asked, Random(1))
    assert sum(mixed) == pytest.approx(1)
    assert min(mixed) > 0.1
    chosen = [expert.choose(asked, Random(seed)) for seed in range(60)]
    assert set(chosen) == set(asked.moves)


def test_expert_bot_plays_at_larger_tables() -> None:
    position = Kharnage.deal(3, KHARNAGE.read_options({}, 3), Chance(bytes(32), 0))
    asked = question(position, 0)
    assert Expert(tries=4).choose(asked, Random(1)) in asked.moves


@pytest.mark.parametrize(("seats", "end"), [(2, (4, "over")), (4, (3, "plan"))])
def test_judge_plays_world_of_several_seats_to_second_end_of_round(
    seats: int, end: tuple[int, str]
) -> None:
    world = Kharnage.deal(seats, KHARNAGE.read_options({}), Chance(bytes(32), 0))
    judge_of("kharnage").play_out(world, Random(1))
    assert (world.round, world.phase) == end
