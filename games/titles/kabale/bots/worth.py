"""Estimate what the goals on the table are worth to each seat, and so to the bot."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from games.engine.piles import without
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.rounds import outcome, score

FAR_BEHIND = 8.0
"""A rival this number of points behind the best one counts about a third as much."""

FIRST = 6.0
"""What a win is worth, in points ahead of the best of the others."""

Stakes = list[dict[Goal, float]]
"""By seat: what it means to the bot that it takes a goal."""
Gains = list[dict[Goal, float]]
"""By seat: how many points more it has in the end if it takes a goal."""
Future = list[list[Goal]]
"""By seat: the goals it takes in the rest of the game."""


def stakes(tables: Sequence[Kabale], me: int, rng: Random) -> Stakes:
    """Return what each goal means to the bot: its own gain, less for a rival's, by rivalry."""
    open_goals = [column.goal for column in tables[0].columns]
    gained, finals = _outlook(tables[0].won, open_goals, [table.goals for table in tables], rng)
    rivalry = _rivalry(finals, me)
    return [
        {goal: gain * rivalry[seat] for goal, gain in found.items()}
        for seat, found in enumerate(gained)
    ]


def gains(
    won: Sequence[Sequence[Goal]],
    open_goals: Sequence[Goal],
    futures: Sequence[Sequence[Goal]],
    rng: Random,
) -> Gains:
    """Return the gains of all seats.

    Args:
        won: By seat, the goals it has taken.
        open_goals: The goals on the table.
        futures: The goals to come, as they may be.
        rng: The only source of chance.
    """
    return _outlook(won, open_goals, futures, rng)[0]


def _outlook(
    won: Sequence[Sequence[Goal]],
    open_goals: Sequence[Goal],
    futures: Sequence[Sequence[Goal]],
    rng: Random,
) -> tuple[Gains, list[float]]:
    """Return the gains by goals and the expected final scores of all seats.

    Each future is one way the game may end, with the goals dealt out at random.
    """
    gained: Gains = [dict.fromkeys(open_goals, 0.0) for _ in won]
    finals = [0] * len(won)
    for to_come in futures:
        taken = dealt_out([*open_goals, *to_come], len(won), rng)
        for seat, own in enumerate(gained):
            final = score([*won[seat], *taken[seat]])
            finals[seat] += final
            for goal in own:
                if goal in taken[seat]:
                    gain = final - score([*won[seat], *without(taken[seat], [goal])])
                else:
                    gain = score([*won[seat], *taken[seat], goal]) - final
                own[goal] += gain / len(futures)
    return gained, [final / len(futures) for final in finals]


class Endings:
    """How the game may end for the bot, given who takes the goals on the table."""

    def __init__(self, tables: Sequence[Kabale], me: int, rng: Random) -> None:
        """Deal out the goals to come at random, once for each resampled table."""
        self.me = me
        self.won = tables[0].won
        seats = tables[0].seats
        # In the last round there are no goals to come, so one way is enough.
        ways = tables if tables[0].goals else tables[:1]
        self.futures = [dealt_out(table.goals, seats, rng) for table in ways]
        self._known: dict[tuple[tuple[Goal, int], ...], float] = {}

    def ahead(self, taken: Sequence[tuple[Goal, int]]) -> float:
        """Return the bot's lead over the best of the others, given goals and their takers."""
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
    """Deal goals out to the seats at random."""
    taken: Future = [[] for _ in range(seats)]
    for goal in goals:
        taken[int(rng.random() * seats)].append(goal)
    return taken


def _rivalry(finals: Sequence[float], me: int) -> list[float]:
    """Return 1 for the bot; the others share -1 by how likely each is to be the one to beat."""
    best = max(final for seat, final in enumerate(finals) if seat != me)
    weights = [exp((final - best) / FAR_BEHIND) for final in finals]
    weights[me] = 0.0
    total = sum(weights)
    return [1.0 if seat == me else -weight / total for seat, weight in enumerate(weights)]
