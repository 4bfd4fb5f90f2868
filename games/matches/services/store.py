"""The only function that writes an event, and the columns that change with it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from fastpath.statements import insert, update
from games.engine.contract import Json
from games.matches import announce
from games.matches.access import Access, cache_match
from games.matches.models import Event, Match, Player
from games.matches.services import time_source
from games.matches.services.event_store import MatchState, cache_after_commit, is_visible
from games.rating import size_of

LONGEST_TIME = 2**31 - 1
MOVED_FIELDS = ("last_number", "told_at", "answer_by")
ENDED_FIELDS = ("status", "ended_at", "outcome", "words", "listed_at", "digest")
LISTED_FIELDS = ("ended_at", "game", "size", "public")
"""What `enter_lists` sets of a player."""


def next_event(
    match: Match, kind: str, seat: int | None, data: Json, asked_since: datetime | None = None
) -> Event:
    """The next event of a match, for `store`; `asked_since`: since when its seat was asked."""
    now = time_source.now()
    took = None
    if asked_since is not None:
        took = max(0, min((now - asked_since) // timedelta(milliseconds=1), LONGEST_TIME))
    number = match.last_number + 1
    return Event(match=match, number=number, kind=kind, seat=seat, data=data, at=now, took=took)


def store(access: Access, event: Event, after: MatchState) -> Access:
    """Write the next event of a match; returns the match and its players as they are from then on.

    The caller holds the lock of the match's row, has set `access.match` if the match ended, and has
    written what the event changes of its players. After commit, and not before, this process caches
    the match, its players and `after`, none of which may be changed any more, and the number of the
    event, nothing else, is announced to whoever follows the match.
    """
    match = access.match
    if event.number != match.last_number + 1 or after.number != event.number:
        raise RuntimeError(f"event {event.number} does not follow {match.last_number}")
    match.last_number = event.number
    if is_visible(after.story[-1], None):
        match.told_at = event.at
    insert(event)
    running = match.status == Match.Status.RUNNING
    update(match, MOVED_FIELDS if running else (*MOVED_FIELDS, *ENDED_FIELDS))
    transaction.on_commit(lambda: cache_match(match, access.players))
    cache_after_commit(match, after)
    announce.match_moved(match.id, event.number)
    return access


def enter_lists(match: Match, players: list[Player]) -> None:
    """Set what an ended match is listed by: for everybody if public, and for its players."""
    match.listed_at = match.ended_at if match.public else None
    match.words = words_of(players)
    for player in players:
        player.ended_at = match.ended_at
        player.game, player.size, player.public = match.game, size_of(match.seats), match.public


def words_of(players: Iterable[Player]) -> str:
    """The names at a table as they are searched for."""
    return "\n".join(sorted({player.name.casefold() for player in players}))
