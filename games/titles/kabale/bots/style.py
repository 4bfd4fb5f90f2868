"""How bots of the same skill differ: their preferences."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.contract import Move
from games.titles.kabale.bots.schemer import PRICES
from games.titles.kabale.bots.tally import KIND
from games.titles.kabale.rules.moves import Place
from games.titles.kabale.rules.rounds import ROUNDS


class Style(NamedTuple):
    thrift: float = 0.0
    """How strongly the bot keeps cards for later rounds, as a factor of `PRICES`."""

    def liking(self, move: Move, round_number: int) -> float:
        """Return how much the bot prefers a move, in points."""
        if not isinstance(move, Place) or round_number == ROUNDS:
            return 0.0
        return -self.thrift * PRICES[KIND[move.card]]


STEADY = Style()
BOLD = Style(thrift=-0.6)
"""Plays its strong cards at once."""
CAREFUL = Style(thrift=1.6)
"""Keeps its strong cards for later rounds."""
