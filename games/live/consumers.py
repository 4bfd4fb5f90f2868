"""Sockets: each sends its own viewer's view, and nothing else. Join the group, then read."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from games.access import SESSION_KEYS
from games.announce import LOBBY, match_group
from games.engine.refusals import Refusal
from games.live.fragments import (
    Fragment,
    Visitor,
    chat_fragment,
    lobby_fragment,
    match_fragment,
    shared_tables,
)

logger = logging.getLogger(__name__)
REFUSED = 4403
TRY_AGAIN = 1011


class LiveConsumer(AsyncWebsocketConsumer):
    """What all sockets share: who is there, which group, and how they end."""

    group = ""

    async def connect(self) -> None:
        self.visitor = await self._visitor()
        await self.accept()
        self.group = self.group_name()
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.catch_up()

    async def disconnect(self, code: int) -> None:
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Moves come by POST; what a socket says is not listened to."""

    def group_name(self) -> str:
        raise AssertionError("a socket has a group")

    async def catch_up(self) -> None:
        """Send the newest state whole."""

    async def _visitor(self) -> Visitor:
        session = self.scope.get("session") or {}
        keys = await database_sync_to_async(session.get)(SESSION_KEYS, [])
        query = parse_qs(self.scope.get("query_string", b"").decode("latin1"))
        language = query.get("lang", [""])[0]
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        return Visitor(self.scope["user"], tuple(keys), language)


class MatchConsumer(LiveConsumer):
    """One screen that follows a match."""

    number = -2
    spectator = False
    last_html = ""

    def group_name(self) -> str:
        return match_group(self._match_id)

    @property
    def _match_id(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["match_id"])

    async def catch_up(self) -> None:
        await self._send_table(None)

    async def match_moved(self, event: dict[str, Any]) -> None:
        if event["number"] > self.number or event["number"] == 0:
            await self._send_table(event["number"])

    async def chat_moved(self, event: dict[str, Any]) -> None:
        render = database_sync_to_async(chat_fragment)
        try:
            html = await render(self.visitor, self._match_id, event["room"])
        except Refusal:
            await self.close(REFUSED)
            return
        if html:
            await self.send(html)

    async def _send_table(self, number: int | None) -> None:
        try:
            fragment = await self._fragment(number)
        except Refusal:
            await self.close(REFUSED)
            return
        except Exception:
            logger.exception("A socket of match %s could not be served.", self._match_id)
            await self.close(TRY_AGAIN)
            return
        self.number = fragment.number
        self.spectator = fragment.shared
        # A secret move changes nothing for those who may not know of it: not even a frame is sent.
        if fragment.html != self.last_html:
            self.last_html = fragment.html
            await self.send(fragment.html)

    async def _fragment(self, number: int | None) -> Fragment:
        if self.spectator and number is not None:
            return await shared_tables.get(self.visitor, self._match_id, number)
        return await database_sync_to_async(match_fragment)(self.visitor, self._match_id)


class LobbyConsumer(LiveConsumer):
    """One screen that shows the lobby."""

    def group_name(self) -> str:
        return LOBBY

    async def catch_up(self) -> None:
        await self.send(await database_sync_to_async(lobby_fragment)(self.visitor))

    async def lobby_moved(self, event: dict[str, Any]) -> None:
        await self.catch_up()
