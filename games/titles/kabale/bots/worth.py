"""What the goals on the table are worth to each seat, and what that means to me."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from games.engine.piles import without
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.rounds import score

FAR_BEHIND = 8.0
"""A rival so many points behind the best one counts about a third as much."""

Stakes = list[dict[Goal, float]]
"""By seat: what it means to me that it takes a goal."""


def stakes(tables: Sequence[Kabale], me: int, rng: Random) -> Stakes:
    """My own goals count what they bring me; another's, as much as he is a rival.

    Each imagined table is one way the game may end, with the goals taken by anybody.
    """
    seats = range(tables[0].seats)
    won = tables[0].won
    open_goals = [column.goal for column in tables[0].columns]
    gains: Stakes = [dict.fromkeys(open_goals, 0.0) for _ in seats]
    finals = [0] * len(seats)
    for table in tables:
        taken = _dealt_out([*open_goals, *table.goals], len(seats), rng)
        for seat in seats:
            final = score([*won[seat], *taken[seat]])
            finals[seat] += final
            for goal in gains[seat]:
                if goal in taken[seat]:
                    gain = final - score([*won[seat], *without(taken[seat], [goal])])
                else:
                    gain = score([*won[seat], *taken[seat], goal]) - final
                gains[seat][goal] += gain / len(tables)
    rivalry = _rivalry([final / len(tables) for final in finals], me)
    return [{goal: gain * rivalry[seat] for goal, gain in gains[seat].items()} for seat in seats]


def _dealt_out(goals: Sequence[Goal], seats: int, rng: Random) -> list[list[Goal]]:
    """The goals dealt out to anybody."""
    taken: list[list[Goal]] = [[] for _ in range(seats)]
    for goal in goals:
        taken[int(rng.random() * seats)].append(goal)
    return taken


def _rivalry(finals: Sequence[float], me: int) -> list[float]:
    """1 for me; the others share -1 by how likely each is to be the one to beat."""
    best = max(final for seat, final in enumerate(finals) if seat != me)
    weights = [exp((final - best) / FAR_BEHIND) for final in finals]
    weights[me] = 0.0
    total = sum(weights)
    return [1.0 if seat == me else -weight / total for seat, weight in enumerate(weights)]
