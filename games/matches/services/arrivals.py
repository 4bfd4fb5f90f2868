"""Arrivals of players at a live match: by its page, its socket, the API, or a move.

The other players may call the match off if a player has not come within some time of the start.
No worker is needed, since nothing happens automatically.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from games.matches import hooks, publish
from games.matches.models import Event, Match, Player
from games.matches.services import time_source
from games.matches.viewing import Access

ABSENT = "absent"
"""The stored cause of a match that was called off because a player had not come."""
COME_WITHIN = timedelta(seconds=60)
SERVING_SINCE = timezone.now()
"""When this process began. If the site was down before, its players could not come."""


def note(access: Access) -> None:
    """Record that the visitor has come, if they play in the match; publish it the first time."""
    if access.player is not None and is_awaited(access):
        store(access.player)


def store(player: Player) -> None:
    """Store that a player has come, and publish it, unless the player had come before."""
    # The cached player may be outdated; the update affects the row only the first time.
    if Player.objects.filter(pk=player.pk, came_at=None).update(came_at=time_source.now()):
        publish.arrivals_moved(player.match_id)


def is_awaited(access: Access) -> bool:
    """Return whether the visitor plays in a live match and, as far as is cached, has not come."""
    player = access.player
    return player is not None and player.came_at is None and _is_awaited(access.match)


def absent(match: Match, players: Iterable[Player]) -> list[Player]:
    """Return the people who have not come to a running live match."""
    if not _is_awaited(match):
        return []
    return [one for one in players if one.person and one.came_at is None]


def awaits_a_player(match: Match, players: Iterable[Player]) -> bool:
    """Return whether a user has not come to a live match, which may have ended."""
    if match.pace != Match.Pace.LIVE:
        return False
    return any(one.user_id is not None and one.came_at is None for one in players)


def users_who_came(match: Match, users: Collection[int]) -> set[int]:
    """Return those of these users who came to a match before it was called off: also by a move."""
    # Only live matches store when a player came. The rows in memory may lack it.
    moved = Event.objects.filter(match=match, kind=Event.Kind.MOVE).values("seat")
    came = match.players.filter(Q(came_at__isnull=False) | Q(seat__in=moved), user__in=users)
    return {user for user in came.values_list("user_id", flat=True) if user is not None}


def awaited_until(match: Match) -> datetime:
    """Return from when a live match may be called off because of an absent player."""
    assert match.started_at is not None
    return max(match.started_at, SERVING_SINCE) + COME_WITHIN


def was_for_anybody(match: Match) -> bool:
    """Return whether other opponents would do as well.

    That is so for a public match that is no rematch, belongs to no game night, and was not only for
    players invited by name.
    """
    return match.public and match.former_id is None and not hooks.was_for_some(match)


def _is_awaited(match: Match) -> bool:
    return match.pace == Match.Pace.LIVE and match.status == Match.Status.RUNNING
