"""Where the levels of bots stand: ratings that follow from the games that were counted.

The site's own matches of bots are few. What a level is worth was measured in hundreds of games
(docs/bots.md), and there its rating begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import log

from games.engine.strength import Counted
from games.rating import FLOOR, SCALE, START, first_of, nearest, size_of
from games.titles.registry import is_installed, title_of

FIXED = "normal"
"""The level that stands at `START`, where people begin."""
DOUBT = 0.5
"""To each count so much of a win and of a loss is added: who never lost is not endlessly strong."""
ROUNDS = 1000
LONGEST = SCALE / 2
"""The longest step, in points."""
CLOSE = 0.01


@cache
def anchors_of(game: str, size: str) -> dict[str, int]:
    """The rating of each level of a game that was counted at tables of a class; the best first."""
    counted = title_of(game).counted if is_installed(game) else ()
    found = anchors([count for count in counted if size_of(count.seats) == size])
    return dict(sorted(found.items(), key=lambda level: -level[1]))


def start_of(game: str, size: str, level: str) -> int:
    """The rating with which a level begins; as everybody, where nothing was counted."""
    return anchors_of(game, size).get(level, START)


def anchors(counted: Sequence[Counted]) -> dict[str, int]:
    """The ratings that make what was counted as likely as can be; none where nothing was.

    Every level is to be connected with `FIXED`, at once or by way of others.
    """
    levels = {level for count in counted for level in (count.level, count.against)}
    ratings = dict.fromkeys(sorted(levels), float(START))
    for _round in range(ROUNDS):
        steps = []
        for level in sorted(ratings.keys() - {FIXED}):
            steps.append(_step(level, ratings, counted))
            ratings[level] += steps[-1]
        if all(abs(step) < CLOSE for step in steps):
            break
    return {level: max(FLOOR, nearest(rating)) for level, rating in ratings.items()}


def _step(level: str, ratings: dict[str, float], counted: Sequence[Counted]) -> float:
    """How far a rating is moved, the others left where they are, after Newton."""
    surplus = weight = 0.0
    for count in counted:
        if level in (count.level, count.against):
            rate = first_of(count.seats, ratings[count.level], ratings[count.against])
            games, wins = count.games + 2 * DOUBT, count.wins + DOUBT
            surplus += (wins - games * rate) * (1 if level == count.level else -1)
            weight += games * rate * (1 - rate)
    step = surplus / weight * SCALE / log(10)
    return max(-LONGEST, min(LONGEST, step))
