"""Rooms: the screens of one match in one process."""

import asyncio
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser

from games.matches import cache
from games.matches.announce import group_of
from games.matches.models import Match
from games.matches.sockets import rooms
from games.matches.sockets.fragments import Fragment, Visitor
from games.matches.sockets.match_consumers import MatchConsumer
from tests.helpers.matches import CHOOSE, act, mover
from tests.helpers.sockets import PATIENCE, aside

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


class Reader(MatchConsumer):
    """A screen of the public that reads when it is let."""

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

    async def dispatch(self, message: dict[str, Any]) -> None:
        raise ConnectionError("gone")


async def test_who_does_not_read_keeps_nobody_waiting_and_gets_the_newest(match: Match) -> None:
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


async def test_a_screen_that_fails_takes_nobody_along(match: Match) -> None:
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


async def test_the_last_one_to_leave_closes_the_room(match: Match) -> None:
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
