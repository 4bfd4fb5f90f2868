"""Fit ratings of bots to the results of games between them."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from games.engine.strength import Counted
from games.rating import FLOOR, SCALE, START, first_of, nearest

FIXED = "normal"
"""The level whose rating is fixed at `START`, where people begin."""
DOUBT = 0.5
"""Added to wins and losses of each count, so that a level that never lost has a finite rating."""
ROUNDS = 1000
LONGEST = SCALE / 2
"""The longest step, in rating points."""
CLOSE = 0.01


def anchors(counted: Sequence[Counted], fixed: str = FIXED) -> dict[str, int]:
    """Return the ratings that make the counted results most likely; empty without counts.

    Every level must be connected with the fixed one, directly or through others.
    """
    levels = {level for count in counted for level in (count.level, count.against)}
    ratings = dict.fromkeys(sorted(levels), float(START))
    for _round in range(ROUNDS):
        steps = []
        for level in sorted(ratings.keys() - {fixed}):
            steps.append(_step(level, ratings, counted))
            ratings[level] += steps[-1]
        if all(abs(step) < CLOSE for step in steps):
            break
    return {level: max(FLOOR, nearest(rating)) for level, rating in ratings.items()}


def _step(level: str, ratings: dict[str, float], counted: Sequence[Counted]) -> float:
    """Return the Newton step of one rating, with the others fixed."""
    surplus = weight = 0.0
    for count in counted:
        if level in (count.level, count.against):
            rate = first_of(count.seats, ratings[count.level], ratings[count.against])
            games, wins = count.games + 2 * DOUBT, count.wins + DOUBT
            surplus += (wins - games * rate) * (1 if level == count.level else -1)
            weight += games * rate * (1 - rate)
    step = surplus / weight * SCALE / log(10)
    return max(-LONGEST, min(LONGEST, step))
