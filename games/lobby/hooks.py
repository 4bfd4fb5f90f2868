"""What packages above `lobby` add to its first page."""

from __future__ import annotations

from accounts.http import Visitor
from core.registry import Slot


@Slot
def today(visitor: Visitor) -> str:
    """Return what is on today, as HTML; "" for nothing."""
    return ""
