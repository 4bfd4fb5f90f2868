"""Kabale's `hard` of two: what it does otherwise than `normal`, and how all go on in its worlds."""

from random import Random

import pytest

from games.engine.bots import question
from games.titles.kabale.bots import duel
from games.titles.kabale.bots.chances import Chances
from games.titles.kabale.bots.duel import MOST, Scheme
from games.titles.kabale.bots.hard import Hard
from games.titles.kabale.bots.normal import Normal
from games.titles.kabale.bots.schemer import FREE, PRICES, Schemer
from games.titles.kabale.bots.sketch import CLOAK, TRAITOR, Sketch
from games.titles.kabale.bots.tally import code
from games.titles.kabale.bots.worth import Endings
from games.titles.kabale.rules.cards import CARDS, Goal
from games.titles.kabale.rules.moves import PLACE
from games.titles.kabale.rules.position import Kabale
from games.titles.registry import bot_for
from tests.helpers.kabale import column, load
from tests.helpers.strength import wins_enough

LAST = {"round": 6, "goals": []}


def test_it_beats_a_beginner_with_a_few_tries_already() -> None:
    """How it does against the plain one takes hundreds of games to tell (docs/bots.md)."""
    assert wins_enough(Kabale, [Hard(tries=8), bot_for("kabale", "easy")], games=10, wins=8)


def test_it_keeps_its_king_where_less_is_enough() -> None:
    aim = column("music 2", "1 squire")
    position = load(aim, column("trade 1", "0 queen"), hands=["king juliet cloak", "king"])
    asked, seeds = question(position, 0), range(6)
    assert {Normal().choose(asked, Random(seed)) for seed in seeds} == {PLACE["king"][0]}
    assert {Hard().choose(asked, Random(seed)) for seed in seeds} == {PLACE["juliet"][0]}


def test_of_many_moves_it_tries_those_that_a_schemer_likes() -> None:
    lying = [
        column(aim, f"{seat} king", f"{seat} queen")
        for seat, aim in enumerate(("trade 5", "religion 5", "farming 5"), start=1)
    ]
    hands = ["king cloak squire", *["prince"] * 3]
    position = load(column("music 2", "1 romeo"), *lying, hands=hands, **LAST)
    asked, rng = question(position, 0), Random(1)
    narrowed = Scheme(asked, 4, rng).narrowed(asked.moves, Sketch.of(position, rng))
    assert len(narrowed) == MOST < len(asked.moves)
    assert narrowed[0] == PLACE["king"][0]
    assert set(narrowed) < set(asked.moves)
    assert duel.choose(asked, asked.moves, 1, rng) in narrowed


def test_it_tries_all_that_may_be_hidden_under_its_cloak() -> None:
    asked = {"phase": "cloak", "turn": 1, "pending": {"seat": 0, "column": 0}}
    hand = " ".join(CARDS[:12])
    aim = column("music 3", "0 cloak", "1 squire down")
    position = load(aim, column("trade 1"), hands=[hand, "king"], **asked)
    put, rng = question(position, 0), Random(1)
    narrowed = Scheme(put, 4, rng).narrowed(put.moves, Sketch.of(position, rng))
    assert narrowed == put.moves
    assert len(put.moves) > MOST


# --- How everybody goes on.


def schemer(position: Kabale, prices: list[float] = FREE) -> Schemer:
    gains = [{lane.goal: float(lane.goal.points) for lane in position.columns}] * position.seats
    return Schemer(Chances(position.seats), gains, prices)


def placed(position: Kabale, prices: list[float] = FREE) -> tuple[int, int]:
    return schemer(position, prices).place(Sketch.of(position, Random(1)), 0)


def test_a_schemer_lays_what_decides_the_round() -> None:
    position = load(
        column("music 5", "1 king", "1 queen", "0 squire", "1 juliet"),
        column("trade 1", "1 cardinal"),
        hands=["beggar merchant cloak", "romeo"],
        **LAST,
    )
    assert placed(position) == (code(0, "beggar"), 0)


def test_a_schemer_keeps_what_is_dear_while_there_is_a_later_round() -> None:
    aim = column("music 1", "1 squire")
    position = load(aim, column("trade 1", "0 queen"), hands=["king juliet", "king"])
    assert placed(position) == (code(0, "king"), 0)
    assert placed(position, PRICES) == (code(0, "juliet"), 0)


@pytest.mark.parametrize(("lying", "at"), [("0 assassin down", 1), ("1 assassin down", 0)])
def test_a_schemer_knows_its_own_assassin_and_no_other(lying: str, at: int) -> None:
    position = load(
        column("music 5", lying), column("trade 1", "0 queen"), hands=["king", "king"], **LAST
    )
    assert placed(position)[1] == at


def test_a_schemer_with_nowhere_else_to_go_lays_something() -> None:
    position = load(
        column("music 5", "0 assassin down"),
        column("trade 1", storm=True),
        hands=["king queen", "king"],
        **LAST,
    )
    assert placed(position)[1] == 0


@pytest.mark.parametrize(
    ("here", "there", "swapped"), [("trade 1", "music 5", True), ("music 5", "trade 1", False)]
)
def test_a_schemer_fetches_the_dearer_goal_with_its_traitor(
    here: str, there: str, swapped: bool
) -> None:
    position = load(
        column(here, "0 king", "0 traitor", "1 squire down"),
        column(there, "1 queen", "1 juliet"),
        hands=["cloak", "king"],
        phase="swap",
        turn=1,
        pending={"seat": 0, "column": 0},
        **LAST,
    )
    sketch = Sketch.of(position, Random(1))
    before = list(sketch.goals)
    schemer(position).answer(sketch, (TRAITOR, 0, 0))
    assert (sketch.goals != before) == swapped


def test_a_schemer_hides_what_helps_and_nothing_else() -> None:
    position = load(
        column("music 3", "0 cloak", "1 queen down"),
        column("trade 1", "1 cardinal"),
        hands=["beggar king", "king"],
        phase="cloak",
        turn=1,
        pending={"seat": 0, "column": 0},
        **LAST,
    )
    sketch = Sketch.of(position, Random(1))
    schemer(position).answer(sketch, (CLOAK, 0, 0))
    assert sketch.cards[0][1] == code(0, "king")
    lost = Sketch.of(position, Random(1))
    lost.hands[0] = []
    schemer(position).answer(lost, (CLOAK, 0, 0))
    assert len(lost.cards[0]) == 2


# --- Where the game ends.


def test_to_win_by_a_point_is_worth_far_more_than_to_lose_by_one() -> None:
    won = [[["farming", 3]], [["fencing", 4]]]
    position = load(column("music 1"), column("trade 1"), hands=["king", "king"], won=won, **LAST)
    endings = Endings([position], 0, Random(1))
    music, trade = Goal("music", 1), Goal("trade", 1)
    both, one, none = (
        endings.ahead([(music, first), (trade, second)])
        for first, second in ((0, 0), (0, 1), (1, 1))
    )
    assert both - one > one - none == 2
