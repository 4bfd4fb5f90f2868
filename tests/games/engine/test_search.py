"""Find the best move by trying moves in randomly drawn worlds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from games.engine.search import Estimate, best_by_trials


@dataclass(frozen=True)
class Pick:
    """A move by a number."""

    number: int


PICKS = [Pick(number) for number in range(16)]


def noisy(worth: Callable[[int], float], noise: float) -> Callable[[Random], Any]:
    """Worlds in which every move is worth something more or less, the same for all of them."""

    def trial(rng: Random) -> Callable[[Pick], float]:
        luck = rng.gauss(0, noise)
        return lambda pick: worth(pick.number) + luck

    return trial


def test_luck_common_to_all_moves_does_not_affect_best_move() -> None:
    assert best_by_trials(PICKS, noisy(float, 1000), 16, Random(1)) == Pick(15)


def test_trials_drop_worse_half_of_moves_each_round() -> None:
    tried: list[int] = []

    def trial(rng: Random) -> Callable[[Pick], float]:
        def value(pick: Pick) -> float:
            tried.append(pick.number)
            return -pick.number

        return value

    assert best_by_trials(PICKS, trial, 16, Random(1)) == Pick(0)
    assert len(tried) == 4 * 16, (
        "each round splits an equal number of trials among the remaining moves"
    )
    assert [tried.count(number) for number in (15, 7, 3, 1, 0)] == [1, 3, 7, 15, 15]


def test_trials_end_once_all_moves_left_are_of_one_kind() -> None:
    tried: list[int] = []

    def trial(rng: Random) -> Callable[[Pick], float]:
        tried.append(1)
        return lambda pick: -pick.number

    found = best_by_trials(PICKS, trial, 16, Random(1), lambda pick: pick.number < 8)
    assert found == Pick(0)
    assert len(tried) == 1


def test_trials_find_good_moves_despite_noise() -> None:
    def trial(rng: Random) -> Callable[[Pick], float]:
        return lambda pick: pick.number + rng.gauss(0, 6)

    found = [best_by_trials(PICKS, trial, 160, Random(seed)).number for seed in range(40)]
    assert sum(number >= 13 for number in found) >= 30


def test_single_move_needs_no_trial_and_first_of_equal_moves_wins() -> None:
    def never(rng: Random) -> Callable[[Pick], float]:
        raise AssertionError("a single move needs no trial")

    assert best_by_trials(PICKS[:1], never, 16, Random(1)) == Pick(0)
    assert best_by_trials(PICKS, noisy(lambda number: 0, 1), 16, Random(1)) == Pick(0)


def test_error_of_share_counts_two_more_successes_and_failures() -> None:
    """Agresti and Coull: of 4 wins in 4 games, 6 of 8 remain."""
    found = Estimate.of_share([1, 1, 1, 1])
    assert found.mean == 1
    assert found.error == pytest.approx((0.75 * 0.25 / 8) ** 0.5)
