"""Clubs and what their members see of them."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from accounts.models import User
from games.clubs.models import Club
from games.clubs.services import founding, members
from games.clubs.services.founding import ClubAccess, ClubFacts, open_club
from games.notifications.models import Notification
from games.notifications.words import sentence_of


def at(club: Club, user: User, opened: Collection[str] = ()) -> ClubAccess:
    """Return the club as a user sees it now."""
    return open_club(user, club.slug, opened)


def club_of(founder: User, *users: User, name: str = "Thursday", **facts: object) -> Club:
    """Found a club, and let users join it by its link."""
    club = founding.found(founder, ClubFacts(name, **facts))  # type: ignore[arg-type]  # facts of any kind
    for user in users:
        members.join(at(club, user, [club.key]))
    return club


def news(user: User) -> list[str]:
    return [sentence_of(one) for one in Notification.objects.filter(user=user)]


@pytest.fixture
def club(anna: User, berta: User) -> Club:
    """Return a public club that anyone may join: Anna leads it, Berta is a member."""
    return club_of(anna, berta)
