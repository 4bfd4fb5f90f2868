"""Choose among moves by trying them in resampled worlds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf, sqrt
from random import Random
from typing import NamedTuple, TypeVar

M = TypeVar("M", bound=Hashable)
Trial = Callable[[Random], Callable[[M], float]]
"""Draws one world from the given random source and returns the worth of each move in it.

The world and its future are the same for every move, so few trials are enough to compare moves.
"""


def best_by_trials(moves: Sequence[M], trial: Trial[M], tries: int, rng: Random) -> M:
    """Return the best move by sequential halving; the first of equally good ones.

    Each round tries the remaining moves and drops the worse half. Every round has `tries`
    evaluations in total, however many moves are left.
    """
    totals = dict.fromkeys(moves, 0.0)
    while len(totals) > 1:
        for _ in range(max(1, tries // len(totals))):
            value = trial(rng)
            for move in totals:
                totals[move] += value(move)
        ranked = sorted(totals, key=totals.__getitem__, reverse=True)
        totals = {move: totals[move] for move in ranked[: (len(ranked) + 1) // 2]}
    return next(iter(totals))


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """Estimate from at least two values."""
        count = len(values)
        mean = sum(values) / count
        spread = sum((value - mean) ** 2 for value in values)
        return cls(mean, sqrt(spread / (count - 1) / count))


PARTS = 4
"""Number of parts after each of which `gain_by_trials` may stop early."""


def gain_by_trials(
    one: M,
    other: M,
    trial: Trial[M],
    tries: int,
    rng: Random,
    least: float | None = None,
    sure: float = 0.0,
) -> Estimate:
    """Estimate how much better one move is than another, both tried in the same worlds.

    Args:
        one: The move that is expected to be better.
        other: The move to compare it with.
        trial: Draws a world.
        tries: The maximum number of worlds.
        rng: The source of chance.
        least: The gain that is needed; None to use all worlds.
        sure: The gain that is needed, in standard errors.

    Returns:
        The estimate. It is based on fewer worlds if the gain is unlikely to be large enough.
    """
    gains: list[float] = []
    found = Estimate(0.0, inf)
    for part in range(1, PARTS + 1):
        while len(gains) < max(2, tries * part // PARTS):
            value = trial(rng)
            gains.append(value(one) - value(other))
        found = Estimate.of(gains)
        error_in_the_end = found.error * sqrt(min(1.0, len(gains) / tries))
        if least is not None and found.mean + found.error < max(least, sure * error_in_the_end):
            break
    return found
