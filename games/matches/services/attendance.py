"""Attendance: which players have their table open, as the others there may see.

It is in the cache, for a short time only, so that all servers see the same and nothing is written
to the database. Each open page renews it, so a player counts as away only if the last page was seen
to close. For a bot's account, streams and requests of its programs count as pages; one that only
sends requests was never seen to close.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

from games.matches import publish
from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.viewing import Access

cache = ConnectionProxy(caches, "presence")
STAYS_SECONDS = 60
"""How long a page counts as open after it last said so; it does so at least three times within."""
AWAY_SECONDS = 24 * 60 * 60
"""How long it is remembered that a player has left."""


@dataclass(frozen=True)
class AwayPlayer:
    """A player without an open page of the match.

    Attributes:
        since: When their last page closed.
        lost: Whether the connection broke; otherwise they closed the page.
    """

    player: Player
    since: datetime
    lost: bool


def is_followed(access: Access) -> bool:
    """Return whether the visitor plays in a running match whose other people wait for them."""
    match, player = access.match, access.player
    return (
        player is not None
        and player.left_at is None
        and match.status == Match.Status.RUNNING
        and match.pace != Match.Pace.TURNS
        and any(one.person for one in access.players if one is not player)
    )


def open_page(player: Player) -> None:
    """Note that a player's page is open, and publish it if the player was away."""
    cache.set(_here(player.pk), True, STAYS_SECONDS)
    if cache.delete(_left(player.pk)):
        publish.attendance_moved(player.match_id, player.pk, here=True)


def attend_as_program(access: Access) -> Player | None:
    """Note that a program plays for the visitor's bot account, and return its player.

    None for all others: a tool that only listens does not make a person present.
    """
    player = access.player
    if player is None or not player.program or not is_followed(access):
        return None
    open_page(player)
    return player


def close_page(player: Player, *, lost: bool) -> None:
    """Note that a page is gone, and publish it; other open pages of the player answer that.

    Args:
        player: The player whose page it was.
        lost: Whether its connection broke; otherwise the player closed it.
    """
    cache.delete(_here(player.pk))
    cache.set(_left(player.pk), (time_source.now().timestamp(), lost), AWAY_SECONDS)
    publish.attendance_moved(player.match_id, player.pk, here=False)


def away(players: Iterable[Player]) -> list[AwayPlayer]:
    """Return the people among these players who have no page open any more."""
    people = [player for player in players if player.person]
    if not people:
        return []
    found = cache.get_many([key(player.pk) for player in people for key in (_here, _left)])
    absent = list[AwayPlayer]()
    for player in people:
        left = found.get(_left(player.pk))
        if left is not None and _here(player.pk) not in found:
            since, lost = left
            absent.append(AwayPlayer(player, datetime.fromtimestamp(since, UTC), lost))
    return absent


def _here(player: int) -> str:
    return f"at-table:{player}"


def _left(player: int) -> str:
    return f"gone-from-table:{player}"
