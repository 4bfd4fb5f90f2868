"""What counts between two rounds, for the evaluator of the judge."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from games.engine.contract import Effect
from games.engine.evaluator import Evaluator
from games.titles.kabale.bots.outlook import DEAR
from games.titles.kabale.rules.cards import AREAS, Goal
from games.titles.kabale.rules.position import Kabale


def stage(table: Kabale, effects: Sequence[Effect]) -> str | None:
    """Return the number of seats and the round that begins; None within a round."""
    if all(effect.kind != "goals-opened" for effect in effects):
        return None
    return f"{table.seats} seats, round {table.round}"


def features(table: Kabale, effects: Sequence[Effect]) -> Sequence[Sequence[float]]:
    """Return what counts for each seat."""
    found = []
    for seat, goals in enumerate(table.won):
        cards = [*table.hands[seat], *table.stacks[seat]]
        found.append(
            [
                *_of_goals(goals),
                sum([DEAR.get(card, 0.0) for card in cards]),
                float(table.turn == seat),
            ]
        )
    return found


def _of_goals(goals: Sequence[Goal]) -> list[float]:
    """Return the points, the number of goals, the areas, and the points of the best of each."""
    best: dict[str, int] = {}
    for area, points in goals:
        best[area] = max(points, best.get(area, 0))
    points = sum(goal.points for goal in goals)
    areas = len(best)
    return [
        float(points),
        float(len(goals)),
        float(areas),
        float(sum(best.values())),
        float(areas >= len(AREAS) - 1),
        float(areas == len(AREAS)),
    ]


EVALUATOR = Evaluator(stage, features, Path(__file__).parents[1] / "evaluator.json")
