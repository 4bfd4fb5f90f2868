"""The playing styles of Condottiere bots with the same skill."""

from __future__ import annotations

from typing import NamedTuple

CURIOSITY = 0.3
"""How often a bot opens a battle that does not seem worth it, to see who is interested."""
PART = 0.3
"""The part of a hand that a bot spends on any city."""


class Style(NamedTuple):
    thrift: float = 1.0
    """The worth of the rest of the round, as a factor of the usual."""
    part: float = PART
    curiosity: float = CURIOSITY
    pride: int = 0
    """The lead that it wants to exceed, if one card can do that."""
    choosy: bool = False
    """Whether a bot that does not calculate spends less on a city that borders on none taken."""
    zeal: float = 0.2
    """The part of a hand that each seat is expected to spend on any city."""
    ardour: float = 60
    """The stake for which a seat is expected to spend its whole hand in addition."""
    shape: float = 1.3
    """How sharply the chance falls that a rival makes up a lead larger than their reach."""
    decoys: bool = False
    """Whether it opens a battle with a scarecrow, and waits for what the rivals lay."""


STEADY = Style()
BOLD = Style(pride=2)
"""Shows its strength at once."""
CAREFUL = Style(thrift=1.15, part=0.2, curiosity=0.1, choosy=True)
"""Saves its cards for the cities that matter."""
SHARP = Style(thrift=0.25, zeal=0.3, ardour=40, shape=1.0, decoys=True)
"""Saves hardly anything and expects more of its rivals: the strongest found with two seats."""
