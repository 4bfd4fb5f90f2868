"""The only function that writes events, and the columns that change with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction

from fastpath.statements import insert, update
from games.engine.contract import Json
from games.matches import announce
from games.matches.access import Access, cache_match
from games.matches.models import Event, Match, Player
from games.matches.services import time_source
from games.matches.services.event_store import MatchState, is_visible, state_cache
from games.matches.services.turns import (
    QUESTION_FIELDS,
    Questions,
    announce_to_people,
    newly_asked,
)
from games.matches.signals import seats_asked
from games.rating import size_of

LONGEST_TIME = 2**31 - 1
MOVED_FIELDS = ("last_number", "last_public_event_at", "answer_by")
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


@dataclass(frozen=True, slots=True)
class Change:
    """What one event changes: the match and its players as they are from then on, its state, and
    the questions."""

    access: Access
    event: Event
    after: MatchState
    questions: Questions = field(default_factory=Questions)


def store(
    access: Access, event: Event, after: MatchState, questions: Questions | None = None
) -> Access:
    """`append` one event to a match whose row is locked; its match and players from then on."""
    append([Change(access, event, after, questions or Questions())])
    return access


def append(changes: Sequence[Change]) -> None:
    """Write the next events of some matches, one each, and what they change.

    The caller holds the locks of their rows, in a transaction, has set `access.match` where a match
    ended, and what the event changes of its players. After commit, and not before, this process
    caches the matches, their players and states, none of which may be changed any more, and the
    numbers of the events, nothing else, are announced to whoever follows the matches.
    """
    for change in changes:
        match, event = change.access.match, change.event
        if event.number != match.last_number + 1 or change.after.number != event.number:
            raise RuntimeError(f"event {event.number} does not follow {match.last_number}")
        match.last_number = event.number
        if is_visible(change.after.story[-1], None):
            match.last_public_event_at = event.at
    insert([change.event for change in changes])
    matches = [change.access.match for change in changes]
    update([match for match in matches if match.status == Match.Status.RUNNING], MOVED_FIELDS)
    ended = [match for match in matches if match.status != Match.Status.RUNNING]
    update(ended, (*MOVED_FIELDS, *ENDED_FIELDS))
    update([player for change in changes for player in change.questions.changed], QUESTION_FIELDS)
    asked = [player for change in changes for player in newly_asked(change.questions.asked)]
    if asked:
        seats_asked.send(Match, players=asked)
    transaction.on_commit(lambda: _cache(changes))
    for change in changes:
        match, questions = change.access.match, change.questions
        announce_to_people(match, newly_asked(questions.asked), questions.freed)
        announce.match_moved(match.id, change.event.number)


def _cache(changes: Sequence[Change]) -> None:
    for change in changes:
        match, after = change.access.match, change.after
        cache_match(match, change.access.players)
        state_cache.set_newer(match.id, after.number, after)


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
