"""What packages above `events` add to them: what begins, and who may register."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.registry import Registry, Slot

if TYPE_CHECKING:
    from accounts.models import User
    from games.events.models import Event


@dataclass(frozen=True)
class Kind:
    """What an event is, if not a game night.

    Attributes:
        slug: Its name for programs, such as "swiss".
        name: Its name for lists, such as "Swiss".
        url: Its page.
        edit_url: The form that changes it.
        again_url: The form for another one like it.
        begun: Whether players have got tables.
        outlook: Returns in words what a number of players can expect, such as its rounds.
    """

    slug: str
    name: str
    url: str
    edit_url: str
    again_url: str
    begun: bool
    outlook: Callable[[int], str]


@Slot
def kinds_of(events: Collection[Event]) -> Mapping[str, Kind]:
    """Return, by id, what those of these events are that are no game nights."""
    return {}


@Slot
def begin(event: Event) -> bool:
    """Begin an event that is no game night, and return whether it is none; its row is locked."""
    return False


before_registering: Registry[Callable[[Event, User], None]] = Registry("before registering")
"""(event, user): raises the refusal of a user who may not register; in its transaction."""
texts_cleared: Registry[Callable[[Event], None]] = Registry("texts cleared")
"""(event, whose texts a moderator has just removed)."""
planned_again: Registry[Callable[[Event, Event], None]] = Registry("planned again")
"""(event, the next date of its series, which was just planned)."""


def kind_of(event: Event) -> Kind | None:
    """Return what one event is; None for a game night."""
    return kinds_of([event]).get(event.pk)
