"""Programs that read streams over HTTP, through the whole request handler.

async with reading("/api/v1/stream/me/", key) as program:
    first = await program.message()
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from core.asgi import Message
from core.server.handler import PagesHandler
from games.engine.contract import Json
from tests.helpers.sockets import PATIENCE


class Reader:
    """The client's end of a response; while `takes` is not set it reads nothing."""

    def __init__(self, path: str, key: str) -> None:
        path, _mark, query = path.partition("?")
        headers = [(b"host", b"localhost")]
        if key:
            headers.append((b"authorization", f"Bearer {key}".encode()))
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": headers,
        }
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.takes = asyncio.Event()
        self.takes.set()
        self.disconnected = asyncio.Event()
        self._asked = False
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._begun = b""

    async def receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.disconnected.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        await self.takes.wait()
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
            return
        self._begun += message.get("body", b"")
        *lines, self._begun = self._begun.split(b"\n")
        for line in lines:
            self._lines.put_nowait(line)
        if not message.get("more_body"):
            self._lines.put_nowait(self._begun or None)

    async def message(self) -> Json:
        """Return the next message, or the body of a refusal."""
        line = await asyncio.wait_for(self._lines.get(), PATIENCE)
        assert line is not None, "the answer has ended"
        found: Json = json.loads(line)
        return found

    async def until(self, type: str) -> list[Json]:
        """Return all messages up to the next one of this type."""
        found = [await self.message()]
        while found[-1]["type"] != type:
            found.append(await self.message())
        return found


@asynccontextmanager
async def reading(path: str, key: str = "") -> AsyncIterator[Reader]:
    """Read a stream; when the reader disconnects, the response must end."""
    reader = Reader(path, key)
    answering = asyncio.ensure_future(PagesHandler()(reader.scope, reader.receive, reader.send))
    try:
        yield reader
    finally:
        reader.disconnected.set()
        reader.takes.set()
        await asyncio.wait_for(answering, PATIENCE)
