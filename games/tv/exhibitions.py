"""The exhibition: matches of bots that play slowly, so that there is always a match to watch.

A game has one while no people play it live in public. Bots move every few seconds only while the
exhibition is on a screen, and all exhibitions together move no faster than one. Otherwise a move
comes every few minutes.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.core.cache import caches
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.connection import ConnectionProxy

from accounts.models import User
from core.monitoring.context import step
from games.engine.bots import ANY
from games.lobby.services import dealing, lobby
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.matches.services import time_source
from games.matches.services.event_store import installed
from games.titles.registry import bot_levels, slow_levels, titles
from games.tv.models import Exhibition

cache = ConnectionProxy(caches, "presence")
ON_SCREEN_SECONDS = 90
"""How long an exhibition counts as watched after a page last asked for it."""
PACE = timedelta(seconds=5)
"""The least time between two moves of all exhibitions on screens."""
SLOW_PACE = timedelta(minutes=3)
"""The time between two moves of an exhibition that is on no screen."""
SEATS = 3
"""The number of players, or the nearest one that the game has."""
KEPT = timedelta(minutes=30)
"""How long an exhibition that has ended can still be looked at."""
LONGEST = timedelta(days=3)
"""After this time an exhibition is deleted, even if it has not ended."""


def may_view(match: Match, user: User | None, invited: Collection[str]) -> bool:
    """Return whether a match is an exhibition, which anyone may watch."""
    return match.host_id is None and Exhibition.objects.filter(match=match).exists()


def by_the_site() -> Q:
    """Return a filter for the matches of exhibitions."""
    return Q(exhibition__isnull=False)


def on_screen(game: str) -> None:
    """Note that a page shows the exhibition of this game, or waits for it."""
    cache.set(_key(game), True, ON_SCREEN_SECONDS)


def pace_of(game: str) -> timedelta:
    """Return the time between two moves of the exhibition of this game."""
    watched = cache.get_many([_key(title.slug) for title in titles()])
    return len(watched) * PACE if _key(game) in watched else SLOW_PACE


def running() -> list[Match]:
    """Return the exhibitions that can be watched now, the oldest first."""
    if not settings.EXHIBITION:
        return []
    found = Match.objects.filter(installed(), exhibition__isnull=False, status=Match.Status.RUNNING)
    return list(found.order_by("exhibition__opened_at"))


def tend() -> int:
    """Open an exhibition for each game without one, and delete old ones; return how many."""
    if not settings.EXHIBITION:
        return _delete(Match.objects.filter(exhibition__isnull=False))
    done = _delete_old()
    have = set(running_games())
    for title in titles():
        if title.slug not in have:
            with step("exhibition", f"No exhibition of {title.slug} could be opened."):
                done += open_exhibition(title.slug) is not None
    return done


def running_games() -> set[str]:
    """Return the games that people play live in public, or that have an exhibition."""
    live = Q(public=True, pace=Match.Pace.LIVE) | Q(exhibition__isnull=False)
    found = Match.objects.filter(live, status=Match.Status.RUNNING)
    return set(found.values_list("game", flat=True))


def open_exhibition(game: str) -> Match | None:
    """Open an exhibition, and start it; None if the game has no bots that move at once."""
    title = next(one for one in titles() if one.slug == game)
    seats = min(title.game.seats, key=lambda number: abs(number - SEATS))
    slow = set(slow_levels())
    levels = [one for one in bot_levels(game, seats) if (game, one) not in slow]
    if not levels:
        return None
    with transaction.atomic():
        request = TableRequest(game, seats, public=False)
        match = lobby.create_table(request, host=None)
        for _seat in range(seats):
            lobby.seat_bot(match, levels[-1], character=ANY)
        Exhibition.objects.create(match=match)
        dealing.start_if_full(match)
    return match


def _delete_old() -> int:
    now = time_source.now()
    ended = Q(exhibition__isnull=False, ended_at__lt=now - KEPT)
    endless = Q(exhibition__opened_at__lt=now - LONGEST)
    return _delete(Match.objects.filter(ended | endless))


def _delete(matches: QuerySet[Match]) -> int:
    found = list(matches.values_list("pk", flat=True))
    if found:
        Match.objects.filter(pk__in=found).delete()
    return len(found)


def _key(game: str) -> str:
    return f"exhibition:{game}"
