"""The plain commander of Kharnage: what it would not miss, and that it beats beginners."""

from random import Random

from games.engine.bots import question
from games.engine.contract import Json
from games.titles.kharnage.bots.beginner import weigh
from games.titles.kharnage.bots.board import fallen, worth
from games.titles.kharnage.rules.moves import FORGO, SILENT, STOP, Target
from games.titles.kharnage.rules.position import KHARNAGE, Kharnage
from games.titles.management.commands.arena import Arena
from games.titles.registry import bot_for
from tests.games.titles.kharnage.rules.tables import attack, battle, destroy, unit


def choice(position: Kharnage) -> Json:
    seat = position.to_move()[0]
    return bot_for("kharnage", "normal").choose(question(position, seat), Random(1)).dump()


def test_it_beats_three_beginners_in_far_more_than_its_share() -> None:
    bots = [bot_for("kharnage", level) for level in ("normal", "easy", "easy", "easy")]
    arena = Arena(Kharnage, KHARNAGE.read_options({}), bots, 7)
    arena.play(120)
    assert arena.scores[0].wins / arena.scores[0].games >= 0.45


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
