"""The playing styles of Babel bots with the same skill."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """The weights of a style.

    `mine` and `theirs` weigh what runs can do, its own and those of the opponent, who plays next.
    `hand` is added to the worth of each card in hand.
    """

    mine: float = 0.35
    theirs: float = 0.7
    hand: float = 0.0


STEADY = Style()
BOLD = Style(mine=0.55)
"""Builds up runs of its own for the turns to come."""
CAREFUL = Style(theirs=0.95)
"""Leaves the opponent few opportunities."""
THRIFTY = Style(hand=0.1)
"""Keeps cards in hand until they do much at once."""
