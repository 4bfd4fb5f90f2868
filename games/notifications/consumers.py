"""The socket of the page of all that waits for somebody."""

from __future__ import annotations

from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.utils import translation

from games.matches.sockets.consumers import OwnConsumer
from games.matches.sockets.fragments import Visitor
from games.notifications.news import what_waits


class YourTurnConsumer(OwnConsumer):
    async def catch_up(self, bell: str) -> None:
        await self.send(bell + await self.turn_news())

    async def turn_news(self) -> str:
        return str(await database_sync_to_async(render_your_turn)(self.visitor))


def render_your_turn(visitor: Visitor) -> str:
    with translation.override(visitor.language):
        context = {**what_waits(visitor.user), "you": visitor.user, "oob": True}
        return render_to_string("notifications/_notices.html", context)
