"""HTTP and WebSocket clients that use as little CPU as possible.

They share the machine with the server they measure, and work only with our own server: its answers
have a length, its frames are not fragmented.
"""

from __future__ import annotations

import asyncio
import os
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice
from time import perf_counter
from typing import TypeVar, cast

Opened = TypeVar("Opened")
OnFrame = Callable[[bytes, float], None]
"""Called with the content of a frame, and the `perf_counter` at which it was complete."""
CONTENT_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
PING, TEXT = 9, 1
OPENED_AT_ONCE = 20
OPEN_TIMEOUT = 60


def request(line: str, address: str, *headers: str, body: bytes = b"") -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", f"Host: {address}", *headers, "", ""]).encode() + body


def upgrade_request(address: str, path: str, cookie: str = "") -> bytes:
    """Return the request that opens a WebSocket."""
    headers = [f"Origin: http://{address}", "Upgrade: websocket", "Connection: Upgrade"]
    headers += ["Sec-WebSocket-Version: 13"]
    headers += [f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}"]
    headers += [f"Cookie: {cookie}"] if cookie else []
    return request(f"GET {path}", address, *headers)


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def send(streams: Streams, request: bytes) -> int:
    """Send a request, read the whole answer, and return its status."""
    reader, writer = streams
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = CONTENT_LENGTH.search(head)
    if length is None:
        raise ValueError("an answer without a length")
    await reader.readexactly(int(length[1]))
    return int(head[9:12])


class Listener(asyncio.Protocol):
    """A WebSocket that calls `on_frame` with each text frame."""

    def __init__(self, request: bytes, on_frame: OnFrame) -> None:
        self._request, self._on_frame = request, on_frame
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("no WebSocket here"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:16]:
                self.opened.set_exception(ConnectionRefusedError(bytes(head[:80])))
                return
            self._buffer = rest
            self.opened.set_result(None)
        while (frame := self._next_frame()) is not None:
            kind, content = frame
            if kind == TEXT:
                self._on_frame(content, perf_counter())
            elif kind == PING and self._transport is not None:
                self._transport.write(b"\x8a" + bytes([0x80 | len(content)]) + bytes(4) + content)

    def _next_frame(self) -> tuple[int, bytes] | None:
        """Return the opcode and content of the first frame in the buffer, once it is complete."""
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

    def send(self, text: bytes) -> None:
        """Send a text frame. Its mask is zero, which leaves the text unchanged."""
        if self._transport is None:
            return
        length = len(text)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2)
        self._transport.write(b"\x81" + size + bytes(4) + text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def listen(address: str, path: str, cookie: str, on_frame: OnFrame) -> Listener:
    """Open a WebSocket; `on_frame` is called with every text frame."""
    host, port = address.split(":")
    opening = upgrade_request(address, path, cookie)
    loop = asyncio.get_running_loop()
    _, listener = await loop.create_connection(lambda: Listener(opening, on_frame), host, int(port))
    await asyncio.wait_for(listener.opened, OPEN_TIMEOUT)
    return listener


async def open_all(opening: Iterable[Awaitable[Opened]]) -> list[Opened]:
    """Await all of these, `OPENED_AT_ONCE` at a time."""
    opened: list[Opened] = []
    left = iter(opening)
    while group := list(islice(left, OPENED_AT_ONCE)):
        opened += await asyncio.gather(*group)
    return opened


async def until(condition: Callable[[], object], seconds: float) -> None:
    """Wait until a condition holds, at most so long."""
    deadline = perf_counter() + seconds
    while not condition() and perf_counter() < deadline:
        await asyncio.sleep(0.0005)
