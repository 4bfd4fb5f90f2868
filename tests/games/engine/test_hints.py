"""What a hint says about another move, from their shares of the victory in the same worlds."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.bots import Easy, question
from games.engine.chance import Chance
from games.engine.hints import (
    AT_ONCE,
    WORLDS,
    Compared,
    Shares,
    Weighing,
    compare,
    is_decided,
    kept_of,
    others_of,
    seeds_of,
)
from games.engine.judge import Judge
from tests.games.engine.tricks import Lay, Tricks

ALWAYS_EQUAL: list[Shares] = [[1, 1], [0, 0]] * 16
OFTEN_DIFFERENT: list[Shares] = [[1, 0], [0, 1], [1, 1], [0, 0]] * 8
OFTEN_WORSE: list[Shares] = [[1, 0], [1, 1], [0, 0], [1, 0]] * 8
OFTEN_BETTER: list[Shares] = [[0, 1], [1, 1], [0, 0], [0, 1]] * 8


HAND = [20, 1, 2, 3, 4, 5, 6, 7]
ASKED = question(
    Tricks.load(
        {"hands": [HAND, [10]], "laid": [None, None], "seen": [], "points": [0, 0]},
        2,
        {"hand": 3, "low": False},
        Chance(bytes(32), 0),
    ),
    0,
)


@pytest.mark.parametrize(
    ("worlds", "said"),
    [
        (ALWAYS_EQUAL, Compared(0.5, 0, 0.5)),
        (OFTEN_DIFFERENT, Compared(0.5)),
        (OFTEN_WORSE, Compared(0.75, 0, 0.25, clear=True)),
        (OFTEN_BETTER, Compared(0.25)),
    ],
)
def test_move_is_as_good_only_if_worlds_exclude_a_difference(
    worlds: list[Shares], said: Compared
) -> None:
    assert compare(worlds) == said


def test_best_of_other_moves_are_kept_and_compared_first() -> None:
    worlds: list[Shares] = [[1, 0, 1, 0, 0], [1, 0, 0, 0, 0], [1, 0, 1, 1, 0], [1, 0, 0, 0, 0]] * 8
    assert kept_of(worlds) == [1, 2]
    assert compare(worlds) == Compared(1, 1, 0.5, clear=True)


def preferring(card: int) -> Easy:
    return Easy(lambda _view, _seat, move: move == Lay(card))


def test_hint_is_compared_with_moves_of_bots_first() -> None:
    bots = [preferring(card) for card in (20, 7, 5)]
    others = others_of(ASKED, Lay(20), bots, Random(1))
    assert others[:2] == [Lay(7), Lay(5)]
    assert len(set(others)) == 5
    assert Lay(20) not in others


def test_worlds_of_comparison_have_seeds_of_their_own_up_to_their_number() -> None:
    seeds: list[str] = []
    while not is_decided([[1.0, 0.0]] * len(seeds)):
        step = seeds_of("seed", len(seeds))
        assert len(step) == AT_ONCE
        seeds += step
    assert len(set(seeds)) == len(seeds) == WORLDS
    assert seeds_of("seed", WORLDS - 1) == seeds_of("seed", WORLDS - AT_ONCE)[-1:]


def test_moves_of_hint_are_weighed_in_worlds_of_seeds() -> None:
    weighing = Weighing(Judge(Easy()), ASKED, (Lay(20), Lay(1)), ("a", "b", "c"))
    shares = weighing.verdict()
    assert [share[0] for share in shares] == [1, 1, 1]
    assert shares == [weighing._replace(seeds=(seed,)).verdict()[0] for seed in "abc"]
