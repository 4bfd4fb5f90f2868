"""All connections of this process that follow one match share one listener and each rendering.

A room receives the announcements of its match once, however many connections it has, and renders
once for all who see the same: each player, and the public in each language. Every connection sends
by itself, so that nobody waits for a browser that does not read, which gets the newest table only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from channels.layers import get_channel_layer
from django.core.exceptions import SynchronousOnlyOperation

from games.engine.refusals import Refusal
from games.matches import cache
from games.matches.access import cached_match, newest_number
from games.matches.announce import group_of
from games.matches.sockets import fragments
from games.matches.sockets.fragments import Fragment, Visitor
from games.matches.threads import at_once_or_in_thread, in_thread

if TYPE_CHECKING:
    from games.matches.sockets.match_consumers import MatchConsumer

logger = logging.getLogger(__name__)
Outcome = Fragment | Exception
Key = tuple[Any, ...]
Task = Callable[[], Coroutine[Any, Any, object]]
LAYER_BACK = "layer.back"
LOOK_AGAIN_AFTER = 1.0
"""Seconds between two looks of a room into the store, however many of its pages ping."""


class Room:
    """The connections to one match in one process, each with the task that sends to it."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self._group = group_of("match", match_id)
        self._connections: dict[MatchConsumer, asyncio.Task[Any] | None] = {}
        self._due: dict[MatchConsumer, dict[Key, Task]] = {}
        self._layer: Any = get_channel_layer()
        self._opening = asyncio.Lock()
        self._channel = ""
        self._listener: asyncio.Task[Any] | None = None
        self._looked_at, self._newest = -LOOK_AGAIN_AFTER, -1
        cache.attend(match_id)

    async def enter(self, connection: MatchConsumer) -> None:
        self._connections.setdefault(connection, None)
        async with self._opening:
            if self._listener is None or self._listener.done():
                self._channel = await self._layer.new_channel("room")
                self._listener = asyncio.ensure_future(self._listen())
            # Repeated for each connection: a membership expires after a day.
            await self._layer.group_add(self._group, self._channel)

    def forget(self, connection: MatchConsumer) -> bool:
        """Remove a connection; whether it was the last one."""
        task = self._connections.pop(connection, None)
        if task is not None:
            task.cancel()
        self._due.pop(connection, None)
        return not self._connections

    async def close(self) -> None:
        cache.leave(self.match_id)
        if self._listener is not None:
            self._listener.cancel()
            await self._layer.group_discard(self._group, self._channel)

    async def catch_up(self, connection: MatchConsumer) -> None:
        """Send the newest table to every connection that shows an older one.

        An announcement may be lost after its commit. The store is asked, at most once in
        `LOOK_AGAIN_AFTER` for all connections, and a listener that has ended is started again.
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
            logger.exception("A room of match %s has lost the channel layer.", self.match_id)
            for connection in list(self._connections):
                self._show(connection, ConnectionError("The channel layer is lost."), None)

    async def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "match.moved":
            await self._match_moved(message["number"], message.get("at"))
        elif message["type"] != LAYER_BACK:  # every connection receives that by itself
            kind = tuple(sorted(message.items()))
            for connection in list(self._connections):
                self._schedule(connection, kind, partial(connection.dispatch, message))

    async def _match_moved(self, number: int, at: float | None) -> None:
        """Render the newest state for all that have not shown it."""
        groups: dict[Key, list[MatchConsumer]] = {}
        for connection in self._connections:
            if number > connection.number or number == 0:
                groups.setdefault(_key(connection), []).append(connection)
        if not groups:
            return
        rendered = await self._render([members[0] for members in groups.values()], number)
        for members, outcome in zip(groups.values(), rendered, strict=True):
            outcomes = [outcome] * len(members)
            if isinstance(outcome, Refusal) and len(members) > 1:
                # One of the public may look by a link where another may not.
                outcomes = await self._render(members, number)
            for connection, own in zip(members, outcomes, strict=True):
                self._show(connection, own, at)

    async def _render(self, connections: list[MatchConsumer], number: int) -> list[Outcome]:
        def render_all() -> list[Outcome]:
            return [render(connection.visitor, self.match_id, number) for connection in connections]

        if cached_match(self.match_id, number):
            return await at_once_or_in_thread(render_all)
        return await in_thread(render_all)

    def _show(self, connection: MatchConsumer, outcome: Outcome, at: float | None) -> None:
        self._schedule(connection, ("match.moved",), partial(connection.show, outcome, at=at))

    def _schedule(self, connection: MatchConsumer, kind: Key, do: Task) -> None:
        """Do this next for a connection; while it is busy, only the newest of each kind waits."""
        if connection not in self._connections:
            return
        self._due.setdefault(connection, {})[kind] = do
        task = self._connections[connection]
        if task is None or task.done():
            task = asyncio.ensure_future(self._do_all_due(connection))
            task.add_done_callback(self._log_failure)
            self._connections[connection] = task

    async def _do_all_due(self, connection: MatchConsumer) -> None:
        due = self._due[connection]
        while due:
            await due.pop(next(iter(due)))()

    def _log_failure(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and task.exception() is not None:
            logger.info("A screen of match %s is gone.", self.match_id, exc_info=task.exception())


def _key(connection: MatchConsumer) -> Key:
    """The same for connections that see the same."""
    visitor = connection.visitor
    who = "the public" if connection.spectator else visitor.user.pk or id(connection)
    return who, visitor.language, visitor.program


def render(visitor: Visitor, match_id: str, since: int | None = None) -> Outcome:
    """The newest table for a visitor, or why there is none; `since` as for `open_match`."""
    try:
        return fragments.match_fragment(visitor, match_id, since)
    except Refusal as refusal:
        return refusal
    except SynchronousOnlyOperation:
        raise
    except Exception as problem:
        logger.exception("A screen of match %s could not be drawn.", match_id)
        return problem


_rooms: dict[tuple[asyncio.AbstractEventLoop, str], Room] = {}


async def enter(match_id: str, connection: MatchConsumer) -> None:
    """From now on send what happens at the match to this connection."""
    key = asyncio.get_running_loop(), match_id
    room = _rooms.get(key)
    if room is None:
        room = _rooms[key] = Room(match_id)
    await room.enter(connection)


async def leave(match_id: str, connection: MatchConsumer) -> None:
    """Stop that; also for a connection that never entered."""
    key = asyncio.get_running_loop(), match_id
    room = _rooms.get(key)
    if room is not None and room.forget(connection):
        del _rooms[key]
        await room.close()


async def catch_up(match_id: str, connection: MatchConsumer) -> None:
    """Send the newest table where a page that pings shows an older one."""
    room = _rooms.get((asyncio.get_running_loop(), match_id))
    if room is not None:
        await room.catch_up(connection)
