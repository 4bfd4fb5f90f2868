"""How captains of the same skill differ: what each makes of a hand."""

from __future__ import annotations

from typing import NamedTuple

CURIOSITY = 0.3
"""How often a battle is opened that does not look worth it, to see who is interested."""
PART = 0.3
"""The part of a hand that is given for any city at all."""


class Style(NamedTuple):
    thrift: float = 1.0
    """How dear the rest of the round is, against what is usual."""
    part: float = PART
    curiosity: float = CURIOSITY
    pride: int = 0
    """By how much more than by a little it wants to be ahead, where one card can do it."""


STEADY = Style()
BOLD = Style(pride=2)
"""Shows its strength at once."""
CAREFUL = Style(thrift=1.15, part=0.2, curiosity=0.1)
"""Saves its cards for the cities that matter."""
