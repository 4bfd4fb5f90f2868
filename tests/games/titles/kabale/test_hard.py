"""Kabale's `hard` bot for two: where it differs from `normal`, and its simulated play."""

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


def test_hard_bot_with_few_tries_beats_beginner() -> None:
    """How it does against the plain one takes hundreds of games to tell (docs/bots.md)."""
    assert wins_enough(Kabale, [Hard(tries=8), bot_for("kabale", "easy")], games=10, wins=8)


def test_hard_bot_saves_king_if_less_is_enough() -> None:
    aim = column("music 2", "1 squire")
    position = load(aim, column("trade 1", "0 queen"), hands=["king juliet cloak", "king"])
    asked, seeds = question(position, 0), range(6)
    assert {Normal().choose(asked, Random(seed)) for seed in seeds} == {PLACE["king"][0]}
    assert {Hard().choose(asked, Random(seed)) for seed in seeds} == {PLACE["juliet"][0]}


def test_hard_bot_tries_best_moves_of_schemer() -> None:
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


def test_hard_bot_tries_every_card_for_cloak() -> None:
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


def test_schemer_places_card_that_decides_the_goal() -> None:
    position = load(
        column("music 5", "1 king", "1 queen", "0 squire", "1 juliet"),
        column("trade 1", "1 cardinal"),
        hands=["beggar merchant cloak", "romeo"],
        **LAST,
    )
    assert placed(position) == (code(0, "beggar"), 0)


def test_schemer_saves_valuable_card_for_later_rounds() -> None:
    aim = column("music 1", "1 squire")
    position = load(aim, column("trade 1", "0 queen"), hands=["king juliet", "king"])
    assert placed(position) == (code(0, "king"), 0)
    assert placed(position, PRICES) == (code(0, "juliet"), 0)


@pytest.mark.parametrize(("lying", "at"), [("0 assassin down", 1), ("1 assassin down", 0)])
def test_schemer_avoids_only_its_own_face_down_assassin(lying: str, at: int) -> None:
    position = load(
        column("music 5", lying), column("trade 1", "0 queen"), hands=["king", "king"], **LAST
    )
    assert placed(position)[1] == at


def test_schemer_places_card_when_only_own_assassin_is_left() -> None:
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
def test_schemer_swaps_for_larger_goal(here: str, there: str, swapped: bool) -> None:
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


def test_schemer_hides_only_helpful_card_under_cloak() -> None:
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


def test_narrow_win_is_worth_far_more_than_narrow_loss() -> None:
    won = [[["farming", 3]], [["fencing", 4]]]
    position = load(column("music 1"), column("trade 1"), hands=["king", "king"], won=won, **LAST)
    endings = Endings([position], 0, Random(1))
    music, trade = Goal("music", 1), Goal("trade", 1)
    both, one, none = (
        endings.ahead([(music, first), (trade, second)])
        for first, second in ((0, 0), (0, 1), (1, 1))
    )
    assert both - one > one - none == 2
