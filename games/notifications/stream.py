"""What a stream of a person sends: matches that begin, wait for them and end, and their news."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.engine.contract import Json
from games.matches.announce import group_of
from games.matches.presenters.rendering import serialize
from games.matches.refusals import BadBody
from games.notifications.models import Notification, PersonStream, StreamMessage
from games.notifications.services import stream_log
from refusals import Refusal

READ_AT_ONCE = 100
Kind = StreamMessage.Kind


class PersonSource:
    """What concerns a user, numbered, beyond the message `after`.

    None, or one so old that what followed it is not stored any more: first how it is now, whole,
    then each change.
    """

    def __init__(self, user_id: int, after: int | None = None) -> None:
        """BadBody where `after` is a number that there is not yet."""
        self.groups: tuple[str, ...] = (group_of("turns", user_id), group_of("playing", user_id))
        self.more = False
        self.end: Refusal | None = None
        self._user_id = user_id
        stream = stream_log.catch_up(user_id)
        if after is not None and after > stream.number:
            words = _("There is no message {number} yet: the last one is {last}.")
            raise BadBody(words, number=after, last=stream.number)
        known = after is not None and after >= stream.forgotten
        self._number = after if known else None

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
    """A notice as data: what happened, by whom, and where to look."""
    return {
        "kind": row.kind,
        "match": row.match_id,
        "by": None if row.actor is None else row.actor.username,
        "facts": row.facts,
        "waits": row.waits and row.read_at is None,
        "url": row.url,
        "at": row.made_at,
    }
