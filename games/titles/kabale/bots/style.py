"""How schemers of the same skill differ: what each has a leaning to."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.contract import Move
from games.titles.kabale.bots.schemer import PRICES
from games.titles.kabale.bots.tally import KIND
from games.titles.kabale.rules.cards import ACTS_AT_ONCE
from games.titles.kabale.rules.moves import Place
from games.titles.kabale.rules.rounds import ROUNDS


class Style(NamedTuple):
    thrift: float = 0.0
    """How much of a card's price for later rounds it minds to spend: see `PRICES`."""
    cunning: float = 0.0
    """What it is worth to it, in points, to lay a card that acts at once."""

    def liking(self, move: Move, round_number: int) -> float:
        """How much rather it makes a move than others do, in points."""
        if not isinstance(move, Place):
            return 0.0
        kept = self.thrift * PRICES[KIND[move.card]] if round_number < ROUNDS else 0.0
        return self.cunning * (move.card in ACTS_AT_ONCE) - kept


STEADY = Style()
BOLD = Style(thrift=-0.6)
"""Sends its great names out at once."""
CAREFUL = Style(thrift=0.5)
"""Keeps its great names for the dear goals."""
SLY = Style(cunning=0.3)
"""Lays traps wherever it can."""
