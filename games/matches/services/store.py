"""The one way an event is written: moves, undo, leaving, showing, lapses, clocks, vacations."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from fastpath.statements import insert, update
from games.engine.contract import Json
from games.matches import announce
from games.matches.access import Access, cache_match
from games.matches.models import Event, Match
from games.matches.services import time_source
from games.matches.services.event_store import MatchState, cache_after_commit

LONGEST_TIME = 2**31 - 1
MOVED_FIELDS = ("last_number", "moved_at", "answer_by")
ENDED_FIELDS = ("status", "ended_at", "outcome", "words", "listed_at", "digest")


def next_event(
    match: Match, kind: str, seat: int | None, data: Json, asked_since: datetime | None = None
) -> Event:
    """The event that comes next in a match, not written yet: `store` does that.

    `asked_since`: since when the seat was asked what it answers with this event.
    """
    now = time_source.now()
    took = None if asked_since is None else _milliseconds(now - asked_since)
    number = match.last_number + 1
    return Event(match=match, number=number, kind=kind, seat=seat, data=data, at=now, took=took)


def store(access: Access, event: Event, after: MatchState) -> Access:
    """Write the next event of a match; the match and its players as they are from then on.

    In the transaction in which the caller has locked the match's row, has read how it stands and
    has written what the event changes of its players. What holds afterwards, or not at all:

    - The event has the number after the last one, and the row of the match says so.
    - The row says too whether the match goes on: `access.match` is as the caller left it.
    - Once it is committed, and not before, this process keeps the match, its players and `after`.
      Nobody changes them any more, and answers are drawn from them without reading again.
    - Then whoever follows the match hears of the number, and of nothing else.
    """
    match = access.match
    if event.number != match.last_number + 1 or after.number != event.number:
        raise RuntimeError(f"event {event.number} does not follow {match.last_number}")
    match.last_number, match.moved_at = event.number, event.at
    insert(event)
    running = match.status == Match.Status.RUNNING
    update(match, MOVED_FIELDS if running else (*MOVED_FIELDS, *ENDED_FIELDS))
    transaction.on_commit(lambda: cache_match(match, access.players))
    cache_after_commit(match, after)
    announce.match_moved(match.id, event.number)
    return access


def _milliseconds(time: timedelta) -> int:
    """As whole milliseconds; what is longer than a column holds is cut short."""
    return max(0, min(time // timedelta(milliseconds=1), LONGEST_TIME))
