"""`append`, the only function that writes events and the columns that change with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction

from core.fastpath.statements import insert, update
from core.monitoring.metrics import CLOCK_LATE
from games.engine.contract import Json
from games.engine.history import is_visible
from games.matches import publish
from games.matches.access import cache_match
from games.matches.models import Event, Match, Player
from games.matches.services import arrivals, time_source
from games.matches.services.event_store import MatchState, state_cache
from games.matches.services.turns import (
    QUESTION_FIELDS,
    Questions,
    newly_asked,
    publish_to_people,
)
from games.matches.signals import (
    called_off_absent,
    match_finished,
    sealed_match_ended,
    seats_asked,
)
from games.matches.viewing import Access
from games.rating import size_of

LONGEST_TIME = 2**31 - 1
MOVED_FIELDS = ("last_number", "last_public_event_at", "answer_by")
ENDED_FIELDS = ("status", "ended_at", "outcome", "words", "listed_at", "digest", "uncounted")
REWRITTEN_FIELDS = (*MOVED_FIELDS, *ENDED_FIELDS, "missing_since")
LISTED_FIELDS = ("ended_at", "game", "size", "public")
"""What `enter_lists` sets of a player."""
PLAYER_FIELDS = (
    *("left_at", "left_by", "bot", "called_off_at", "place", "score", "away_from", "away_until"),
    *QUESTION_FIELDS,
    "honoured",
    *LISTED_FIELDS,
)
"""All that events change of a player."""


def next_event(
    match: Match, kind: str, seat: int | None, data: Json, asked_since: datetime | None = None
) -> Event:
    """Return the next event of a match, for a `Change`.

    Args:
        match: The match before the event.
        kind: One of `Event.Kind`.
        seat: The seat whose event it is, if any.
        data: The content of the event, which depends on its kind.
        asked_since: When the seat was asked, for a move that answers a question.
    """
    now = time_source.now()
    took = None
    if asked_since is not None:
        took = max(0, min((now - asked_since) // timedelta(milliseconds=1), LONGEST_TIME))
    number = match.last_number + 1
    return Event(match=match, number=number, kind=kind, seat=seat, data=data, at=now, took=took)


@dataclass(frozen=True, slots=True)
class Change:
    """One event, and all that changes with it.

    Attributes:
        access: The match and its players after the event.
        event: The event.
        after: The state after the event.
        questions: The questions that change with the event.
        rewritten: The players with more changes than their questions.
        arrived: The player who comes to the table for the first time by this event.
        due_at: When the worker should have written the event; None for actions of players and bots.
    """

    access: Access
    event: Event
    after: MatchState
    questions: Questions = field(default_factory=Questions)
    rewritten: Sequence[Player] = ()
    arrived: Player | None = None
    due_at: datetime | None = None

    @property
    def ends(self) -> bool:
        """Whether the match ends with the event."""
        return self.access.match.status != Match.Status.RUNNING

    @property
    def is_public(self) -> bool:
        """Whether every viewer sees the event."""
        return is_visible(self.after.history[-1], None)


def append(changes: Sequence[Change]) -> None:
    """Write one event for each of some matches, and all that changes with it.

    The caller holds the locks of the matches' rows, in a transaction. Other apps write what follows
    from the end of a match in the same transaction. After the commit this process caches the
    matches with their players and states, which must not be changed any more, and publishes the
    events' numbers to the followers of the matches.

    Args:
        changes: At most one change of each match.

    Raises:
        RuntimeError: A change does not follow the newest event of its match.
    """
    for change in changes:
        match, event = change.access.match, change.event
        if event.number != match.last_number + 1 or change.after.number != event.number:
            raise RuntimeError(f"event {event.number} does not follow {match.last_number}")
        match.last_number = event.number
        if change.is_public:
            match.last_public_event_at = event.at
        if match.status == Match.Status.FINISHED:
            _finish(match, change.access.players)
    insert([change.event for change in changes])
    usual = [change for change in changes if not change.rewritten and not change.ends]
    update([change.access.match for change in usual], MOVED_FIELDS)
    others = [change for change in changes if change.rewritten or change.ends]
    update([change.access.match for change in others], REWRITTEN_FIELDS)
    update([player for change in changes for player in change.questions.changed], QUESTION_FIELDS)
    update([player for change in others for player in change.rewritten], PLAYER_FIELDS)
    for change in changes:
        if change.arrived is not None:
            arrivals.store(change.arrived)
    for change in others:
        if change.ends and change.access.match.sealed:
            sealed_match_ended.send(Match, match=change.access.match)
        if change.event.data.get("cause") in (arrivals.ABSENT, Event.Kind.TIMEOUT):
            match, players = change.access.match, change.access.players
            away = [one for one in players if one.called_off_at == change.event.at]
            called_off_absent.send(Match, match=match, players=away)
    asked = [player for change in changes for player in newly_asked(change.questions.asked)]
    if asked:
        seats_asked.send(Match, players=asked)
    transaction.on_commit(lambda: _committed(changes))
    for change in changes:
        _publish(change)


def _finish(match: Match, players: Sequence[Player]) -> None:
    """Notify other apps of the end of a match, and enter it into the lists.

    A sealed match has no consequences before it is unsealed (`sealing`).
    """
    if match.sealed:
        return
    # A receiver may set a later end, so that the matches of a ladder have an order.
    match_finished.send(Match, match=match, players=players)
    enter_lists(match, players)


def enter_lists(match: Match, players: Iterable[Player]) -> None:
    """Set the columns by which an ended match is listed for its players and, if public, for all."""
    match.listed_at = match.ended_at if match.public else None
    match.words = words_of(players)
    for player in players:
        player.ended_at = match.ended_at
        player.game, player.size, player.public = match.game, size_of(match.seats), match.public


def _publish(change: Change) -> None:
    match, players, questions = change.access.match, change.access.players, change.questions
    publish_to_people(match, newly_asked(questions.asked), questions.freed)
    if change.ends:
        if arrivals.awaits_a_player(match, players):
            publish.arrivals_moved(match.id)
        publish.playing_moved(player.user_id for player in players)
        publish.lobby_moved()
    left = [player for player in change.rewritten if player.left_at == change.event.number]
    publish.playing_moved(player.user_id for player in left)
    publish.match_moved(match.id, change.event.number)


def _committed(changes: Sequence[Change]) -> None:
    for change in changes:
        match, after = change.access.match, change.after
        cache_match(match, change.access.players)
        state_cache.set_newer(match.id, after.number, after)
        if change.due_at is not None:
            CLOCK_LATE.observe((change.event.at - change.due_at).total_seconds())


def words_of(players: Iterable[Player]) -> str:
    """Return the players' names in the form in which they are searched."""
    return "\n".join(sorted({player.name.casefold() for player in players}))
