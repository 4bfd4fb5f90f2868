"""The pages of users: friends, followed users, followers, and finding others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.blocks import ids_blocked_by
from accounts.services.follows import (
    Relation,
    followed_by,
    followers_of,
    friends_of,
    ids_followed_by,
    relations,
)
from accounts.services.search import people_called
from games.matches.models import Player
from games.matches.services import presence
from games.profiles.presenters.activity import AWAY, Activity, activities

PAGE = 50
ONLINE_SHOWN = 50
MET_SHOWN = 12
SUGGESTED = 6
SEATS_READ = 100
"""The number of a user's latest seats that are searched for users met there."""


class Circle(models.TextChoices):
    """The lists of users."""

    FRIENDS = "friends", _("Friends")
    FOLLOWING = "following", _("Following")
    FOLLOWERS = "followers", _("Followers")


@dataclass(frozen=True)
class PersonRow:
    """A user in a list."""

    user: User
    relation: Relation
    activity: Activity
    tables: int = 0
    """The number of the latest tables at which the viewer met the user, if shown."""


@dataclass(frozen=True)
class PeoplePage:
    """A list of users for a viewer, and suggestions of users to follow."""

    circle: Circle
    page: Page[PersonRow] | Page[User]
    rows: list[PersonRow]
    suggestions: list[PersonRow]


@dataclass(frozen=True)
class FindPage:
    """Users with the name, users who are here, and users that the viewer met."""

    name: str
    found: list[PersonRow]
    online: list[PersonRow]
    met: list[PersonRow]


def people_page(viewer: User, circle: Circle, number: str | None) -> PeoplePage:
    """Return one of the viewer's lists.

    Followed users are few enough to be sorted by presence; followers are sorted by age.
    """
    if circle == Circle.FOLLOWERS:
        some = Paginator(followers_of(viewer), PAGE).get_page(number)
        return PeoplePage(circle, some, rows_of(viewer, list(some)), [])
    people = friends_of(viewer) if circle == Circle.FRIENDS else followed_by(viewer)
    ordered = sorted(rows_of(viewer, people), key=lambda row: row.activity.rank)
    page = Paginator(ordered, PAGE).get_page(number)
    suggestions = [] if viewer.is_guest else suggestions_for(viewer)
    return PeoplePage(circle, page, list(page), suggestions)


def find_page(viewer: User, name: str) -> FindPage:
    """Return the page on which others are found; an empty name finds none.

    Raises:
        NameTooShort: the name is too short.
        TooManySearches: the viewer has searched too often in the last minute.
    """
    found = rows_of(viewer, people_called(viewer, name)) if name else []
    met = [user for user, _tables in _met(viewer)[:MET_SHOWN]]
    return FindPage(name, found, online(viewer), rows_of(viewer, met))


def online(viewer: User) -> list[PersonRow]:
    """Return the users who are here and visible to this viewer, players first.

    Guests and the viewer are left out.
    """
    hidden = {viewer.pk, *ids_blocked_by(viewer.pk)}
    ids = [pk for pk in presence.arrivals() if pk not in hidden]
    where = activities(viewer, ids)
    here = [pk for pk in ids if where[pk].here]
    users = User.objects.filter(is_active=True, guest_until=None).in_bulk(here)
    rows = rows_of(viewer, [users[pk] for pk in here if pk in users][:ONLINE_SHOWN], where)
    return sorted(rows, key=lambda row: row.activity.rank)


def suggestions_for(viewer: User) -> list[PersonRow]:
    """Return the users that the viewer met most often lately and does not follow."""
    follows = ids_followed_by(viewer.pk)
    met = [(user, tables) for user, tables in _met(viewer) if user.pk not in follows]
    most = sorted(met, key=lambda one: -one[1])[:SUGGESTED]
    tables = {user.pk: count for user, count in most}
    return [
        PersonRow(row.user, row.relation, row.activity, tables[row.user.pk])
        for row in rows_of(viewer, [user for user, _count in most])
    ]


def rows_of(
    viewer: User, people: Sequence[User], where: dict[int, Activity] | None = None
) -> list[PersonRow]:
    """Return these users as rows, in their order; `where` is their presence, if known."""
    ids = [person.pk for person in people]
    where = activities(viewer, ids) if where is None else where
    related = relations(viewer, ids)
    return [PersonRow(person, related[person.pk], where.get(person.pk, AWAY)) for person in people]


def _met(viewer: User) -> list[tuple[User, int]]:
    """Return users who sat at the viewer's latest tables, newest first, with the number of tables.

    Guests, closed accounts and users that the viewer has blocked are left out.
    """
    seats = Player.objects.filter(user=viewer.pk, match__started_at__isnull=False)
    latest = list(seats.order_by("-match__started_at").values_list("match", flat=True)[:SEATS_READ])
    others = Player.objects.filter(match__in=latest, user__isnull=False).exclude(user=viewer.pk)
    order = {match: place for place, match in enumerate(latest)}
    pairs = sorted(others.values_list("match", "user"), key=lambda pair: order[pair[0]])
    tables = Counter(user for _match, user in pairs)
    hidden = ids_blocked_by(viewer.pk)
    users = User.objects.filter(is_active=True, guest_until=None).in_bulk(set(tables) - hidden)
    return [(users[pk], tables[pk]) for pk in tables if pk in users]
