"""How players of Babel of the same skill differ: what each has a leaning to."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """How much of what a run can do is counted, of one's own and of the opponent's, who is the next
    to play; and what a card in hand is worth besides."""

    mine: float = 0.35
    theirs: float = 0.7
    hand: float = 0.0


STEADY = Style()
BOLD = Style(mine=0.55)
"""Builds up runs of its own for the turns to come."""
CAREFUL = Style(theirs=0.95)
"""Leaves the opponent nothing to reach for."""
THRIFTY = Style(hand=0.1)
"""Keeps cards in hand until they do much at once."""
