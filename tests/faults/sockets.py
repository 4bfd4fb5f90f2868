"""WebSockets like those of browsers, on real connections, many in one thread.

async with opened(port, match_id, person) as line:
    await line.until(seen=7)
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from games.engine.contract import Json
from tests.faults.cluster import PATIENCE

SEEN = re.compile(r'id="table"[^>]* data-seen="(-?\d+)"|data-seen="(-?\d+)"[^>]* id="table"')


class Line:
    """An open socket of a match, and the number of its newest table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames = 0
        self.seen: int | None = None

    async def hear(self) -> str:
        frame = str(await self.socket.recv())
        self.frames += 1
        found = SEEN.search(frame)
        if found:
            self.seen = int(found[1] or found[2])
        return frame

    async def hears(self, text: str) -> None:
        """Wait for a frame of exactly this text."""
        async with asyncio.timeout(PATIENCE):
            while await self.hear() != text:
                pass

    async def until(self, seen: int, patience: float = PATIENCE) -> None:
        """Wait for a table with this event, or a newer one."""
        async with asyncio.timeout(patience):
            while self.seen is None or self.seen < seen:
                await self.hear()


@asynccontextmanager
async def opened(
    port: int,
    match_id: str,
    person: Json | None = None,
    trust: ssl.SSLContext | None = None,
    come_from: str = "127.0.0.1",
    **more: str,
) -> AsyncIterator[Line]:
    """Open the socket of a match's page, for a signed-in user or a stranger."""
    query = "&".join(f"{name}={value}" for name, value in {"lang": "en", **more}.items())
    headers = {"Cookie": f"sessionid={person['session']}"} if person else {}
    place = f"s://localhost:{port}" if trust else f"://127.0.0.1:{port}"
    async with connect(
        f"ws{place}/ws/matches/{match_id}/?{query}",
        origin=Origin(f"http{place}"),
        ssl=trust,
        additional_headers=headers,
        compression=None,
        open_timeout=PATIENCE,
        # A busy machine may answer pings late.
        ping_interval=None,
        local_addr=(come_from, 0),
    ) as socket:
        yield Line(socket)
