"""What the goals on the table are worth to each seat, and what that means to me."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from games.engine.piles import without
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.rounds import outcome, score

FAR_BEHIND = 8.0
"""A rival so many points behind the best one counts about a third as much."""

FIRST = 6.0
"""What it is worth to win, in points ahead of the best of the others."""

Stakes = list[dict[Goal, float]]
"""By seat: what it means to me that it takes a goal."""


Gains = list[dict[Goal, float]]
"""By seat: how many points more it has in the end if it takes a goal."""
Future = list[list[Goal]]
"""By seat: the goals it takes in the rest of the game."""


def stakes(tables: Sequence[Kabale], me: int, rng: Random) -> Stakes:
    """My own goals count what they bring me; another's, as much as he is a rival."""
    gained, finals = _outlook(tables, rng)
    rivalry = _rivalry(finals, me)
    return [
        {goal: gain * rivalry[seat] for goal, gain in found.items()}
        for seat, found in enumerate(gained)
    ]


def gains(tables: Sequence[Kabale], rng: Random) -> Gains:
    return _outlook(tables, rng)[0]


def _outlook(tables: Sequence[Kabale], rng: Random) -> tuple[Gains, list[float]]:
    """What goals bring, and the final scores to be expected.

    Each imagined table is one way the game may end, with the goals taken by anybody.
    """
    seats = range(tables[0].seats)
    won = tables[0].won
    open_goals = [column.goal for column in tables[0].columns]
    gained: Gains = [dict.fromkeys(open_goals, 0.0) for _ in seats]
    finals = [0] * len(seats)
    for table in tables:
        taken = dealt_out([*open_goals, *table.goals], len(seats), rng)
        for seat in seats:
            final = score([*won[seat], *taken[seat]])
            finals[seat] += final
            for goal in gained[seat]:
                if goal in taken[seat]:
                    gain = final - score([*won[seat], *without(taken[seat], [goal])])
                else:
                    gain = score([*won[seat], *taken[seat], goal]) - final
                gained[seat][goal] += gain / len(tables)
    return gained, [final / len(tables) for final in finals]


class Endings:
    """Where the game may end for me, by who takes the goals on the table."""

    def __init__(self, tables: Sequence[Kabale], me: int, rng: Random) -> None:
        """The goals to come are taken by anybody, in each imagined table in another way."""
        self.me = me
        self.won = tables[0].won
        seats = tables[0].seats
        # In the last round there is but one way.
        ways = tables if tables[0].goals else tables[:1]
        self.futures = [dealt_out(table.goals, seats, rng) for table in ways]
        self._known: dict[tuple[tuple[Goal, int], ...], float] = {}

    def ahead(self, taken: Sequence[tuple[Goal, int]]) -> float:
        """By how much I end ahead of the best of the others; `taken`: goals, and who takes them."""
        key = tuple(sorted(taken))
        if key not in self._known:
            self._known[key] = self._reckon(key)
        return self._known[key]

    def _reckon(self, taken: Sequence[tuple[Goal, int]]) -> float:
        total = 0.0
        for future in self.futures:
            won = [[*mine, *later] for mine, later in zip(self.won, future, strict=True)]
            for goal, seat in taken:
                won[seat].append(goal)
            ended = outcome(won)
            best = max(score for seat, score in enumerate(ended.scores) if seat != self.me)
            total += ended.scores[self.me] - best
            if ended.places[self.me] == 1:
                total += FIRST / ended.places.count(1)
        return total / len(self.futures)


def dealt_out(goals: Sequence[Goal], seats: int, rng: Random) -> Future:
    """The goals dealt out to anybody."""
    taken: Future = [[] for _ in range(seats)]
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
