"""Find the best move by trying moves in randomly drawn worlds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from games.engine.search import best_by_trials, gain_by_trials


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


def test_unpromising_gain_is_dropped_before_all_worlds_are_drawn() -> None:
    for mean, all_worlds in ((0.3, True), (0.1, True), (-0.3, False), (-0.1, False)):
        worlds = 0

        def trial(rng: Random, mean: float = mean) -> Callable[[Pick], float]:
            nonlocal worlds
            worlds += 1
            gain = rng.gauss(mean, 0.1)
            return lambda pick: gain * pick.number

        found = gain_by_trials(PICKS[1], PICKS[0], trial, 64, Random(1), 0.03, 2)
        assert worlds == (64 if all_worlds else 16)
        assert abs(found.mean - mean) < 3 * found.error


def test_zero_gain_is_dropped_early_and_real_gain_rarely() -> None:
    for mean, least, most, worlds in ((0.0, 0, 5, 70), (0.1, 85, 100, 128)):
        measured, drawn = 0, list[float]()

        def trial(rng: Random, mean: float = mean, drawn: list[float] = drawn) -> Any:
            gain = rng.gauss(mean, 0.3)
            drawn.append(gain)
            return lambda pick: gain * pick.number

        for seed in range(100):
            rng = Random(f"{mean} {seed}")
            found = gain_by_trials(PICKS[1], PICKS[0], trial, 128, rng, 0.03, 2)
            measured += found.mean >= max(0.03, 2 * found.error)
        assert least <= measured <= most
        assert len(drawn) <= 100 * worlds
