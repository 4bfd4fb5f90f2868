"""Who has come to a live match since it started: by its page, its socket, the API, or a move.

Whoever has not come some time after the start loses the right to the match: the others may call it
off. No worker is needed for that, since nothing happens by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.matches import announce
from games.matches.access import Access
from games.matches.hooks import hooks
from games.matches.models import Match, Player
from games.matches.services import time_source

ABSENT = "absent"
"""The stored cause of a match that was called off because somebody had not come."""
COME_WITHIN = timedelta(seconds=60)


def note(access: Access) -> None:
    """Note that the visitor has come, if they play there, and announce it the first time."""
    if access.player is not None and is_awaited(access):
        store(access.player)


def store(player: Player) -> None:
    """Write that a player has come, and announce it, unless they had come before."""
    # What is cached of a player may be old: the row knows which time is the first.
    if Player.objects.filter(pk=player.pk, came_at=None).update(came_at=time_source.now()):
        announce.arrivals_moved(player.match_id)


def is_awaited(access: Access) -> bool:
    """Whether the visitor plays in a live match and has, as far as is known here, not come."""
    player = access.player
    return player is not None and player.came_at is None and _is_awaited(access.match)


def absent(match: Match, players: Iterable[Player]) -> list[Player]:
    """The people who have not come to a live match that runs."""
    if not _is_awaited(match):
        return []
    return [one for one in players if one.person and one.came_at is None]


def awaits_a_player(match: Match, players: Iterable[Player]) -> bool:
    """Return whether a person has not come to a live match, which may just have ended."""
    if match.pace != Match.Pace.LIVE:
        return False
    return any(one.user_id is not None and one.came_at is None for one in players)


def awaited_until(match: Match) -> datetime:
    """The moment from which a live match may be called off because of who has not come."""
    assert match.started_at is not None
    return match.started_at + COME_WITHIN


def was_for_anybody(match: Match) -> bool:
    """Whether somebody else would do: nobody was to be met by a link or name, at an
    evening, or once more.
    """
    open_to_all = match.public and match.former_id is None and match.evening_id is None
    return open_to_all and not hooks.was_by_name(match)


def _is_awaited(match: Match) -> bool:
    return match.pace == Match.Pace.LIVE and match.status == Match.Status.RUNNING
