"""The sockets of a user's waiting tables and news: of the page, and of programs."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.services.readers import written_for
from games.matches.sockets.consumers import OwnConsumer
from games.matches.sockets.streams import StreamConsumer
from games.matches.streams.stream import Source
from games.matches.threads import in_thread
from games.matches.viewing import Visitor
from games.notifications.news import what_waits
from games.notifications.stream import PersonSource


class YourTurnConsumer(OwnConsumer):
    async def catch_up(self, bell: str) -> None:
        await self.send(bell + await self.turn_news())

    async def turn_news(self) -> str:
        return await in_thread(render_your_turn, self.visitor)


class PersonStreamConsumer(StreamConsumer):
    """The stream of a user's matches and news, for the user's program."""

    def open_source(self) -> Source:
        return PersonSource(self.visitor.user.pk, self.asked_for()["from"])


def render_your_turn(visitor: Visitor) -> str:
    with written_for(visitor.user, visitor.language):
        context = {**what_waits(visitor.user), "you": visitor.user, "oob": True}
        return render_to_string("notifications/_notices.html", context)
