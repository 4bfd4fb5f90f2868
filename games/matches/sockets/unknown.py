"""The answer to a WebSocket whose path is unknown."""

from __future__ import annotations

from channels.generic.websocket import AsyncWebsocketConsumer

from core.monitoring.asgi import NOT_FOUND
from core.server.security import API_SOCKETS
from games.matches.presenters.rendering import serialize
from games.matches.sockets.consumers import REASONS

ANSWER = {
    "error": {"code": REASONS[NOT_FOUND], "reason": "There is no such address. See /api/v1/docs/."}
}
"""Developers read it, in English as in the documentation."""


class UnknownPath(AsyncWebsocketConsumer):  # type: ignore[misc]  # a library without types
    """Refuse the handshake of a page; send a program the reason, and close with code 4404.

    The close of a refused handshake has no code, so a program could not tell why it was refused.
    """

    async def connect(self) -> None:
        if not self.scope["path"].startswith(API_SOCKETS):
            await self.close()
            return
        await self.accept()
        await self.send(serialize(ANSWER).decode())
        await self.close(NOT_FOUND, REASONS[NOT_FOUND])
