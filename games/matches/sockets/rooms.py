"""Rooms: one listener and shared renderings for all connections of a process to one match.

A room receives each message of its match once, and renders once for each player, and once per
language for the public. Each connection has its own sending task, so that no connection waits for
a browser that does not read; that browser only gets the newest table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from time import monotonic
from typing import Protocol

from channels.layers import get_channel_layer
from django.core.exceptions import SynchronousOnlyOperation

from core.asgi import Message
from core.server.layers import LAYER_BACK
from games.engine.refusals import Refusal
from games.matches import cache
from games.matches.access import cached_match, newest_number
from games.matches.publish import group_of
from games.matches.sockets import fragments
from games.matches.sockets.fragments import Fragment
from games.matches.threads import at_once_or_in_thread, in_thread
from games.matches.viewing import Visitor

logger = logging.getLogger(__name__)
Outcome = Fragment | Exception
Key = tuple[object, ...]
Task = Callable[[], Coroutine[object, None, object]]
LOOK_AGAIN_AFTER = 1.0
"""Seconds between two reads of the store by one room, regardless of its number of pages."""


class Connection(Protocol):
    """A connection that follows a match, such as a `MatchConsumer`."""

    visitor: Visitor
    number: int
    """The number of the newest event that was sent."""
    spectator: bool

    async def dispatch(self, message: Message) -> None:
        """Handle a message of the channel layer."""
        ...

    async def show(self, outcome: Outcome, bell: str = "", at: float | None = None) -> bool:
        """Send a rendered table that was published `at`, unless the page shows it already."""
        ...


class Room:
    """The connections to one match in one process, each with the task that sends to it."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self._group = group_of("match", match_id)
        self._connections: dict[Connection, asyncio.Task[object] | None] = {}
        self._due: dict[Connection, dict[Key, Task]] = {}
        self._layer = get_channel_layer()
        self._opening = asyncio.Lock()
        self._channel = ""
        self._listener: asyncio.Task[object] | None = None
        self._looked_at, self._newest = -LOOK_AGAIN_AFTER, -1
        cache.attend(match_id)

    async def enter(self, connection: Connection) -> None:
        self._connections.setdefault(connection, None)
        async with self._opening:
            if self._listener is None or self._listener.done():
                self._channel = await self._layer.new_channel("room")
                self._listener = asyncio.ensure_future(self._listen())
            # Repeated for each connection: a membership expires after a day.
            await self._layer.group_add(self._group, self._channel)

    def forget(self, connection: Connection) -> bool:
        """Remove a connection, and return whether it was the last one."""
        task = self._connections.pop(connection, None)
        if task is not None:
            task.cancel()
        self._due.pop(connection, None)
        return not self._connections

    async def close(self) -> None:
        cache.leave(self.match_id)
        # A room and a task that refer to each other would wait for the garbage collector.
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.cancel()
            await self._layer.group_discard(self._group, self._channel)

    async def catch_up(self, connection: Connection) -> None:
        """Send the newest table to every connection that shows an older one.

        A message may be lost after its commit. The store is read at most once every
        `LOOK_AGAIN_AFTER` for all connections, and a listener that has ended is restarted.
        """
        if self._looked_at + LOOK_AGAIN_AFTER <= monotonic():
            self._looked_at = monotonic()
            await self.enter(connection)
            self._newest = await in_thread(newest_number, self.match_id)
        if self._newest > connection.number:
            await self._match_moved(self._newest, None)

    async def _listen(self) -> None:
        try:
            while True:
                message = await self._layer.receive(self._channel)
                try:
                    await self._hear(message)
                except Exception:
                    # Pages that missed it catch up with their next ping.
                    logger.exception("A message to match %s was not shown.", self.match_id)
        except Exception:
            logger.exception("The pages of match %s have lost the channel layer.", self.match_id)
            for connection in list(self._connections):
                self._show(connection, ConnectionError("The channel layer is lost."), None)

    async def _hear(self, message: Message) -> None:
        if message["type"] == "match.moved":
            await self._match_moved(message["number"], message.get("at"))
        elif message["type"] != LAYER_BACK:  # every connection receives that separately
            kind = tuple(sorted(message.items()))
            for connection in list(self._connections):
                self._schedule(connection, kind, partial(connection.dispatch, message))

    async def _match_moved(self, number: int, at: float | None) -> None:
        """Render and send the newest state to all connections that have not shown it."""
        groups: dict[Key, list[Connection]] = {}
        for connection in self._connections:
            if number > connection.number or number == 0:
                groups.setdefault(_key(connection), []).append(connection)
        if not groups:
            return
        rendered = await self._render([members[0] for members in groups.values()], number)
        for members, outcome in zip(groups.values(), rendered, strict=True):
            outcomes = [outcome] * len(members)
            if isinstance(outcome, Refusal) and len(members) > 1:
                # Some spectators have a link to a private match, others do not.
                outcomes = await self._render(members, number)
            for connection, own in zip(members, outcomes, strict=True):
                self._show(connection, own, at)

    async def _render(self, connections: list[Connection], number: int) -> list[Outcome]:
        def render_all() -> list[Outcome]:
            return [render(connection.visitor, self.match_id, number) for connection in connections]

        if cached_match(self.match_id, number):
            return await at_once_or_in_thread(render_all)
        return await in_thread(render_all)

    def _show(self, connection: Connection, outcome: Outcome, at: float | None) -> None:
        self._schedule(connection, ("match.moved",), partial(connection.show, outcome, at=at))

    def _schedule(self, connection: Connection, kind: Key, do: Task) -> None:
        """Queue a task of a connection; while it is busy, only the newest of each kind waits."""
        if connection not in self._connections:
            return
        self._due.setdefault(connection, {})[kind] = do
        task = self._connections[connection]
        if task is None or task.done():
            self._connections[connection] = asyncio.ensure_future(self._do_all_due(connection))

    async def _do_all_due(self, connection: Connection) -> None:
        due = self._due[connection]
        while due:
            try:
                await due.pop(next(iter(due)))()
            except Exception:
                # The page may be gone; if only the store failed, what else is due is still sent.
                logger.info("A page of match %s has closed.", self.match_id, exc_info=True)


def _key(connection: Connection) -> Key:
    """Return a key that is equal for connections that see the same."""
    visitor = connection.visitor
    who = "the public" if connection.spectator else visitor.user.pk or id(connection)
    return who, visitor.language, visitor.program, visitor.public, visitor.nameless


def render(visitor: Visitor, match_id: str, since: int | None = None) -> Outcome:
    """Render the newest table for a visitor, or return the error; `since` as for `open_match`."""
    try:
        return fragments.match_fragment(visitor, match_id, since)
    except Refusal as refusal:
        return refusal
    except SynchronousOnlyOperation:
        raise
    except Exception as problem:
        logger.exception("A page of match %s could not be rendered.", match_id)
        return problem


_rooms: dict[tuple[asyncio.AbstractEventLoop, str], Room] = {}


async def enter(match_id: str, connection: Connection) -> None:
    """Send the news of a match to a connection from now on."""
    key = asyncio.get_running_loop(), match_id
    room = _rooms.get(key)
    if room is None:
        room = _rooms[key] = Room(match_id)
    await room.enter(connection)


async def leave(match_id: str, connection: Connection) -> None:
    """Stop sending the news of a match to a connection, which may never have entered."""
    key = asyncio.get_running_loop(), match_id
    room = _rooms.get(key)
    if room is not None and room.forget(connection):
        del _rooms[key]
        await room.close()


async def catch_up(match_id: str, connection: Connection) -> None:
    """Send the newest table to a connection that shows an older one."""
    room = _rooms.get((asyncio.get_running_loop(), match_id))
    if room is not None:
        await room.catch_up(connection)
