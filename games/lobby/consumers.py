"""The sockets of the lobby, and of a search for opponents."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from core.asgi import Message
from games.lobby.fragments import lobby_fragment, search_fragment
from games.lobby.rendering import renderer_of_this_loop
from games.lobby.services import tickets
from games.matches.presenters.rendering import digest
from games.matches.publish import LOBBY, deliver, group_of
from games.matches.sockets.consumers import LiveConsumer
from games.matches.threads import in_thread
from games.matches.viewing import Visitor

logger = logging.getLogger(__name__)
PULSE = 5.0
"""Seconds between two renderings of a search: live windows widen at the same rate."""


async def render_lobby(visitor: Visitor) -> str:
    return await in_thread(lobby_fragment, visitor)


class LobbyConsumer(LiveConsumer):
    """One connection that shows the lobby."""

    last_html = ""
    bell_due = False
    opened = False
    """Whether the page was sent something, or already showed the newest lobby."""

    def group_name(self) -> str:
        return LOBBY

    async def disconnect(self, code: int) -> None:
        renderer_of_this_loop(render_lobby).forget(self)
        await super().disconnect(code)

    async def catch_up(self, bell: str) -> None:
        """Queue this socket with the others: sockets that open together are rendered together."""
        self.bell_due = bool(bell)
        renderer_of_this_loop(render_lobby).add(self)

    async def lobby_moved(self, event: Message) -> None:
        renderer_of_this_loop(render_lobby).add(self)

    async def show(self, html: str) -> None:
        """Send the rendered lobby only if it is new for this page.

        A frame without news would reveal that a hidden table has changed.
        """
        bell = self.last_bell if self.bell_due else ""
        if not self.opened and digest(html) == self._parameter("digest", ""):
            self.last_html = html
        news = "" if html == self.last_html else html
        self.last_html, self.bell_due, self.opened = html, False, True
        if news or bell:
            await self.send(news + bell)

    async def turn_news(self) -> str:
        self.last_html, self.opened = "", True
        return await in_thread(lobby_fragment, self.visitor, "mine")


class SearchConsumer(LiveConsumer):
    """One connection that waits for opponents; a live ticket expires with the last of them."""

    pulse: asyncio.Task[None] | None = None

    def group_name(self) -> str:
        return group_of("ticket", self._ticket_id)

    @property
    def _ticket_id(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["ticket_id"])

    async def connect(self) -> None:
        await super().connect()
        self.pulse = asyncio.ensure_future(self._beat())

    async def disconnect(self, code: int) -> None:
        if self.pulse is not None:
            self.pulse.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.pulse
        await super().disconnect(code)
        await in_thread(tickets.mark_left, self.visitor.user, self._ticket_id)
        # Another tab may show the same search; its consumer marks the ticket as seen again.
        await deliver([({"type": "who.is.there"}, (self.group_name(),))])

    async def catch_up(self, bell: str) -> None:
        await self.send(await in_thread(search_fragment, self.visitor, self._ticket_id) + bell)

    async def ticket_moved(self, event: Message) -> None:
        await self.catch_up("")

    async def who_is_there(self, event: Message) -> None:
        await in_thread(tickets.mark_seen, self.visitor.user, self._ticket_id)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self.catch_up("")
            except Exception:
                # A ticket without a pulse would expire although its page is open.
                logger.warning("A search was not shown; the next pulse follows.", exc_info=True)
