"""ASGI middleware: health and metrics endpoints, counts of requests and sockets, message limits.

`/healthz`, `/readyz` and `/metrics` are answered before the host check, sessions, limits and
threads, because machines request them under any host name.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from core.asgi import App, Message, Receive, Scope, Send
from core.monitoring import drain, health, metrics
from core.monitoring.context import WorkContext
from core.monitoring.rate_limit import RateLimit

Response = tuple[int, str, bytes]
"""Status, content type and body."""

logger = logging.getLogger("tavola.socket")
ENDPOINTS = ("/healthz", "/readyz", "/metrics")
PAGES = ("api", "matches", "lobby", "quick", "me", "your-turn")
TOO_FAST = 1008
"""WebSocket close code for a socket that sends too fast: “Policy Violation”."""
SIGNED_OUT = 4401
"""WebSocket close code when there is no session or token, or it has ended."""
NOT_FOUND = 4404
"""WebSocket close code for an unknown path."""
TOO_MANY = 4429
"""WebSocket close code when a user or address has too many sockets; pages don't reconnect."""
BURST = 20
"""Messages that a socket may send at once. A page sends one every twenty seconds, one whenever it
comes into view or leaves it, and one per move."""
PROXY_HEADERS = (b"x-forwarded-for", b"forwarded", b"x-real-ip")
TEXT, JSON = "text/plain; charset=utf-8", "application/json"


class Monitoring:
    """The monitoring endpoints, on their own or in front of an application.

    Args:
        app: The application that gets all other requests; without it they are answered with 404.
        token: The bearer token that `/metrics` requires; without it only this machine may read
            the metrics.
    """

    def __init__(self, app: App | None = None, token: str = "") -> None:
        self._app = app
        self._token = token
        self._readiness = health.Readiness()
        self._redis = health.ThreadCheck(health.read_evictions)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._app is not None and scope["path"] not in ENDPOINTS:
            await _count_request(self._app, scope, receive, send)
        else:
            await _respond(scope, send, *await self._answer(scope))

    async def _answer(self, scope: Scope) -> Response:
        path = scope["path"]
        if path in ENDPOINTS and scope["method"] not in ("GET", "HEAD"):
            return 405, TEXT, b""
        if path == "/healthz":
            stuck = ", ".join(health.stuck())
            return (503, TEXT, f"stuck: {stuck}\n".encode()) if stuck else (200, TEXT, b"ok\n")
        if path == "/readyz":
            down = await self._readiness.down()
            body = json.dumps({"ready": not down, "down": down, "warnings": health.warnings()})
            return 503 if down else 200, JSON, body.encode()
        if path == "/metrics" and self._may_read(scope):
            if settings.REDIS_URL:
                await health.in_time(self._redis)
            return 200, CONTENT_TYPE_LATEST, generate_latest()
        return 404, TEXT, b""

    def _may_read(self, scope: Scope) -> bool:
        """Check the token if one is set, otherwise that this machine asks without a proxy."""
        headers = dict(scope["headers"])
        if self._token:
            given = headers.get(b"authorization", b"")
            return secrets.compare_digest(given, f"Bearer {self._token}".encode())
        if any(name in headers for name in PROXY_HEADERS):
            return False
        try:
            address = ip_address((scope.get("client") or ("",))[0])
        except ValueError:
            return False
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return (mapped or address).is_loopback


async def _respond(scope: Scope, send: Send, status: int, kind: str, body: bytes) -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    body = b"" if scope["method"] == "HEAD" else body
    await send({"type": "http.response.body", "body": body})


async def _count_request(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request, counted while it runs; while draining, its connection closes after it."""
    begun = False

    async def answer(message: Message) -> None:
        nonlocal begun
        if message["type"] == "http.response.start":
            begun = True
            if drain.process.draining:
                headers = [*message.get("headers", ()), (b"connection", b"close")]
                message = {**message, "headers": headers}
        await send(message)

    drain.process.requests += 1
    try:
        await app(scope, receive, answer)
    except asyncio.CancelledError:
        # Cancelled by the client, or by the server at the end of its shutdown grace.
        if drain.process.draining and not begun:
            await _respond(scope, answer, 503, TEXT, b"The site restarts. Ask again.\n")
        raise
    finally:
        drain.process.requests -= 1


class Sockets:
    """Middleware that counts sockets, and closes them on shutdown or when they send too fast."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page, match = _page_and_match(scope["path"])
        closed = False
        limit = RateLimit(BURST, settings.SOCKET_MESSAGES_A_SECOND)

        async def limited_receive() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive" or limit.allows():
                return message
            await close(TOO_FAST, "too-many")
            return {"type": "websocket.disconnect", "code": TOO_FAST}

        async def send_if_open(message: Message) -> None:
            if not closed:
                await send(message)

        async def close(code: int = drain.RESTARTS, reason: str = "interrupted") -> None:
            nonlocal closed
            if not closed:
                closed = True
                await send({"type": "websocket.close", "code": code, "reason": reason})

        key = object()
        drain.process.sockets[key] = close
        with (
            WorkContext("socket", match=match) as work,
            metrics.SOCKETS.labels(page).track_inprogress(),
        ):
            try:
                if drain.process.draining:
                    await close()
                await self._app(scope, limited_receive, send_if_open)
            finally:
                del drain.process.sockets[key]
                facts = {**work.facts(), "page": page, "ms": round(work.seconds * 1000, 1)}
                logger.debug("closed", extra={"facts": facts})


def _page_and_match(path: str) -> tuple[str, str]:
    """Return the kind of page that a socket belongs to, and the match it shows."""
    parts = path.split("/")
    page = parts[2] if len(parts) > 2 and parts[2] in PAGES else "other"
    return page, parts[3][:40] if page == "matches" and len(parts) > 3 else ""
