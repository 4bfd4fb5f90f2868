"""The socket of an event's page."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace

from core.asgi import Message
from games.events.presenters import fragment
from games.events.services.news import group
from games.matches.sockets.consumers import REFUSED, LiveConsumer
from games.matches.threads import in_thread, shared_in_thread

PAUSE = 1.0
"""The least seconds between two renderings for one page: many changes come at the same time."""


class EventConsumer(LiveConsumer):
    """One connection of a visitor to a page about an event."""

    fragment = staticmethod(fragment)
    """Renders the live part for a visitor, with its stamp; both are "" if they may not see it."""
    _shown = ""
    """The stamp of what the page shows."""
    _stale = False
    _due: asyncio.Task[None] | None = None

    @property
    def event_id(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["event_id"])

    def group_name(self) -> str:
        return group(self.event_id)

    async def disconnect(self, code: int) -> None:
        if self._due is not None:
            self._due.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._due
        await super().disconnect(code)

    async def catch_up(self, bell: str) -> None:
        self._shown = self._shown or self._parameter("digest", "")
        await self._send_news(bell)

    async def event_moved(self, event: Message) -> None:
        """Send the newest state; changes that follow soon are sent together."""
        self._stale = True
        if self._due is None or self._due.done():
            self._due = asyncio.create_task(self._send_stale())

    async def _send_stale(self) -> None:
        while self._stale:
            self._stale = False
            await self._send_news("")
            await asyncio.sleep(PAUSE)

    async def _send_news(self, bell: str) -> None:
        visitor = self.visitor
        if visitor.user.is_authenticated:
            stamp, html = await in_thread(self.fragment, visitor, self.event_id)
        else:
            # All visitors who are not signed in see the same, whatever invitations they opened.
            visitor = replace(visitor, invited=())
            stamp, html = await shared_in_thread(self.fragment, visitor, self.event_id)
        if not html:
            await self.close(REFUSED)
            return
        news = "" if stamp == self._shown else html
        self._shown = stamp
        if news or bell:
            await self.send(news + bell)
