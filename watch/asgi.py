"""Around the application: what is counted of every request and socket, and three doors of its own.

`/healthz`, `/readyz` and `/metrics` are answered here, before hosts, sessions, limits or a thread:
whoever asks is a machine, and asks by whatever address it has.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from watch import drain, health, metrics
from watch.context import Doing, current, ms
from watch.ratelimit import Pace

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Answer = tuple[int, str, bytes]

logger = logging.getLogger("tavola.socket")
PAGES = ("api", "matches", "lobby", "quick", "me", "your-turn")
TOO_FAST = 1008
"""The code of a closed socket: “Policy Violation”."""
CAME_BY_PROXY = (b"x-forwarded-for", b"forwarded", b"x-real-ip")
TEXT, JSON = "text/plain; charset=utf-8", "application/json"


class Watch:
    """The doors for whoever looks after the house; alone, or before an application's own."""

    def __init__(self, app: App | None = None, token: str = "") -> None:
        self._app = app
        self._token = token
        self._readiness = health.Readiness()
        self._doors = {
            "/healthz": self._healthz,
            "/readyz": self._readyz,
            "/metrics": self._metrics,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        door = self._doors.get(scope["path"])
        if door is None and self._app is not None:
            await _counted(self._app, scope, receive, send)
        elif door is None:
            await _say(scope, send, 404, TEXT, b"")
        elif scope["method"] not in ("GET", "HEAD"):
            await _say(scope, send, 405, TEXT, b"")
        else:
            await _say(scope, send, *await door(scope))

    async def _healthz(self, scope: Scope) -> Answer:
        stuck = health.stuck()
        if stuck:
            return 503, TEXT, f"stuck: {', '.join(stuck)}\n".encode()
        return 200, TEXT, b"ok\n"

    async def _readyz(self, scope: Scope) -> Answer:
        down = await self._readiness.down()
        return 503 if down else 200, JSON, json.dumps({"ready": not down, "down": down}).encode()

    async def _metrics(self, scope: Scope) -> Answer:
        if not self._may_read(scope):
            return 404, TEXT, b""
        return 200, CONTENT_TYPE_LATEST, generate_latest()

    def _may_read(self, scope: Scope) -> bool:
        """With a token whoever has it; without one, who asks from nearby and not by a proxy."""
        headers = dict(scope["headers"])
        if self._token:
            shown = headers.get(b"authorization", b"")
            return secrets.compare_digest(shown, f"Bearer {self._token}".encode())
        if any(name in headers for name in CAME_BY_PROXY):
            return False
        try:
            address = ip_address((scope.get("client") or ("",))[0])
        except ValueError:
            return False
        return address.is_loopback or address.is_private


async def _say(scope: Scope, send: Send, status: int, kind: str, body: bytes) -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    body = b"" if scope["method"] == "HEAD" else body
    await send({"type": "http.response.body", "body": body})


async def _counted(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    """A request, known to go on: while the house drains its connection ends with it."""
    begun = False

    async def answer(message: dict[str, Any]) -> None:
        nonlocal begun
        if message["type"] == "http.response.start":
            begun = True
            if drain.begun():
                message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
        await send(message)

    drain.house.requests += 1
    try:
        await app(scope, receive, answer)
    except asyncio.CancelledError:
        # Left behind by a server that could wait no longer, or by who asked.
        if drain.begun() and not begun:
            await _say(scope, answer, 503, TEXT, b"The house restarts. Ask again.\n")
        raise
    finally:
        drain.house.requests -= 1


class Sockets:
    """Counts the sockets that are open, and closes them when the house drains, or a flood comes."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page, match = _place(scope["path"])
        doing = Doing("socket", match=match)
        closed = False
        pace = Pace()

        async def hear() -> dict[str, Any]:
            message = await receive()
            if message["type"] != "websocket.receive" or pace.kept():
                return message
            await close(TOO_FAST)
            return {"type": "websocket.disconnect", "code": TOO_FAST}

        async def out(message: dict[str, Any]) -> None:
            if not closed:
                await send(message)

        async def close(code: int = drain.RESTARTS) -> None:
            nonlocal closed
            if not closed:
                closed = True
                await send({"type": "websocket.close", "code": code})

        key = object()
        drain.house.sockets[key] = close
        token = current.set(doing)
        open_now = metrics.SOCKETS.labels(page)
        open_now.inc()
        try:
            if drain.begun():
                await close()
            await self._app(scope, hear, out)
        finally:
            open_now.dec()
            del drain.house.sockets[key]
            current.reset(token)
            facts = {**doing.facts(), "page": page, "ms": ms(doing.seconds)}
            logger.debug("closed", extra={"facts": facts})


def _place(path: str) -> tuple[str, str]:
    """The kind of page a socket belongs to, and the match it shows."""
    parts = path.split("/")
    page = parts[2] if len(parts) > 2 and parts[2] in PAGES else "other"
    return page, parts[3][:40] if page == "matches" and len(parts) > 3 else ""
