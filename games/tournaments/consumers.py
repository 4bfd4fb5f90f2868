"""The sockets of a tournament: of its page, and its stream for programs."""

from __future__ import annotations

from games.events.consumers import EventConsumer
from games.matches.sockets.streams import StreamConsumer
from games.matches.streams.stream import Source
from games.tournaments.presenters.pages import fragment
from games.tournaments.streams import TournamentSource


class TournamentConsumer(EventConsumer):
    """One connection of a visitor to the page of a tournament."""

    fragment = staticmethod(fragment)

    @property
    def event_id(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["tournament_id"])


class TournamentStreamConsumer(StreamConsumer):
    """The stream of a tournament for a program."""

    def open_source(self) -> Source:
        tournament_id = str(self.scope["url_route"]["kwargs"]["tournament_id"])
        return TournamentSource(self.visitor.user, tournament_id)
