"""What packages above `game_nights` add to them: who may enter, who else hosts, their event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from core.registry import Registry, Slot

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User
    from games.game_nights.models import GameNight

may_enter: Registry[Callable[[GameNight, Visitor], bool]] = Registry("may enter")
"""(game night, visitor) → whether its page exists for the visitor; all must agree."""
before_attending: Registry[Callable[[GameNight, User], None]] = Registry("before attending")
"""(game night, user): raises the refusal of a user who may not attend; in its transaction."""
co_hosts: Registry[Callable[[GameNight, User], bool]] = Registry("co-hosts")
"""(game night, user) → whether the user may act as its host; one that agrees is enough."""


@dataclass(frozen=True)
class EventLink:
    """The event that a game night belongs to, who has a place, and the next one of its series."""

    url: str
    registered: Sequence[User] = ()
    next_url: str = ""
    next_at: datetime | None = None


@Slot
def event_of(game_night: GameNight) -> EventLink | None:
    """Return the event of a game night."""
    return None
