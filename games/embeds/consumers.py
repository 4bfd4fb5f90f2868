"""The socket of an embedded match: pushes the public view as the match goes on."""

from __future__ import annotations

from django.conf import settings

from games.embeds.public import ANONYMOUS
from games.matches.sockets.consumers import PING, PONG
from games.matches.sockets.match_consumers import MatchConsumer
from games.matches.viewing import Visitor


class EmbedConsumer(MatchConsumer):
    """Follow a match as an anonymous visitor; answer only pings."""

    rings = False

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data == PING:
            await self.send(PONG)
            await self.count_spectator()

    async def _visitor(self) -> Visitor:
        language = self._parameter("lang", "")
        known = language in dict(settings.LANGUAGES)
        return Visitor(ANONYMOUS, (), language if known else settings.LANGUAGE_CODE)
