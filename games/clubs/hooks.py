"""What packages above `clubs` add to the page of a club."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.registry import Registry

if TYPE_CHECKING:
    from games.clubs.services.founding import ClubAccess

sections: Registry[Callable[[ClubAccess], str]] = Registry("sections of a club's page")
"""(club as the visitor sees it) → a section as HTML, or "" for none."""
