"""Users that a viewer may like to follow: met lately, in the same club, or rated alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, zip_longest

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services.blocks import ids_blocked_by
from accounts.services.follows import ids_followed_by
from accounts.services.privacy import hidden_from
from games.clubs.models import Membership
from games.clubs.services.founding import clubs_of
from games.engine.contract import Game
from games.ladders.models import Rating
from games.matches.models import Player
from games.titles.registry import game_of, is_installed

SEATS_READ = 100
"""The number of a user's latest seats that are searched for users met there."""
MEMBERS_READ = 100
"""The number of the newest members of a user's clubs that are considered."""
NEAR = 75
"""Ratings that differ by more are not near."""
LATELY = timedelta(days=30)
"""A rating without a match for longer suggests no opponent."""
RATINGS_READ = 6
"""The number of ratings above, and below, that are considered."""


@dataclass(frozen=True)
class Suggestion:
    """A user and the reason to suggest them: tables, a club, or a game and the rating in it."""

    user: User
    tables: int = 0
    club: str = ""
    game: Game | None = None
    rating: int = 0


def suggestions(viewer: User, most: int) -> list[Suggestion]:
    """Return users that the viewer does not follow, each once, by turns from each source.

    Guests, closed accounts, bots and users that the viewer has blocked are left out.
    """
    hidden = {viewer.pk} | ids_followed_by(viewer.pk) | ids_blocked_by(viewer.pk)
    met = [
        Suggestion(user, tables=tables)
        for user, tables in sorted(users_met(viewer), key=lambda one: -one[1])
        if user.pk not in hidden
    ]
    sources = (met, _same_club(viewer, hidden), _near_rating(viewer, hidden))
    found: dict[int, Suggestion] = {}
    for one in chain.from_iterable(zip_longest(*sources)):
        if one is not None and not one.user.is_bot:
            found.setdefault(one.user.pk, one)
    return list(found.values())[:most]


def users_met(viewer: User) -> list[tuple[User, int]]:
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


def _same_club(viewer: User, hidden: set[int]) -> Iterator[Suggestion]:
    """Yield the newest members of the viewer's clubs."""
    clubs = [membership.club_id for membership in clubs_of(viewer)]
    others = Membership.objects.filter(club__in=clubs, user__is_active=True, user__guest_until=None)
    others = others.exclude(user__in=hidden).select_related("user", "club")
    for one in others.order_by("-joined_at", "-pk")[:MEMBERS_READ]:
        yield Suggestion(one.user, club=one.club.name)


def _near_rating(viewer: User, hidden: set[int]) -> list[Suggestion]:
    """Return users whose ratings are nearest in the ladder that the viewer plays most.

    Ratings that their owners hide from the viewer suggest no user.
    """
    mine = Rating.objects.filter(user=viewer.pk, matches__gt=0, ladder__bots=False)
    own = mine.select_related("ladder").order_by("-matches", "pk").first()
    if own is None or not is_installed(own.ladder.game):
        return []
    ratings = Rating.objects.filter(
        ladder=own.ladder_id,
        user__is_active=True,
        user__guest_until=None,
        user__bot_since=None,
        at__gt=timezone.now() - LATELY,
    )
    ratings = ratings.exclude(user__in=hidden)
    ratings = ratings.exclude(user__privacy__ratings__in=hidden_from(viewer))
    above = ratings.filter(value__range=(own.value, own.value + NEAR)).order_by("value", "pk")
    below = ratings.filter(value__range=(own.value - NEAR, own.value - 1)).order_by("-value", "pk")
    nearest = sorted(
        [*_first(above), *_first(below)], key=lambda one: (abs(one.value - own.value), one.pk)
    )
    game = game_of(own.ladder.game)
    return [Suggestion(one.user, game=game, rating=one.value) for one in nearest if one.user]


def _first(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    return ratings.select_related("user")[:RATINGS_READ]
