"""Closing of connections whose clients stop reading, or are lost.

Uvicorn closes a connection once everything is sent. A client that stops reading would otherwise
keep its connection and task open indefinitely.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

CLOSE_WITHIN = 10.0
"""Seconds within which the client of a closing connection must read more of the rest."""

ANSWER_WITHIN = 5.0
"""Seconds between two pings to a page, and within which its browser answers one."""
AT_ONCE = struct.pack("ii", 1, 0)
"""Value of SO_LINGER: discard unsent data, and reset the connection."""


class EndingTransport:
    """A transport that aborts a closing connection when its client stops reading."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        # Called most often, so without the detour of __getattr__.
        self.write, self.is_closing = transport.write, transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        self._transport.close()
        self._expect_less()

    def _expect_less(self) -> None:
        """Check again until everything is sent; abort if the client read nothing since."""
        left = self._transport.get_write_buffer_size()
        if left:
            self._loop.call_later(CLOSE_WITHIN, self._look_again, left)

    def _look_again(self, left: int) -> None:
        if self._transport.get_write_buffer_size() < left:
            self._expect_less()
        else:
            # The kernel must not keep offering its own buffer either.
            number = os.dup(self._transport.get_extra_info("socket").fileno())
            with socket.socket(fileno=number) as own:
                own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self._transport.abort()


class EndingSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that closes at once, even if its client has not read earlier messages.

    A page that is lost without a word is noticed within ten seconds, since the other players at its
    table wait for it. Programs get longer: one that thinks answers no ping.
    """

    def start_keepalive(self) -> None:
        if "/api/" not in self.scope["path"]:
            self.ping_interval = self.ping_timeout = ANSWER_WITHIN
        super().start_keepalive()

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            # Nothing is sent after it: there is nothing to wait for.
            self.writable.set()
        await super().send(message)
