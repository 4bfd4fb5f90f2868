"""How bots of the same skill differ: their preferences."""

from __future__ import annotations

from typing import NamedTuple

from games.titles.kharnage.rules.cards import FLAGS, Strategy

USUAL_FLAGS = 4
"""The number of cards that a plan usually brings."""


class Style(NamedTuple):
    later: float = 1.0
    """The factor of what a deployed card will destroy in later rounds."""

    def liking(self, strategy: Strategy) -> float:
        """Return how much a bot that doesn't calculate prefers a plan: 0 is normal."""
        flags = sum(map(strategy.count, FLAGS))
        return (self.later - 1) * (flags - USUAL_FLAGS)


STEADY = Style()
BOLD = Style(later=0.4)
"""Attacks with the cards it has."""
CAREFUL = Style(later=1.6)
"""Gathers an army first."""
