"""Notice that PostgreSQL is away, show it on open pages, and decline requests at once.

Without this each request waits for a connection from the pool, and for a thread of its address
(docs/decisions/0072-store-watch.md).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils.translation import gettext_noop as _

from core.asgi import App, Message, Receive, Scope, Send

if TYPE_CHECKING:
    from psycopg import AsyncConnection

logger = logging.getLogger(__name__)
EVERY = 1.0
"""Seconds between two questions to the database, while pages are open or it is away."""
PATIENCE = 1.5
"""Seconds that the database has to answer; a second attempt follows on a new connection."""
AWAY, BACK = "store away", "store back"
"""The frames that pages get (static/js/live.js)."""
PING, PONG = "ping", "pong"
TRY_AGAIN, RECONNECT = 1011, 1012
PROGRAMS = "/ws/api/"
RETRY_AFTER = "5"
TEMPORARY = (OperationalError, InterfaceError)
UNAVAILABLE = _("That can’t be done right now. Wait a moment, check, then try again.")
"""The words for a failure that passes. A move may be stored although the answer was lost."""
NOT_FOR_POSTGRESQL = ("cursor_factory", "context", "prepare_threshold")
"""What Django's connections have in addition to the parameters of a connection."""
Tell = Callable[[bool], Awaitable[None]]


class Question:
    """A connection outside the pool, which asks the database whether it answers."""

    def __init__(self) -> None:
        self._line: AsyncConnection[Any] | None = None
        self._has_answered = False

    async def __call__(self) -> bool:
        """Return whether the database answers.

        A database that never answered this process is not away: its connections may all be taken.
        """
        # Imported only with PostgreSQL: the import would slow the start of every command.
        from psycopg import Error

        for _attempt in range(2):
            with contextlib.suppress(Error, OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._ask()
                self._has_answered = True
                return True
            await self.close()
        return not self._has_answered

    async def _ask(self) -> None:
        from psycopg import AsyncConnection

        if self._line is None:
            known = connection.get_connection_params()
            params = {name: known[name] for name in known if name not in NOT_FOR_POSTGRESQL}
            self._line = await AsyncConnection.connect(**params, autocommit=True)
        await self._line.execute("SELECT 1")

    async def close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await line.close()


class StoreWatch:
    """Whether the database of this process answers; every open page hears when that changes.

    It asks only while pages are open, while the database is away, and after a request failed.
    """

    def __init__(self, question: Question) -> None:
        self.away = False
        self._question = question
        self._pages: dict[object, Tell] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watching: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Ask the database soon; may be called in any thread, and does not wait."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._watch)

    def begin(self) -> None:
        """Watch in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self.look()

    async def end(self) -> None:
        """Stop watching, and close the connection."""
        watching, self._watching, self._loop = self._watching, None, None
        if watching is not None:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        await self._question.close()

    @contextlib.asynccontextmanager
    async def following(self, tell: Tell) -> AsyncIterator[None]:
        """Call `tell` during the block whenever the database goes away (True) or is back."""
        key = object()
        self._pages[key] = tell
        self.look()
        try:
            yield
        finally:
            del self._pages[key]

    def _watch(self) -> None:
        if self._loop is None:
            return
        if self._watching is None or self._watching.done():
            self._watching = asyncio.ensure_future(self._until_quiet())

    async def _until_quiet(self) -> None:
        """Ask again and again, until the database answers and no page is open."""
        while True:
            try:
                answers = await self._question()
            except Exception:
                # Without the next question every request would be declined for good.
                logger.exception("Asking the database failed; it is asked again.")
            else:
                if answers == self.away:
                    await self._change(away=not answers)
                if not self.away and not self._pages:
                    return
            await asyncio.sleep(EVERY)

    async def _change(self, *, away: bool) -> None:
        self.away = away
        if away:
            logger.error("The database is away: requests are declined until it answers.")
        else:
            logger.warning("The database is back.")
        pages = list(self._pages.values())
        # Sockets that do not read do not delay the next question.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(EVERY):
                await asyncio.gather(*(tell(away) for tell in pages), return_exceptions=True)


watch = StoreWatch(Question())


def declines(scope: Scope) -> bool:
    """Return whether a request has to be declined, because the database is away."""
    return watch.away and not scope["path"].startswith(f"/{settings.STATIC_URL.lstrip('/')}")


class StoreNews:
    """Middleware for sockets: tells pages that the database is away, and spares it their messages.

    While it is away a page keeps its socket, and pings are answered here. Any other message closes
    the socket: the page sends its move again once it has connected. A page that connects is held
    until the database is back, and a program gets status 503. So does every client that connects
    just as the database goes away.
    """

    def __init__(self, application: App) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_program = scope["path"].startswith(PROGRAMS)
        if watch.away:
            await (_decline(scope, send) if is_program else _hold(receive, send))
            return
        answered = False

        async def note(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            await (self._application if is_program else self._follow)(scope, receive, note)
        except TEMPORARY:
            watch.look()
            if answered:
                raise
            await _decline(scope, send)

    async def _follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepted = False

        async def note(message: Message) -> None:
            nonlocal accepted
            kind = message["type"]
            accepted = kind == "websocket.accept" or (accepted and kind != "websocket.close")
            await send(message)

        async def tell(away: bool) -> None:
            if accepted:
                await _say(send, AWAY if away else BACK)

        async def spared() -> Message:
            while True:
                message = await receive()
                if not watch.away or message["type"] != "websocket.receive":
                    return message
                if not _is_ping(message):
                    await send({"type": "websocket.close", "code": TRY_AGAIN})
                    return {"type": "websocket.disconnect", "code": TRY_AGAIN}
                await _say(send, PONG)

        async with watch.following(tell):
            await self._application(scope, spared, note)


def _is_ping(message: Message) -> bool:
    return str(message.get("text") or "").startswith(PING)


async def _say(send: Send, text: str) -> None:
    await send({"type": "websocket.send", "text": text})


async def _hold(receive: Receive, send: Send) -> None:
    """Keep a page's socket, without anything that needs the store, until the database is back."""

    async def tell(away: bool) -> None:
        if not away:
            await send({"type": "websocket.close", "code": RECONNECT})

    await receive()
    await send({"type": "websocket.accept"})
    async with watch.following(tell):
        await _say(send, AWAY)
        while (message := await receive())["type"] != "websocket.disconnect":
            if watch.away and _is_ping(message):
                await _say(send, PONG)


async def _decline(scope: Scope, send: Send) -> None:
    """Refuse the handshake with status 503, and the words that a request gets."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return
    headers = [(b"retry-after", RETRY_AFTER.encode()), (b"content-type", b"application/json")]
    error = {"code": "unavailable", "reason": UNAVAILABLE}
    body = json.dumps({"error": error}, ensure_ascii=False).encode()
    await send({"type": "websocket.http.response.start", "status": 503, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
