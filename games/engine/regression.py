"""Compute the weights of an evaluator from games of the bot that plays on for the judge.

They are those of a conditional logistic regression: the seats' shares of the victory are
proportional to the exponentials of their weighted features.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.engine.chance import SEED_BYTES
from games.engine.contract import Position
from games.engine.evaluator import Evaluator, shares_by
from games.engine.judge import Judge, shares_of

STEPS, RIDGE, DIGITS = 12, 0.05, 4
"""The most steps of Newton's method; a small penalty for large weights, where few games tell; the
digits that are kept."""


class Sample(NamedTuple):
    """The features of all seats at one point of a game, and each seat's share of the victory."""

    by_seat: Sequence[Sequence[float]]
    shares: Sequence[float]


def samples(
    position: Position, judge: Judge, evaluator: Evaluator, rng: Random
) -> Iterator[tuple[str, Sample]]:
    """Play a game, then yield the features at all its points with its result, by stage."""
    seen = []
    for made in judge.play_on(position, rng, rng.randbytes(SEED_BYTES)):
        stage = evaluator.stage(position, made.effects)
        if stage is not None:
            seen.append((stage, evaluator.features(position, made.effects)))
    outcome = position.outcome()
    if outcome is not None:
        shares = shares_of(outcome)
        for stage, by_seat in seen:
            yield stage, Sample(by_seat, shares)


def fit(found: Sequence[Sample]) -> list[float]:
    """Return the weights that make the results likeliest."""
    count = len(found[0].by_seat[0])
    weights = [0.0] * count
    for _ in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE if a == b else 0.0 for b in range(count)] for a in range(count)]
        for by_seat, shares in found:
            expected = shares_by(weights, by_seat)
            mean = [
                sum([p * own[a] for p, own in zip(expected, by_seat, strict=True)])
                for a in range(count)
            ]
            for p, share, own in zip(expected, shares, by_seat, strict=True):
                apart = [x - m for x, m in zip(own, mean, strict=True)]
                for a, x in enumerate(apart):
                    slope[a] += (share - p) * own[a]
                    row, part = bend[a], p * x
                    for b, y in enumerate(apart):
                        row[b] += part * y
        steps = solved(bend, slope)
        weights = [w + step for w, step in zip(weights, steps, strict=True)]
        if max(map(abs, steps)) < 10**-DIGITS:
            break
    return [round(weight, DIGITS) for weight in weights]


def solved(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """Solve a system of linear equations whose matrix is symmetric and positive."""
    count = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(count):
        pivot = rows[at]
        for other in range(count):
            if other != at:
                factor = rows[other][at] / pivot[at]
                rows[other] = [x - factor * y for x, y in zip(rows[other], pivot, strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]


def mean_error(found: Sequence[Sample], weights: Sequence[float]) -> float:
    """Return the mean squared difference between the expected shares and the results."""
    total = 0.0
    for by_seat, shares in found:
        expected = shares_by(weights, by_seat)
        total += sum((p - share) ** 2 for p, share in zip(expected, shares, strict=True))
    return total / len(found)
