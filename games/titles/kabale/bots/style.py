"""How schemers of the same skill differ: what each has a leaning to."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.contract import Move
from games.titles.kabale.bots.schemer import PRICES
from games.titles.kabale.bots.tally import KIND
from games.titles.kabale.rules.moves import Place
from games.titles.kabale.rules.rounds import ROUNDS


class Style(NamedTuple):
    thrift: float = 0.0
    """How much of a card's price for later rounds it minds to spend: see `PRICES`."""

    def liking(self, move: Move, round_number: int) -> float:
        """How much rather it makes a move than others do, in points."""
        if not isinstance(move, Place) or round_number == ROUNDS:
            return 0.0
        return -self.thrift * PRICES[KIND[move.card]]


STEADY = Style()
BOLD = Style(thrift=-0.6)
"""Sends its great names out at once."""
CAREFUL = Style(thrift=1.6)
"""Keeps its great names for later rounds."""
