"""The socket of a channel's page: the public table of its match, and when to move on."""

from __future__ import annotations

from dataclasses import replace

from django.template.loader import render_to_string

from games.engine.refusals import Refusal
from games.matches.sockets.consumers import IN_VIEW, OUT_OF_VIEW, PING
from games.matches.sockets.match_consumers import MatchConsumer
from games.matches.threads import in_thread
from games.matches.viewing import Visitor
from games.tv.channels import read_channel, showing


class TvConsumer(MatchConsumer):
    """Follow a match as the public sees it, and tell the page when the channel shows another."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        text = text_data or ""
        if text.startswith(PING):
            # Before the answer, after which a page that is up to date hears nothing.
            await self._look()
            await super().receive(text)
        elif text in (IN_VIEW, OUT_OF_VIEW):
            await super().receive(text)

    async def _look(self) -> None:
        """Let the page load again once its channel shows another match."""
        channel = str(self.scope["url_route"]["kwargs"]["channel"])
        shown = await in_thread(_match_of, channel)
        if shown and shown != self._match_id:
            await self.send(render_to_string("tv/_next.html", {"next": shown, "oob": True}))

    async def _visitor(self) -> Visitor:
        nameless = self._parameter("plain", "") == "yes"
        # The page without names has no header, and so no bell.
        self.rings = not nameless
        return replace(await super()._visitor(), invited=(), public=True, nameless=nameless)


def _match_of(channel: str) -> str:
    try:
        return showing(read_channel(channel)).match
    except Refusal:
        return ""
