"""How commanders of the same skill differ: what each has a leaning to."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    later: float = 1.0
    """How much of what a deployed card will bring down in later rounds is counted."""


STEADY = Style()
BOLD = Style(later=0.4)
"""Strikes with what is there."""
CAREFUL = Style(later=1.6)
"""Gathers an army first."""
