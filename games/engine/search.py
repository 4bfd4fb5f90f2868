"""Choosing among moves by trying them out in imagined worlds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf, sqrt
from random import Random
from typing import NamedTuple, TypeVar

M = TypeVar("M", bound=Hashable)
Trial = Callable[[Random], Callable[[M], float]]
"""From the luck of one trial: what each move is worth in the world that it draws.

The world and its future are drawn once, and every move is tried in them: what is luck is the same
for all, so that few trials are enough to compare the moves.
"""


def best_by_trials(moves: Sequence[M], trial: Trial[M], tries: int, rng: Random) -> M:
    """The move that does best in many worlds, by sequential halving.

    All moves are tried a little, then the better half of them more, until one is left: `tries`
    moves are tried in each round, all together, however many are left. Of moves that did equally
    well the first is taken.
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
    """What was found by trials: the mean, and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """Of at least two values."""
        count = len(values)
        mean = sum(values) / count
        spread = sum((value - mean) ** 2 for value in values)
        return cls(mean, sqrt(spread / (count - 1) / count))


PARTS = 4
"""In so many parts a gain is measured that may turn out to be too small."""


def gain_by_trials(
    one: M,
    other: M,
    trial: Trial[M],
    tries: int,
    rng: Random,
    least: float | None = None,
    sure: float = 0.0,
) -> Estimate:
    """By how much one move does better than another in so many worlds, both in each of them.

    Where it is to be the `least` and `sure` times its error, it is given up after a part of the
    worlds if even a gain that is greater by its error would not come to that in the end: most
    need no exact figure.
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
