"""The socket of a match in a frame of another site: what everybody may see of it, as it happens."""

from __future__ import annotations

from django.conf import settings

from games.embeds.public import NOBODY
from games.matches.sockets.consumers import PING, PONG
from games.matches.sockets.fragments import Visitor
from games.matches.sockets.match_consumers import MatchConsumer


class EmbedConsumer(MatchConsumer):
    """Follows a match as nobody in particular; of what is sent to it only pings are answered."""

    rings = False

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data == PING:
            await self.send(PONG)

    async def _visitor(self) -> Visitor:
        language = self._parameter("lang", "")
        known = language in dict(settings.LANGUAGES)
        return Visitor(NOBODY, (), language if known else settings.LANGUAGE_CODE)
