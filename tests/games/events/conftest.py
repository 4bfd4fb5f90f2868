"""An event of Anna's, on a clock that tests set."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.clubs.models import Club, Membership
from games.clubs.services import founding, members
from games.clubs.services.founding import ClubFacts, open_club
from games.events.models import Event
from games.events.services import planning, registering
from games.events.services.finding import EventAccess, open_event
from games.events.services.planning import EventFacts
from tests.helpers.clocks import Wall
from tests.helpers.matches import person

# Ahead of the real time, by which sanctions begin.
START = datetime(2037, 3, 12, 20, 0, tzinfo=UTC)
FACTS = EventFacts("Thursday at eight", START, "UTC", games=("condottiere",), places=3)


def at(event: Event, user: User) -> EventAccess:
    """Return the event as a user sees it now."""
    return open_event(user, event.pk)


def planned(user: User, club: str = "", **facts: object) -> Event:
    return planning.plan(user, replace(FACTS, **facts), club)  # type: ignore[arg-type]  # fields


def register(event: Event, *users: User) -> None:
    for user in users:
        registering.register(at(event, user))


def queue_of(event: Event) -> tuple[list[str], list[str]]:
    """Return the usernames with a place, and those that wait."""
    rows = list(event.registrations.select_related("user"))
    return (
        [one.user.username for one in rows if not one.waiting],
        [one.user.username for one in rows if one.waiting],
    )


def club_of(founder: User, *users: User, public: bool = True, name: str = "The club") -> Club:
    club = founding.found(founder, ClubFacts(name, public=public))
    for user in users:
        members.join(open_club(user, club.slug, [club.key]))
    return club


def organise(club: Club, user: User) -> None:
    Membership.objects.filter(club=club, user=user).update(role=Membership.Role.ORGANISER)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """Return a clock that stands at ten days before the event."""
    monkeypatch.setattr(timezone, "now", lambda: START - timedelta(days=10))
    return Wall(monkeypatch)


@pytest.fixture
def anna(db: None, wall: Wall) -> User:
    return person("Anna")


@pytest.fixture
def berta(db: None, wall: Wall) -> User:
    return person("Berta")


@pytest.fixture
def carla(db: None, wall: Wall) -> User:
    return person("Carla")


@pytest.fixture
def event(anna: User) -> Event:
    """Return an event of three places that Anna has planned."""
    return planned(anna)
