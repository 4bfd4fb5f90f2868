"""Choose among moves by trying them in resampled worlds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple, TypeVar

M = TypeVar("M", bound=Hashable)
Trial = Callable[[Random], Callable[[M], float]]
"""Draws one world from the given random source and returns the worth of each move in it.

The world and its future are the same for every move, so few trials are enough to compare moves.
"""


def _itself(move: M) -> Hashable:
    return move


def best_by_trials(
    moves: Sequence[M],
    trial: Trial[M],
    tries: int,
    rng: Random,
    kind: Callable[[M], Hashable] = _itself,
) -> M:
    """Return the best move by sequential halving; the first of equally good ones.

    Each round tries the remaining moves and drops the worse half. Every round has `tries`
    evaluations in total, however many moves are left. The search ends once all that are left are
    of one kind.
    """
    totals = dict.fromkeys(moves, 0.0)
    while len(set(map(kind, totals))) > 1:
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

    @classmethod
    def of_share(cls, values: Sequence[float]) -> Estimate:
        """Estimate a mean between 0 and 1, such as a chance, from at least one value.

        The error is Agresti and Coull's: two successes and two failures are added, so that it is
        not zero when all values are equal.
        """
        count, total = len(values), sum(values)
        near = (total + 2) / (count + 4)
        spread = sum([(value - near) ** 2 for value in values])
        spread += 2 * near**2 + 2 * (1 - near) ** 2
        return cls(total / count, sqrt(spread) / (count + 4))
