"""The stream of a match: the events that the reader knows of, the newest state, the chat."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from core.refusals import Refusal
from games.matches import hooks
from games.matches.access import open_match
from games.matches.models import Match, Player
from games.matches.presenters.events import events_for, last_number_for
from games.matches.presenters.rendering import pushed_state, serialize
from games.matches.publish import group_of
from games.matches.refusals import MatchIsOver, SeatChanged
from games.matches.services import attendance
from games.matches.streams.stream import Source
from games.matches.viewing import Access

WAITING = (Match.Status.OPEN, Match.Status.CLOSED)
OVER = (Match.Status.FINISHED, Match.Status.ABORTED, Match.Status.CLOSED)


class MatchSource(Source):
    """A match for one reader.

    Events come first, each once and in order, then the state after them, if it differs from the one
    sent before.

    Args:
        user: The reader.
        match_id: The id of the match.
        keys: The keys of the invitation links that the reader has opened.
        after: The number of the event after which to start; None for new events only. If there is
            none yet, as after the site was restored, the stream starts with the newest state.
        chat: Whether to send lines of the reader's chat room.
        line: The id of the chat line after which to start; None for new lines only.

    Raises:
        NoSuchMatch: There is no match with this id.
        PrivateTable: The reader may not view it.
    """

    def __init__(
        self,
        user: Visitor,
        match_id: str,
        keys: Collection[str] = (),
        *,
        after: int | None = None,
        chat: bool = False,
        line: int | None = None,
    ) -> None:
        self.more = False
        self.end: Refusal | None = None
        self._user, self._match_id, self._keys = user, match_id, keys
        self._state = b""
        self._attending: Player | None = None
        """The reader's player, while the others at the table see whether a program is there."""
        access = open_match(user, match_id, keys)
        self._started, self._seat = access.match.status not in WAITING, access.seat
        last = last_number_for(access)
        self._number = last if after is None else min(after, last)
        self._lines: set[int] | None = None
        """The ids of the chat lines that need not be sent; None without chat."""
        self._oldest_line = 0
        if chat:
            known = hooks.chat_data(access)
            self._lines = {one["id"] for one in known if line is None or one["id"] <= line}
            self._oldest_line = line or min(self._lines, default=0)

    @property
    def groups(self) -> tuple[str, ...]:
        return (group_of("match", self._match_id),)

    def read(self) -> list[bytes]:
        access = open_match(self._user, self._match_id, self._keys)
        self._attending = attendance.attend_as_program(access)
        if self._started and access.seat != self._seat:
            # Another seat knows of other events, with other numbers.
            self.end = SeatChanged(
                _("Your seat has changed. Open the stream again, without `from`.")
            )
            return []
        self._started, self._seat = access.match.status not in WAITING, access.seat
        messages = self._events(access)
        if self.more:
            return messages
        state = pushed_state(access)
        if state != self._state:
            self._state = state
            messages.append(b'{"type":"state","number":%d,"state":%b}' % (self._number, state))
        messages += self._chat(access)
        if access.match.status in OVER:
            self.end = MatchIsOver(_("This match is over."))
        return messages

    def close(self) -> None:
        if self._attending is not None:
            attendance.close_page(self._attending, lost=True)

    def _events(self, access: Access) -> list[bytes]:
        found = events_for(access, self._number)
        self._number += len(found["events"])
        self.more = self._number < found["last"]
        return [
            serialize({"type": "event", "number": event["number"], "event": event})
            for event in found["events"]
        ]

    def _chat(self, access: Access) -> list[bytes]:
        if self._lines is None:
            return []
        lines = hooks.chat_data(access)
        # When a line is hidden, an older one moves up among the newest; it is not new.
        known, oldest = self._lines, self._oldest_line
        new = [line for line in lines if line["id"] not in known and line["id"] > oldest]
        self._lines = {line["id"] for line in lines}
        self._oldest_line = max(oldest, min(self._lines, default=0))
        return [serialize({"type": "chat", "line": line}) for line in new]
