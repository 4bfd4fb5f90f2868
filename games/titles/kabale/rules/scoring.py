"""What a seat's goals are worth in the end, and who wins (spec: End)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Outcome, places_by
from games.titles.kabale.rules.cards import AREAS, Goal


def score(goals: Sequence[Goal]) -> int:
    """The larger of the sum, and with all six areas the doubled one."""
    total = sum(goal.points for goal in goals)
    best: dict[str, int] = {}
    for area, points in goals:
        best[area] = max(points, best.get(area, 0))
    if len(best) < len(AREAS):
        return total
    # 2 × the best goal of each area − 1 per other goal.
    return max(total, 2 * sum(best.values()) - (len(goals) - len(AREAS)))


def outcome(won: Sequence[Sequence[Goal]]) -> Outcome:
    """Highest wins. Tie: more goals of 5 points, then of 4, 3, 2, 1; then shared (spec: End)."""
    scores = [score(goals) for goals in won]
    ranks = []
    for points, goals in zip(scores, won, strict=True):
        values = [goal.points for goal in goals]
        ranks.append((points, *(values.count(value) for value in (5, 4, 3, 2, 1))))
    return Outcome(tuple(scores), places_by(ranks), "rounds")
