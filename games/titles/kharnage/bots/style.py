"""How bots of the same skill differ: their preferences."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    later: float = 1.0
    """The factor of what a deployed card will destroy in later rounds."""


STEADY = Style()
BOLD = Style(later=0.4)
"""Attacks with the cards it has."""
CAREFUL = Style(later=1.6)
"""Gathers an army first."""
