"""The lobby drawn for all its sockets in a process: once for those who see the same, and seldom.

Each table that is opened, joined or taken down changes the lobby for everybody. Drawn for every
socket, and at once every time, somebody who opens and takes down tables would keep a server busy.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Protocol
from weakref import WeakKeyDictionary

from games.matches.sockets.fragments import Visitor

logger = logging.getLogger(__name__)
PAUSE = 0.5
"""Seconds between two rounds at least: the first change is shown at once, those behind it then."""
REST = 4
"""So many times as long as a round took the next one waits, so that moves are not in its way."""
Key = tuple[object, str]


class Connection(Protocol):
    """A socket that shows the lobby."""

    visitor: Visitor

    async def show(self, html: str) -> None: ...


Draw = Callable[[Visitor], Awaitable[str]]
Sleep = Callable[[float], Awaitable[object]]


class Drawings:
    """Who is to be shown the newest lobby, and the task that draws it, one drawing at a time."""

    def __init__(self, draw: Draw, sleep: Sleep = asyncio.sleep) -> None:
        self._draw, self._sleep = draw, sleep
        self._due: set[Connection] = set()
        self._drawing: asyncio.Task[None] | None = None
        self._sending: dict[Connection, asyncio.Task[None]] = {}

    def add(self, connection: Connection) -> None:
        """Show this connection the lobby as it is from now on, soon."""
        self._due.add(connection)
        if self._drawing is None:
            self._drawing = asyncio.ensure_future(self._draw_all_due())

    def forget(self, connection: Connection) -> None:
        self._due.discard(connection)
        sending = self._sending.pop(connection, None)
        if sending is not None:
            sending.cancel()

    async def _draw_all_due(self) -> None:
        try:
            while self._due:
                began = monotonic()
                await self._draw_round()
                await self._sleep(max(PAUSE, REST * (monotonic() - began)))
        finally:
            self._drawing = None

    async def _draw_round(self) -> None:
        """Draw once for each key, and send it to all who were due when the round began."""
        groups: dict[Key, list[Connection]] = {}
        due, self._due = self._due, set()
        for connection in due:
            groups.setdefault(_key(connection.visitor), []).append(connection)
        for members in groups.values():
            try:
                html = await self._draw(members[0].visitor)
            except Exception:
                logger.exception("The lobby could not be drawn.")
                continue
            for connection in members:
                self._send(connection, html)

    def _send(self, connection: Connection, html: str) -> None:
        """Send in a task of its own: nobody waits for a browser that does not read."""
        before = self._sending.get(connection)
        if before is not None and not before.done():
            self._due.add(connection)
            return
        task = asyncio.ensure_future(connection.show(html))
        self._sending[connection] = task
        task.add_done_callback(_log_failure)


def _key(visitor: Visitor) -> Key:
    """The same for those who see the same lobby."""
    return visitor.user.pk or "the public", visitor.language


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        logger.info("A screen of the lobby is gone.", exc_info=task.exception())


_drawings: WeakKeyDictionary[asyncio.AbstractEventLoop, Drawings] = WeakKeyDictionary()


def drawings_of_this_loop(draw: Draw) -> Drawings:
    """Those that all sockets of this process share."""
    loop = asyncio.get_running_loop()
    if loop not in _drawings:
        _drawings[loop] = Drawings(draw)
    return _drawings[loop]
