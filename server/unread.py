"""What uvicorn does about clients that do not read what they are sent.

It closes a connection once everything is sent; of a client that takes nothing that is never, and
the connection, its task and all they hold would stay indefinitely.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

CLOSE_WITHIN = 10.0
"""Seconds in which a client takes more of what is left of a connection that is closed."""

AT_ONCE = struct.pack("ii", 1, 0)
"""Of SO_LINGER: what was not taken is thrown away, and the other side is told so."""


class EndingTransport:
    """A connection that was closed is gone as soon as its client takes nothing more of it."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        # What is called most is not looked for.
        self.write, self.is_closing = transport.write, transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        self._transport.close()
        self._expect_less()

    def _expect_less(self) -> None:
        """Look again until all is sent; abort where nothing was taken meanwhile."""
        left = self._transport.get_write_buffer_size()
        if left:
            self._loop.call_later(CLOSE_WITHIN, self._look_again, left)

    def _look_again(self, left: int) -> None:
        if self._transport.get_write_buffer_size() < left:
            self._expect_less()
        else:
            # Not even the system is to go on offering what it holds.
            number = os.dup(self._transport.get_extra_info("socket").fileno())
            with socket.socket(fileno=number) as own:
                own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self._transport.abort()


class EndingSocketProtocol(WebSocketsSansIOProtocol):
    """A socket that is closed at once, also where its client has not taken what was sent before."""

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            # Nothing is sent after it: there is nothing to wait for.
            self.writable.set()
        await super().send(message)
