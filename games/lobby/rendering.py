"""Rendering of the lobby for all sockets of a process: once for each key, at a limited rate.

Each table that is opened, joined or taken down changes the lobby for every visitor. If it were
rendered at once for every socket, a visitor who opens and takes down tables could keep a server
busy.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Protocol
from weakref import WeakKeyDictionary

from games.matches.viewing import Visitor

logger = logging.getLogger(__name__)
PAUSE = 0.5
"""The least seconds between two rounds: the first change is shown at once, later ones together."""
REST = 4
"""The pause after a round, as a multiple of its duration, so that moves get their share of CPU."""
Key = tuple[object, str]


class Connection(Protocol):
    """A socket that shows the lobby."""

    visitor: Visitor

    async def show(self, html: str) -> None: ...


Render = Callable[[Visitor], Awaitable[str]]
Sleep = Callable[[float], Awaitable[object]]


class LobbyRenderer:
    """The sockets that are due for the newest lobby, and the one task that renders it."""

    def __init__(self, render: Render, sleep: Sleep = asyncio.sleep) -> None:
        self._render, self._sleep = render, sleep
        self._due: set[Connection] = set()
        self._task: asyncio.Task[None] | None = None
        self._sending: dict[Connection, asyncio.Task[None]] = {}

    def add(self, connection: Connection) -> None:
        """Send this connection the newest lobby soon."""
        self._due.add(connection)
        if self._task is None:
            self._task = asyncio.ensure_future(self._render_all_due())

    def forget(self, connection: Connection) -> None:
        self._due.discard(connection)
        sending = self._sending.pop(connection, None)
        if sending is not None:
            sending.cancel()

    async def _render_all_due(self) -> None:
        try:
            while self._due:
                began = monotonic()
                await self._render_round()
                await self._sleep(max(PAUSE, REST * (monotonic() - began)))
        finally:
            self._task = None

    async def _render_round(self) -> None:
        """Render once for each key, and send it to all connections due when the round began."""
        groups: dict[Key, list[Connection]] = {}
        due, self._due = self._due, set()
        for connection in due:
            groups.setdefault(_key(connection.visitor), []).append(connection)
        for members in groups.values():
            try:
                html = await self._render(members[0].visitor)
            except Exception:
                logger.exception("The lobby could not be rendered.")
                continue
            for connection in members:
                self._send(connection, html)

    def _send(self, connection: Connection, html: str) -> None:
        """Send in a task of its own: no connection waits for a browser that does not read."""
        before = self._sending.get(connection)
        if before is not None and not before.done():
            self._due.add(connection)
            return
        task = asyncio.ensure_future(connection.show(html))
        self._sending[connection] = task
        task.add_done_callback(_log_failure)


def _key(visitor: Visitor) -> Key:
    """Return a key that is equal for visitors who see the same lobby."""
    return visitor.user.pk or "the public", visitor.language


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        logger.info("A page of the lobby has closed.", exc_info=task.exception())


_renderers: WeakKeyDictionary[asyncio.AbstractEventLoop, LobbyRenderer] = WeakKeyDictionary()


def renderer_of_this_loop(render: Render) -> LobbyRenderer:
    """Return the renderer that all sockets of this process share."""
    loop = asyncio.get_running_loop()
    if loop not in _renderers:
        _renderers[loop] = LobbyRenderer(render)
    return _renderers[loop]
