"""What packages above `lobby` add to its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.registry import Slot

if TYPE_CHECKING:
    from games.matches.models import Match


@Slot
def seats_in_order(match: Match) -> bool:
    """Return whether players get their seats in the order of sitting down, not by draw."""
    return False
