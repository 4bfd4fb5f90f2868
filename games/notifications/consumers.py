"""The socket of the page of tables that wait for somebody."""

from __future__ import annotations

from channels.db import database_sync_to_async

from games.matches.sockets.consumers import OwnConsumer
from games.notifications.fragments import your_turn_fragment


class YourTurnConsumer(OwnConsumer):
    """The page of the tables that wait for somebody."""

    async def catch_up(self, bell: str) -> None:
        await self.send(bell + await self.turn_news())

    async def turn_news(self) -> str:
        news: str = await database_sync_to_async(your_turn_fragment)(self.visitor)
        return news
