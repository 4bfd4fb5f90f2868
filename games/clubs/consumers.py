"""The socket of a club's page, which follows the chat."""

from __future__ import annotations

from core.asgi import Message
from core.refusals import Refusal
from games.clubs.presenters import chat_html
from games.clubs.services.chat import chat_group
from games.clubs.services.founding import open_club
from games.matches.sockets.consumers import REFUSED, LiveConsumer
from games.matches.threads import in_thread


class ClubConsumer(LiveConsumer):
    """One connection of a member; the page of a visitor who is no member has none."""

    last_html = ""

    @property
    def _slug(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["club_slug"])

    async def catch_up(self, bell: str) -> None:
        try:
            club = (await in_thread(open_club, self.visitor.user, self._slug)).club
        except Refusal:
            await self.close(REFUSED)
            return
        group = chat_group(club.pk)
        if group not in self.groups_joined:
            await self._join(group)
        await self._send_news(bell)

    async def club_moved(self, event: Message) -> None:
        """Send the chat again if it has changed for this reader."""
        await self._send_news("")

    async def _send_news(self, bell: str) -> None:
        try:
            html = await in_thread(chat_html, self.visitor, self._slug)
        except Refusal:
            html = ""
        if not html:
            await self.close(REFUSED)
            return
        news = "" if html == self.last_html else html
        self.last_html = html
        if news or bell:
            await self.send(news + bell)
