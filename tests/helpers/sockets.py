"""Sockets that are opened like those of browsers: through the whole application, with a cookie.

async with listening(match, client) as screen:
    first = await screen.frame()
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import connections
from django.test import Client

from config.asgi import application
from games.matches import threads

PATIENCE = 120
"""Seconds to wait for anything, even on a busy machine."""
QUIET = 0.3
"""Seconds without a message that count as silence; if too short, a fault may be missed."""
HOST = "localhost"
Asked = ParamSpec("Asked")
Given = TypeVar("Given")
ORIGIN = f"http://{HOST}"


class Screen:
    """The receiving end of one socket."""

    def __init__(
        self,
        path: str,
        client: Client | None = None,
        origin: str = f"http://{HOST}",
        headers: Sequence[tuple[bytes, bytes]] = (),
        address: str = "",
    ) -> None:
        headers = [(b"host", HOST.encode()), (b"origin", origin.encode()), *headers]
        name = settings.SESSION_COOKIE_NAME
        if client is not None and name in client.cookies:
            headers.append((b"cookie", f"{name}={client.cookies[name].value}".encode()))
        self.path = path
        self._socket = WebsocketCommunicator(application, path, headers=headers)
        if address:
            self._socket.scope["client"] = (address, 1)

    async def connect(self) -> bool:
        """Open the socket, and return whether the handshake was accepted."""
        accepted, _ = await self._socket.connect(timeout=PATIENCE)
        return bool(accepted)

    async def frame(self) -> str:
        return str(await self._socket.receive_from(timeout=PATIENCE))

    async def hears(self) -> dict[str, Any]:
        """Return the next message: a frame, or the close."""
        return dict(await self._socket.receive_output(timeout=PATIENCE))

    async def opens(self) -> bool:
        """Return whether the next message is a frame, not a close."""
        return bool((await self.hears())["type"] == "websocket.send")

    async def ended(self) -> None:
        """Wait for the end of the application; raise the error that it ended with."""
        await self._socket.wait(PATIENCE)

    async def silent(self) -> bool:
        return bool(await self._socket.receive_nothing(timeout=QUIET, interval=0.02))

    async def closed_with(self) -> int:
        message = await self.hears()
        assert message["type"] == "websocket.close", message["type"]
        return int(message["code"])

    async def say(self, text: str) -> None:
        await self._socket.send_to(text)

    async def send(self, frame: str | bytes) -> None:
        """Send a frame, an empty one too, of text or of bytes."""
        kind = "bytes" if isinstance(frame, bytes) else "text"
        await self._socket.send_input({"type": "websocket.receive", kind: frame})

    async def eventually(self, text: str) -> bool:
        """Return whether this frame comes before the close, after any other frames."""
        while (message := await self.hears())["type"] == "websocket.send":
            if message.get("text") == text:
                return True
        return False

    async def disconnect(self, code: int = 1000) -> None:
        await self._socket.disconnect(code, timeout=PATIENCE)


@asynccontextmanager
async def screen(path: str, client: Client | None = None) -> AsyncIterator[Screen]:
    """Open a socket, which must be accepted; its first frame is still unread."""
    opened = Screen(path, client)
    assert await opened.connect()
    try:
        yield opened
    finally:
        await opened.disconnect()


async def aside(do: Callable[Asked, Given], /, *args: Asked.args, **kwargs: Asked.kwargs) -> Given:
    """Run a function with database access in a thread, as a request would."""
    return await sync_to_async(do)(*args, **kwargs)


async def all_quiet(*screens: Screen) -> bool:
    return all(await asyncio.gather(*(one.silent() for one in screens)))


async def close_connections() -> None:
    """Close the database connections of the threads that worked for sockets."""
    await sync_to_async(connections.close_all)()
    # Not on the loop, which a thread that still announces something waits for.
    await asyncio.to_thread(threads.close)
