"""A server whose application sends data without end, run as a process of its own.

python -m tests.helpers.pouring 12345

`/pour`, by HTTP or WebSocket, sends parts of `PART` bytes until one is not read within `WITHIN`
seconds. `/poured` answers the bytes sent in total, and the number of connections that still send.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from typing import Any

import uvicorn

from core.server import slow_readers
from core.server.programs import uvicorn_config

PART = 16 * 1024
WITHIN = 0.5
DROPPED = 4408
poured, pouring = 0, 0


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["path"] == "/pour":
        await _pour(scope["type"], receive, send)
        return
    body = json.dumps({"poured": poured, "pouring": pouring}).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


async def _pour(kind: str, receive: Any, send: Any) -> None:
    global pouring
    pouring += 1
    part: dict[str, Any]
    await receive()
    if kind == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        part = {"type": "http.response.body", "body": b"x" * PART, "more_body": True}
    else:
        await send({"type": "websocket.accept"})
        part = {"type": "websocket.send", "bytes": b"x" * PART}
    sending = asyncio.ensure_future(_send_on(part, send))
    leaving = asyncio.ensure_future(receive())
    try:
        await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        if kind != "http" and not leaving.done():
            await send({"type": "websocket.close", "code": DROPPED})
    finally:
        pouring -= 1
        sending.cancel()
        leaving.cancel()
        await asyncio.gather(sending, leaving, return_exceptions=True)


async def _send_on(part: dict[str, Any], send: Any) -> None:
    """Send until a part is not read in time."""
    global poured
    with suppress(TimeoutError):
        while True:
            async with asyncio.timeout(WITHIN):
                await send(part)
            poured += PART
            await asyncio.sleep(0)


if __name__ == "__main__":
    slow_readers.CLOSE_WITHIN = WITHIN
    uvicorn.Server(uvicorn_config(application, "127.0.0.1", int(sys.argv[1]))).run()
