"""Mixed strategies for choices that two players make at the same time."""

import pytest

from games.engine.equilibrium import answer

PENNIES = [[1.0, -1.0], [-1.0, 1.0]]
SCISSORS = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]


def test_equilibrium_gives_the_rival_nothing_to_exploit() -> None:
    assert answer(PENNIES, [0.9, 0.1]) == pytest.approx([0.5, 0.5], abs=0.01)
    assert answer(SCISSORS, [1 / 3] * 3) == pytest.approx([1 / 3] * 3, abs=0.02)


def test_unequal_wins_are_weighed() -> None:
    """The row that can win 3 is chosen once in three times, as the rival guards against it."""
    assert answer([[3.0, -1.0], [-1.0, 1.0]], [0.5, 0.5]) == pytest.approx([1 / 3, 2 / 3], abs=0.02)


def test_dominated_choice_is_never_made() -> None:
    assert answer([[1.0, 2.0], [0.0, 1.0]], [0.5, 0.5]) == pytest.approx([1, 0], abs=0.01)


def test_trust_turns_equilibrium_into_best_response() -> None:
    certain = answer(PENNIES, [0.6, 0.4], trust=1)
    assert certain == pytest.approx([1, 0], abs=0.01)
    cautious = answer(PENNIES, [0.6, 0.4], trust=0.5)
    assert cautious == pytest.approx([0.5, 0.5], abs=0.1), "a small lead is not worth the risk"
