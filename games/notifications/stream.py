"""The messages of a user's stream: matches that begin, wait and end, and news."""

from __future__ import annotations

from core.refusals import Refusal
from games.engine.contract import Json
from games.matches.presenters.rendering import serialize
from games.matches.publish import group_of
from games.matches.streams.stream import Source
from games.notifications.models import Notification, PersonStream, StreamMessage
from games.notifications.services import stream_log
from games.notifications.words import facts_of

READ_AT_ONCE = 100
Kind = StreamMessage.Kind


class PersonSource(Source):
    """A user's numbered messages beyond the message `after`.

    Without `after`, if the messages after it are no longer stored, or if there is no message of
    that number yet, as after the site was restored, the whole current state comes first, then each
    change.
    """

    def __init__(self, user_id: int, after: int | None = None) -> None:
        self.more = False
        self.end: Refusal | None = None
        self._user_id = user_id
        stream = stream_log.catch_up(user_id)
        known = after is not None and stream.forgotten <= after <= stream.number
        self._number = after if known else None

    @property
    def groups(self) -> tuple[str, ...]:
        return group_of("turns", self._user_id), group_of("playing", self._user_id)

    def read(self) -> list[bytes]:
        stream = stream_log.catch_up(self._user_id)
        if self._number is None or self._number < stream.forgotten:
            self._number = stream.number
            return [serialize(_now(stream))]
        rows = stream_log.messages_after(stream, self._number, READ_AT_ONCE)
        self.more = len(rows) == READ_AT_ONCE
        if rows:
            self._number = rows[-1].number
        return [serialize({"type": row.kind, "number": row.number, **_told(row)}) for row in rows]


def _now(stream: PersonStream) -> Json:
    return {
        "type": "now",
        "number": stream.number,
        "playing": [
            {"match": match, "game": game} for match, game in sorted(stream.playing.items())
        ],
        "asked": [{"match": match, **question} for match, question in sorted(stream.asked.items())],
    }


def _told(row: StreamMessage) -> Json:
    if row.notification is not None:
        return _describe(row.notification)
    assert row.match is not None
    match: Json = {"match": row.match.id, "game": row.match.game}
    if row.kind == Kind.ASKED:
        return {**match, "since": None if row.since is None else row.since.isoformat()}
    if row.kind == Kind.ENDED:
        return {**match, "status": row.match.status}
    return match


def _describe(row: Notification) -> Json:
    """Return a notification as data."""
    return {
        "kind": row.kind,
        "match": row.match_id,
        "by": None if row.actor is None else row.actor.username,
        "facts": facts_of(row),
        "waits": row.waits and row.read_at is None,
        "url": row.url,
        "at": row.made_at,
    }
