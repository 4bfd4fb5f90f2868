"""Estimate how likely a seat of several is to win, given who takes the goals of this round.

The weights come from a logistic regression over games of `normal` with itself at four seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import NamedTuple

from games.titles.kabale.bots.worth import dealt_out
from games.titles.kabale.rules.cards import CARDS, Goal
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.rounds import ROUNDS, outcome, score


class Weights(NamedTuple):
    """The weights of a seat's prospects after a round, as logarithms of odds."""

    points: float
    """For each point of the expected final score, with the goals to come dealt out at random."""
    area: float
    """For each area it has a goal of: a seat that lacks few aims for them, as all six double."""


AFTER = (
    Weights(0.055, 0.15),
    Weights(0.07, 0.25),
    Weights(0.095, 0.33),
    Weights(0.115, 0.4),
    Weights(0.22, 0.32),
)
"""By round, except the last."""

DEAR = {
    "beggar": 0.16,
    "assassin": 0.15,
    "prince": 0.15,
    "wizard": 0.15,
    "musketeers": 0.12,
    "giant": 0.11,
    "queen": 0.075,
    "juliet": 0.06,
    "witch": 0.035,
    "king": 0.03,
    "alchemist": -0.04,
    "cardinal": -0.06,
    "merchant": -0.06,
    "dragon": -0.07,
    "hermit": -0.07,
    "landlord": -0.07,
    "romeo": -0.08,
    "storm": -0.09,
    "fencer": -0.14,
}
_LATER = (1.0, 1.0, 1.0, 0.8, 0.5, 0.0)
"""By round: the share of the game that is left to play a card in."""
PRICES = [[DEAR.get(card, 0.0) * later for card in CARDS] for later in _LATER]
"""By round and kind: what it is worth, in the same measure, to have the card still to play.

With several seats a wizard often removes a king, and many cards in a column are spent on a single
goal. So cards that turn a column are worth keeping, and high cards are not.
"""

BY_A_POINT = 0.01
"""After the last round: the worth of a point's lead, where a won game is 1."""

Taken = tuple[int, ...]
"""By seat, the sum of `Outlook.digits` of the goals it takes in this round."""


class Outlook:
    """Estimates that are cached for one decision, as the same goals go to the same seats often."""

    def __init__(self, tables: Sequence[Kabale], me: int, rng: Random) -> None:
        """Deal out the goals to come at random, once for each resampled table."""
        here = tables[0]
        self.me = me
        self.won = here.won
        self.goals = [column.goal for column in here.columns]
        # Two digits of a binary number for each goal: there may be two alike.
        self.digits = {goal: 1 << 2 * i for i, goal in enumerate(dict.fromkeys(self.goals))}
        self.weights = None if here.round == ROUNDS else AFTER[here.round - 1]
        self.futures = [dealt_out(table.goals, here.seats, rng) for table in tables]
        self._odds: dict[tuple[int, int], float] = {}
        self._against: dict[Taken, float] = {}

    def chance(self, taken: Taken, given: float = 0.0) -> float:
        """Return the bot's chance to win; `given` is the price of the card it spent."""
        against = self._against.get(taken)
        if against is None:
            against = self._against[taken] = self._reckon(taken)
        if self.weights is None:
            return against
        return 1 / (1 + against * exp(given))

    def _reckon(self, taken: Taken) -> float:
        """Return the odds of all others against the bot; after the last round, the result."""
        if self.weights is None:
            return self._ended(taken)
        mine = self._prospect(self.weights, self.me, taken[self.me])
        others = [
            self._prospect(self.weights, seat, found)
            for seat, found in enumerate(taken)
            if seat != self.me
        ]
        return sum([exp(other - mine) for other in others])

    def _ended(self, taken: Taken) -> float:
        ended = outcome([self._goals(seat, found) for seat, found in enumerate(taken)])
        best = max(score for seat, score in enumerate(ended.scores) if seat != self.me)
        ahead = BY_A_POINT * (ended.scores[self.me] - best)
        places = ended.places
        return ahead + (1 / places.count(1) if places[self.me] == 1 else 0.0)

    def _prospect(self, weights: Weights, seat: int, found: int) -> float:
        """Return the logarithm of a seat's odds if it takes these goals."""
        key = (seat, found)
        if key not in self._odds:
            goals = self._goals(seat, found)
            final = sum([score([*goals, *future[seat]]) for future in self.futures])
            areas = len({goal.area for goal in goals})
            points = final / len(self.futures)
            self._odds[key] = weights.points * points + weights.area * areas
        return self._odds[key]

    def _goals(self, seat: int, found: int) -> list[Goal]:
        goals = list(self.won[seat])
        for goal, digit in self.digits.items():
            goals += [goal] * (found // digit & 3)
        return goals
