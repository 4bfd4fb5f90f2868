"""Rooms: the sockets of one match in one process."""

import asyncio
import gc
import logging
from typing import Any
from weakref import ref

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser

from core.asgi import Message
from games.matches import cache
from games.matches.models import Match
from games.matches.publish import group_of
from games.matches.sockets import rooms
from games.matches.sockets.fragments import Fragment
from games.matches.sockets.match_consumers import MatchConsumer
from games.matches.viewing import Visitor
from tests.helpers.matches import CHOOSE, act, mover
from tests.helpers.sockets import PATIENCE, aside

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


class Reader(MatchConsumer):
    """A socket of the public that reads only when the test lets it."""

    def __init__(self) -> None:
        self.visitor = Visitor(AnonymousUser(), (), "en")
        self.number, self.spectator = 0, True
        self.reads = asyncio.Event()
        self.seen: asyncio.Queue[int] = asyncio.Queue()

    async def show(self, outcome: rooms.Outcome, bell: str = "", at: float | None = None) -> bool:
        assert isinstance(outcome, Fragment)
        await self.reads.wait()
        self.number = outcome.number
        await self.seen.put(outcome.number)
        return True

    async def dispatch(self, message: Message) -> None:
        await self.reads.wait()
        raise ConnectionError("gone")


async def test_slow_reader_delays_no_other_and_gets_newest(match: Match) -> None:
    quick, slow = Reader(), Reader()
    quick.reads.set()
    for each in (quick, slow):
        await rooms.enter(match.id, each)
    seat = await aside(lambda: mover(match))
    moves = [CHOOSE, {"type": "pass"}, {"type": "pass"}]
    for number, move in enumerate(moves, start=1):
        await aside(act, match, seat, move)
        assert await asyncio.wait_for(quick.seen.get(), PATIENCE) == number
        if number < len(moves):
            seat = await aside(lambda: mover(match))
    slow.reads.set()
    assert [await asyncio.wait_for(slow.seen.get(), PATIENCE) for _ in range(2)] == [1, 3]
    for each in (quick, slow):
        await rooms.leave(match.id, each)


async def test_failing_socket_affects_no_other(match: Match) -> None:
    reader = Reader()
    reader.reads.set()
    await rooms.enter(match.id, reader)
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(group_of("match", match.id), {"type": "chat.moved", "room": "stand"})
    seat = await aside(lambda: mover(match))
    await aside(lambda: act(match, seat, CHOOSE))
    assert await asyncio.wait_for(reader.seen.get(), PATIENCE) == 1
    await rooms.leave(match.id, reader)


async def test_failing_task_leaves_no_waiting_one_undone(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, rooms.logger.name)
    reader = Reader()
    await rooms.enter(match.id, reader)
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(group_of("match", match.id), {"type": "chat.moved", "room": "stand"})
    seat = await aside(lambda: mover(match))
    await aside(lambda: act(match, seat, CHOOSE))
    room = rooms._rooms[asyncio.get_running_loop(), match.id]
    async with asyncio.timeout(PATIENCE):
        while ("match.moved",) not in room._due.get(reader, {}):
            await asyncio.sleep(0.01)
    reader.reads.set()
    assert await asyncio.wait_for(reader.seen.get(), PATIENCE) == 1
    assert "ConnectionError: gone" in caplog.text
    await rooms.leave(match.id, reader)


async def test_room_closes_when_last_socket_leaves(match: Match) -> None:
    readers = Reader(), Reader()
    for each in readers:
        await rooms.enter(match.id, each)
    layer: Any = get_channel_layer()
    assert len(layer.groups[group_of("match", match.id)]) == 1
    assert cache._attended[match.id] == 1
    for each in (*readers, *readers):
        await rooms.leave(match.id, each)
    assert group_of("match", match.id) not in layer.groups
    assert match.id not in cache._attended


async def test_closed_room_needs_no_garbage_collection(match: Match) -> None:
    reader = Reader()
    await rooms.enter(match.id, reader)
    room = ref(rooms._rooms[asyncio.get_running_loop(), match.id])
    await asyncio.sleep(0)  # its listener begins to wait
    gc.disable()
    try:
        await rooms.leave(match.id, reader)
        async with asyncio.timeout(PATIENCE):
            while room() is not None:
                await asyncio.sleep(0.01)
    finally:
        gc.enable()
