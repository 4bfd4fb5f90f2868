"""The socket of a page with a chat that stays."""

from __future__ import annotations

from core.asgi import Message
from core.refusals import Refusal
from games.matches.sockets.consumers import REFUSED, LiveConsumer
from games.matches.threads import in_thread


class LastingChatConsumer(LiveConsumer):
    """One connection of a reader; a visitor who may not read the chat has none."""

    last_html = ""

    def chat_group(self) -> str:
        """Return the group of the chat's pages; raise Refusal for users who may not read it."""
        raise NotImplementedError

    def render_lines(self) -> str:
        """Render the newest lines; "" for users who may not read them (any more)."""
        raise NotImplementedError

    def render_form(self) -> str:
        """Render the form below the lines, or why the user may not write."""
        raise NotImplementedError

    async def moderation_news(self) -> str:
        """Return the form; "" for users who may not read the chat (any more)."""
        try:
            return await in_thread(self.render_form)
        except Refusal:
            return ""

    async def catch_up(self, bell: str) -> None:
        try:
            group = await in_thread(self.chat_group)
        except Refusal as refusal:
            await self.refuse(refusal)
            return
        if group not in self.groups_joined:
            await self._join(group)
        await self._send_news(bell)

    async def lines_moved(self, event: Message) -> None:
        """Send the chat again if it has changed for this reader."""
        await self._send_news("")

    async def _send_news(self, bell: str) -> None:
        try:
            html = await in_thread(self.render_lines)
        except Refusal:
            html = ""
        if not html:
            await self.close(REFUSED)
            return
        news = "" if html == self.last_html else html
        self.last_html = html
        if news or bell:
            await self.send(news + bell)
