"""What a stream of a person sends: matches that begin, wait for them and end, and their news."""

from __future__ import annotations

from datetime import datetime

from games.engine.contract import Json
from games.matches.announce import group_of
from games.matches.presenters.rendering import serialize
from games.matches.services.turns import (
    Waiting,
    running_matches,
    statuses_of,
    waiting_matches,
)
from games.notifications.models import Notification
from games.notifications.services import inbox
from refusals import Refusal

READ_AT_ONCE = 100


class PersonSource:
    """What concerns a user: first how it is now, whole, then each change; news are numbered.

    `after`: the number of the newest notice that they have; None: those that come from now on.
    """

    def __init__(self, user_id: int, after: int | None = None) -> None:
        self.groups: tuple[str, ...] = (group_of("turns", user_id), group_of("playing", user_id))
        self.more = False
        self.end: Refusal | None = None
        self._user_id = user_id
        rows = inbox.latest_of(user_id, READ_AT_ONCE)
        self._known = {row.pk for row in rows if after is None or row.pk <= after}
        """The numbers of the notices, among the newest, that need not be sent."""
        self._after = after or min(self._known, default=0)
        self._playing: dict[str, str] | None = None
        self._waiting: dict[str, datetime | None] = {}

    def read(self) -> list[bytes]:
        playing, waiting = running_matches(self._user_id), waiting_matches(self._user_id)
        told = [self._now(playing, waiting)] if self._playing is None else []
        if self._playing is not None:
            told += self._changes(self._playing, playing, waiting)
        self._playing = playing
        self._waiting = {one.id: one.since for one in waiting}
        return [serialize(message) for message in (*told, *self._new_news())]

    def _now(self, playing: dict[str, str], waiting: list[Waiting]) -> Json:
        return {
            "type": "now",
            "number": max(self._known, default=self._after),
            "playing": [{"match": match, "game": game} for match, game in playing.items()],
            "asked": [_asked(one) for one in waiting],
        }

    def _changes(
        self, before: dict[str, str], playing: dict[str, str], waiting: list[Waiting]
    ) -> list[Json]:
        began = [
            {"type": "began", "match": match, "game": game}
            for match, game in playing.items()
            if match not in before
        ]
        new = [one for one in waiting if self._waiting.get(one.id, False) != one.since]
        asked = [{"type": "asked", **_asked(one)} for one in new]
        still = {one.id for one in waiting}
        freed = [{"type": "answered", "match": one} for one in self._waiting if one not in still]
        gone = [match for match in before if match not in playing]
        statuses = statuses_of(gone) if gone else {}
        ended = [
            {
                "type": "ended",
                "match": match,
                "game": before[match],
                "status": statuses.get(match),
            }
            for match in gone
        ]
        return [*began, *freed, *asked, *ended]

    def _new_news(self) -> list[Json]:
        rows = inbox.latest_of(self._user_id, READ_AT_ONCE)
        new = [row for row in reversed(rows) if row.pk not in self._known and row.pk > self._after]
        self._known = {row.pk for row in rows}
        if len(rows) == READ_AT_ONCE:
            # Where a notice is deleted an older one takes its place: that is no news.
            self._after = max(self._after, rows[-1].pk)
        return [_describe(row) for row in new]


def _asked(waiting: Waiting) -> Json:
    since = None if waiting.since is None else waiting.since.isoformat()
    return {"match": waiting.id, "game": waiting.game, "since": since}


def _describe(row: Notification) -> Json:
    """A notice as data: what happened, by whom, and where to look."""
    return {
        "type": "news",
        "number": row.pk,
        "kind": row.kind,
        "match": row.match_id,
        "by": None if row.actor is None else row.actor.username,
        "facts": row.facts,
        "waits": row.waits and row.read_at is None,
        "url": row.url,
        "at": row.made_at,
    }
