"""What a hint says about another move, from their shares of the victory in the same worlds."""

from __future__ import annotations

import pytest

from games.engine.hints import Compared, Shares, compare, kept_of

ALWAYS_EQUAL: list[Shares] = [[1, 1], [0, 0]] * 16
OFTEN_DIFFERENT: list[Shares] = [[1, 0], [0, 1], [1, 1], [0, 0]] * 8
OFTEN_WORSE: list[Shares] = [[1, 0], [1, 1], [0, 0], [1, 0]] * 8
OFTEN_BETTER: list[Shares] = [[0, 1], [1, 1], [0, 0], [0, 1]] * 8


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
