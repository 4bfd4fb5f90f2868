"""HTTP and WebSocket as a load driver speaks them: the least work a client can do.

The driver shares the machine with the server it measures. These speak to our own server only:
answers have a length, frames are not fragmented.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from time import perf_counter

Heard = Callable[[bytes, float], None]
PING, CLOSE, TEXT = 9, 8, 1


class Post(asyncio.Protocol):
    """A connection that is kept, one request at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._wants = -1
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionResetError("the server hung up"))

    @property
    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    async def send(self, request: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._wants < 0:
            head, found, _ = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            self._wants = len(head) + 4 + _length(head)
        if len(self._buffer) >= self._wants and self._answer is not None:
            head, _, body = self._buffer[: self._wants].partition(b"\r\n\r\n")
            self._buffer, self._wants = self._buffer[self._wants :], -1
            if not self._answer.done():
                self._answer.set_result((int(head[9:12]), body))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    raise ValueError("an answer without a length")


class Listener(asyncio.Protocol):
    """A socket that hands on each text frame with the moment it was whole."""

    def __init__(self, request: bytes, heard: Heard) -> None:
        self._request = request
        self._heard = heard
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("no socket here"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in self._buffer[:16]:
                self.opened.set_exception(ConnectionRefusedError(bytes(self._buffer[:80])))
                return
            del self._buffer[: end + 4]
            self._open = True
            self.opened.set_result(None)
        while (frame := self._next()) is not None:
            kind, content = frame
            if kind == TEXT:
                self._heard(content, perf_counter())
            elif kind == PING and self._transport is not None:
                self._transport.write(b"\x8a" + bytes([0x80 | len(content)]) + bytes(4) + content)
            elif kind == CLOSE:
                self.close()

    def _next(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 0x7F, 2
        if length == 126:
            start, length = 4, int.from_bytes(buffer[2:4])
        elif length == 127:
            start, length = 10, int.from_bytes(buffer[2:10])
        if len(buffer) < start + length:
            return None
        frame = buffer[0] & 0x0F, bytes(buffer[start : start + length])
        del buffer[: start + length]
        return frame

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def listen(address: str, path: str, cookie: str, heard: Heard) -> Listener:
    """Open a socket; `heard` is called with every frame."""
    host, port = address.split(":")
    key = b64encode(os.urandom(16)).decode()
    lines = [
        *(f"GET {path} HTTP/1.1", f"Host: {address}", f"Origin: http://{address}"),
        *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
        f"Sec-WebSocket-Key: {key}",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    loop = asyncio.get_running_loop()
    _, listener = await loop.create_connection(lambda: Listener(request, heard), host, int(port))
    await asyncio.wait_for(listener.opened, 60)
    return listener


async def poster(address: str) -> Post:
    host, port = address.split(":")
    _, post = await asyncio.get_running_loop().create_connection(Post, host, int(port))
    return post
