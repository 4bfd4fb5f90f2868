"""How bots of the same skill differ: their preferences."""

from __future__ import annotations

from typing import NamedTuple

from games.titles.kharnage.rules.cards import FLAGS, Strategy


class Style(NamedTuple):
    later: float = 1.0
    """The factor of what a deployed card will destroy in later rounds."""

    def liking(self, strategy: Strategy) -> float:
        """Return how much a bot prefers a plan for the cards it brings, besides what it gains."""
        return (self.later - 1) * sum(map(strategy.count, FLAGS))


STEADY = Style()
BOLD = Style(later=0.4)
"""Attacks with the cards it has."""
CAREFUL = Style(later=1.6)
"""Gathers an army first."""
