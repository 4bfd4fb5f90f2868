"""Estimate who may take a goal from the cards of its column."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from math import exp

from games.titles.kabale.bots.tally import Codes, tally, winner
from games.titles.kabale.rules.cards import Goal

OPEN, TO_COME = 3.0, 4.0
"""The lead in points that makes a seat e times as likely to take a goal while the round goes on,
and what each card that the goal still needs adds to it."""
LIKE_A_HERMIT = 12
"""The sum that a seat without cards counts as where the lowest sum takes the goal."""
SURE = 20.0
"""The lead that a prince and his squire count as."""
REMEMBERED = 1 << 14
"""The number of columns whose chances are kept: those of one decision's imagined worlds recur."""


class Chances:
    """Estimates that are cached for one decision, as the same columns recur."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self._open: defaultdict[Goal, dict[Codes, Sequence[float]]] = defaultdict(dict)
        self._winners: defaultdict[str, dict[Codes, int | None]] = defaultdict(dict)

    def winner(self, goal: Goal, codes: Codes) -> int | None:
        """Return the seat that takes the goal if nothing more happens; None if no seat does."""
        known = self._winners[goal.area]
        if codes not in known:
            known[codes] = winner(goal.area, codes)
        return known[codes]

    def open(self, goal: Goal, codes: Codes) -> Sequence[float]:
        """Return by seat how likely it is to take the goal while the round goes on."""
        known = self._open[goal]
        chances = known.get(codes)
        if chances is None:
            chances = known[codes] = _reckon(self.seats, goal, codes)
        return chances


@lru_cache(REMEMBERED)
def _reckon(seats: int, goal: Goal, codes: Codes) -> Sequence[float]:
    _, sums, lowest, couple = tally(goal.area, codes)
    doubt = OPEN + TO_COME * max(0, goal.points - len(codes))
    if couple is not None:
        likely = [exp(SURE / doubt) if seat == couple else 1.0 for seat in range(seats)]
    elif lowest:
        likely = [exp(-sums.get(seat, LIKE_A_HERMIT) / doubt) for seat in range(seats)]
    else:
        likely = [exp(sums.get(seat, 0) / doubt) for seat in range(seats)]
    total = sum(likely)
    return [part / total for part in likely]
