"""The stream of a tournament: its newest state after each change."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from core.refusals import Refusal
from games.events.services.finding import open_event
from games.events.services.news import group
from games.matches.presenters.rendering import serialize
from games.matches.refusals import MatchIsOver
from games.matches.streams.stream import Source
from games.tournaments.presenters.data import describe_state
from games.tournaments.presenters.pages import open_tournament


class TournamentSource(Source):
    """A tournament for one reader; each message has its newest state, and none is queued.

    Args:
        user: The reader.
        event_id: The event.

    Raises:
        NoSuchEvent: There is no such tournament for the reader.
    """

    def __init__(self, user: Visitor, event_id: str) -> None:
        self.more = False
        self.end: Refusal | None = None
        self._user, self._event_id = user, event_id
        self._sent = b""
        open_tournament(open_event(user, event_id))

    @property
    def groups(self) -> tuple[str, ...]:
        return (group(self._event_id),)

    def read(self) -> list[bytes]:
        tournament = open_tournament(open_event(self._user, self._event_id))
        state = describe_state(tournament)
        if not tournament.event.is_ahead:
            self.end = MatchIsOver(_("This tournament is over."))
        message = serialize({"type": "state", "number": tournament.number, **state})
        if message == self._sent:
            return []
        self._sent = message
        return [message]
