"""The pages of users: friends, followed users, followers, and finding others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.core.paginator import Page, Paginator
from django.db import models
from django.db.models import Count, F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.blocks import ids_blocked_by
from accounts.services.follows import (
    Relation,
    followed_by,
    followers_of,
    friends_of,
    relations,
)
from accounts.services.search import people_called
from games.matches.models import Player
from games.matches.services import presence
from games.profiles.presenters.activity import AWAY, Activity, activities
from games.profiles.presenters.against import Score
from games.profiles.presenters.suggestions import Suggestion, suggestions, users_met

PAGE = 50
ONLINE_SHOWN = 50
MET_SHOWN = 12
SUGGESTED = 6


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
    why: Suggestion | None = None
    """The reason to suggest the user, if they are suggested."""
    score: Score | None = None
    """How the viewer's matches with the user ended, if shown."""


@dataclass(frozen=True)
class PeoplePage:
    """A list of users for a viewer, and suggestions of users to follow."""

    circle: Circle
    page: Page[PersonRow] | Page[User]
    rows: list[PersonRow]
    suggestions: list[PersonRow]


@dataclass(frozen=True)
class FindPage:
    """Users with the name, users who are here, opponents, and suggestions of users to follow."""

    name: str
    found: list[PersonRow]
    online: list[PersonRow]
    met: list[PersonRow]
    suggestions: list[PersonRow]


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
    suggested = [] if viewer.is_guest else suggestions_for(viewer)
    return FindPage(name, found, online(viewer), opponents(viewer), suggested)


def opponents(viewer: User) -> list[PersonRow]:
    """Return the users that the viewer met last, with the score of their finished matches."""
    met = [user for user, _tables in users_met(viewer)[:MET_SHOWN]]
    scores = _scores(viewer, [user.pk for user in met])
    return [replace(row, score=scores.get(row.user.pk)) for row in rows_of(viewer, met)]


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
    """Return users that the viewer may like to follow, with the reasons."""
    why = {one.user.pk: one for one in suggestions(viewer, SUGGESTED)}
    rows = rows_of(viewer, [one.user for one in why.values()])
    return [replace(row, why=why[row.user.pk]) for row in rows]


def rows_of(
    viewer: User, people: Sequence[User], where: dict[int, Activity] | None = None
) -> list[PersonRow]:
    """Return these users as rows, in their order; `where` is their presence, if known."""
    ids = [person.pk for person in people]
    where = activities(viewer, ids) if where is None else where
    related = relations(viewer, ids)
    return [PersonRow(person, related[person.pk], where.get(person.pk, AWAY)) for person in people]


def _scores(viewer: User, people: Collection[int]) -> dict[int, Score]:
    """Return how the viewer's finished matches with each of these users ended, by user id."""
    seats = Player.objects.filter(
        user=viewer.pk, ended_at__isnull=False, match__players__user__in=people
    )
    theirs = F("match__players__place")
    groups = seats.values(other=F("match__players__user")).annotate(
        ahead=Count("id", filter=Q(place__lt=theirs)),
        level=Count("id", filter=Q(place=theirs)),
        behind=Count("id", filter=Q(place__gt=theirs)),
    )
    return {one["other"]: Score(None, one["ahead"], one["level"], one["behind"]) for one in groups}
