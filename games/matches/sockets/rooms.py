"""All screens of this process that follow one match: they share an ear and each drawing.

A room hears the announcements of its match once, however many screens it has, and draws once for
all who see the same: each player, and the public in each language. Every screen sends by itself,
so that nobody waits for a browser that does not read; who is behind gets the newest table only.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Protocol

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.core.exceptions import SynchronousOnlyOperation

from games.engine.refusals import Refusal
from games.matches.access import is_at_hand
from games.matches.announce import match_group
from games.matches.sockets import fragments
from games.matches.sockets.fragments import Fragment, Visitor

logger = logging.getLogger(__name__)
Outcome = Fragment | Exception
Key = tuple[Any, ...]
Deed = Callable[[], Coroutine[Any, Any, object]]
LAYER_BACK = "layer.back"


class Screen(Protocol):
    """What a room asks of a socket."""

    visitor: Visitor
    number: int
    spectator: bool

    async def show(self, outcome: Outcome, *, at: float | None = None) -> bool: ...

    async def dispatch(self, message: dict[str, Any]) -> None: ...


class Room:
    """The screens of one match in one process."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self._group = match_group(match_id)
        self._screens: dict[Screen, asyncio.Task[Any] | None] = {}
        self._due: dict[Screen, dict[Key, Deed]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._layer: Any = get_channel_layer()
        self._opening = asyncio.Lock()
        self._channel = ""
        self._ear: asyncio.Task[Any] | None = None

    async def enter(self, screen: Screen) -> None:
        self._screens.setdefault(screen, None)
        async with self._opening:
            if self._ear is None:
                self._channel = await self._layer.new_channel("room")
                self._ear = asyncio.ensure_future(self._listen())
            # Again for each: a membership lasts for a day only.
            await self._layer.group_add(self._group, self._channel)

    def forget(self, screen: Screen) -> bool:
        """A screen is gone; whether it was the last one."""
        task = self._screens.pop(screen, None)
        if task is not None:
            task.cancel()
        self._due.pop(screen, None)
        return not self._screens

    async def close(self) -> None:
        if self._ear is not None:
            self._ear.cancel()
            await self._layer.group_discard(self._group, self._channel)

    async def _listen(self) -> None:
        try:
            while True:
                message = await self._layer.receive(self._channel)
                if message["type"] == "match.moved":
                    await self._moved(message["number"], message.get("at"))
                elif message["type"] != LAYER_BACK:  # every screen hears that by itself
                    what = tuple(sorted(message.items()))
                    for screen in list(self._screens):
                        self._tell(screen, what, partial(screen.dispatch, message))
        except Exception:
            logger.exception("A room of match %s hears nothing any more.", self.match_id)
            for screen in list(self._screens):
                self._show(screen, Deaf(), None)

    async def _moved(self, number: int, at: float | None) -> None:
        """Draw what stands now, for all who have not seen it."""
        groups: dict[Key, list[Screen]] = {}
        for screen in self._screens:
            if number > screen.number or number == 0:
                groups.setdefault(_key(screen), []).append(screen)
        if groups:
            each = list(groups.values())
            drawn = await self._drawn([screens[0] for screens in each], number)
            for screens, outcome in zip(each, drawn, strict=True):
                if isinstance(outcome, Refusal) and len(screens) > 1:
                    # What one of the public may see no more another may, by a link.
                    for screen, own in zip(
                        screens, await self._drawn(screens, number), strict=True
                    ):
                        self._show(screen, own, at)
                else:
                    for screen in screens:
                        self._show(screen, outcome, at)

    async def _drawn(self, screens: list[Screen], number: int) -> list[Outcome]:
        visitors = [screen.visitor for screen in screens]
        if is_at_hand(self.match_id, number):
            # Nothing to wait for: that is sooner done than handed to a thread and back.
            with contextlib.suppress(SynchronousOnlyOperation):
                return draw(visitors, self.match_id, number)
        drawn: list[Outcome] = await database_sync_to_async(draw)(visitors, self.match_id, number)
        return drawn

    def _show(self, screen: Screen, outcome: Outcome, at: float | None) -> None:
        self._tell(screen, ("match.moved",), partial(screen.show, outcome, at=at))

    def _tell(self, screen: Screen, what: Key, do: Deed) -> None:
        """Let a screen do this next; while it is busy, the newest of each kind waits."""
        if screen not in self._screens:
            return
        self._due.setdefault(screen, {})[what] = do
        task = self._screens[screen]
        if task is None or task.done():
            self._screens[screen] = self._do(self._do_all_due(screen))

    async def _do_all_due(self, screen: Screen) -> None:
        due = self._due[screen]
        while due:
            await due.pop(next(iter(due)))()

    def _do(self, what: Coroutine[Any, Any, object]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(what)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.info("A screen of match %s is gone.", self.match_id, exc_info=task.exception())


class Deaf(Exception):
    """The channel layer is lost: whoever follows had better come back."""


def _key(screen: Screen) -> Key:
    """What those share who see the same."""
    visitor = screen.visitor
    who = "the public" if screen.spectator else visitor.user.pk or id(screen)
    return who, visitor.language, visitor.program


def draw(visitors: Iterable[Visitor], match_id: str, since: int | None = None) -> list[Outcome]:
    """The newest table for each of them, or why there is none; `since` as for `open_match`."""
    return [_drawn(visitor, match_id, since) for visitor in visitors]


def _drawn(visitor: Visitor, match_id: str, since: int | None) -> Outcome:
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


async def enter(match_id: str, screen: Screen) -> None:
    """From now on the screen is shown what happens at the match."""
    key = asyncio.get_running_loop(), match_id
    room = _rooms.get(key)
    if room is None:
        room = _rooms[key] = Room(match_id)
    await room.enter(screen)


async def leave(match_id: str, screen: Screen) -> None:
    """No more; also for a screen that never came in."""
    key = asyncio.get_running_loop(), match_id
    room = _rooms.get(key)
    if room is not None and room.forget(screen):
        del _rooms[key]
        await room.close()
