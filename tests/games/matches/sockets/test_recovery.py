"""Delivery recovers by itself: the next ping brings a table whose message was lost."""

from __future__ import annotations

import asyncio
import re
import time
from threading import Event
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.db import OperationalError

from games.matches import cache, publish
from games.matches.access import match_cache
from games.matches.models import Match
from games.matches.services import attendance, event_store, execute
from games.matches.services.commands import MakeMove
from games.matches.services.execute import Command, Executed
from games.matches.sockets import rooms
from tests.helpers.matches import (
    legal,
    move_on,
    mover,
    people,
    player_at,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.sockets import Screen, aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


@pytest.fixture(autouse=True)
def _look_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "LOOK_AGAIN_AFTER", 0.0)


async def open_page(match: Match, seat: int) -> Screen:
    page = Screen(f"/ws/matches/{match.id}/", await aside(lambda: signed_in(user_at(match, seat))))
    assert await page.connect()
    assert seen_in(await page.frame()) == 0
    return page


def seen_in(frame: str) -> int:
    found = re.search(r'data-seen="(\d+)"', frame)
    assert found, frame[:200]
    return int(found[1])


async def lose(*args: Any) -> None:
    """Lose every message, as a process does that is killed after its commit."""


async def test_ping_delivers_table_after_lost_message(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await open_page(match, 0)
    with monkeypatch.context() as lost:
        lost.setattr(publish, "deliver", lose)
        await aside(move_on, match)
    await page.say("ping 0")
    assert await page.frame() == "pong"
    assert seen_in(await page.frame()) == 1
    await page.disconnect()


async def test_ping_of_current_page_gets_only_pong(match: Match) -> None:
    page = await open_page(match, 0)
    await page.say("ping 0")
    assert await page.frame() == "pong"
    assert await page.silent()
    await page.disconnect()


async def test_unread_table_is_sent_again_after_ping(match: Match) -> None:
    page = await open_page(match, 0)
    await aside(move_on, match)
    assert seen_in(await page.frame()) == 1
    await page.say("ping 0")
    assert await page.frame() == "pong"
    assert seen_in(await page.frame()) == 1
    await page.disconnect()


@pytest.mark.parametrize("shown", [" -1", " ²", " " + "9" * 400, "x", ' {"visible":true}', " 1e9"])
async def test_invalid_number_in_ping_is_ignored(match: Match, shown: str) -> None:
    page = await open_page(match, 0)
    await page.say(f"ping{shown}")
    assert await page.frame() == "pong"
    assert await page.silent()
    await page.disconnect()


async def test_new_page_restarts_ended_room_listener(match: Match) -> None:
    page = await open_page(match, 0)
    (room,) = (room for (_loop, key), room in rooms._rooms.items() if key == match.id)
    assert room._listener is not None
    room._listener.cancel()
    with pytest.raises(asyncio.CancelledError):
        await room._listener
    newcomer = await open_page(match, 1)
    await aside(move_on, match)
    for each in (newcomer, page):
        assert seen_in(await each.frame()) == 1
        await each.disconnect()


async def test_invalid_message_does_not_end_room_listener(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await open_page(match, 0)
    layer: Any = get_channel_layer()
    await layer.group_send(publish.group_of("match", match.id), {"type": "match.moved"})
    await aside(move_on, match)
    assert seen_in(await page.frame()) == 1
    await page.disconnect()


async def test_socket_that_failed_leaves_its_room(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(match_id: str) -> int:
        raise OperationalError("gone")

    page = await open_page(match, 0)
    monkeypatch.setattr(rooms, "newest_number", fail)
    await page.say("ping 0")
    with pytest.raises(OperationalError, match="gone"):
        await page.ended()
    assert match.id not in {key for _loop, key in rooms._rooms}
    assert match.id not in cache._attended
    player = await aside(lambda: player_at(match, 0))
    assert [one.lost for one in await aside(attendance.away, [player])] == [True]


async def test_slow_match_does_not_delay_other_matches(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = await aside(lambda: started(*people("Carla", "Dora"), seed=9))
    entered, go_on = asyncio.Event(), time.monotonic() + 60
    loop, read, done = asyncio.get_running_loop(), event_store.dealt, False

    def read_slowly(of: Match) -> Any:
        if of.id == slow.id:
            loop.call_soon_threadsafe(entered.set)
            while not done and time.monotonic() < go_on:
                time.sleep(0.01)
        return read(of)

    event_store.state_cache.clear()
    monkeypatch.setattr(event_store, "dealt", read_slowly)
    async with screen(f"/ws/matches/{slow.id}/") as waiting:
        await entered.wait()
        async with screen(f"/ws/matches/{match.id}/") as other:
            assert seen_in(await other.frame()) == 0, "the other table is still loading"
        done = True
        assert seen_in(await waiting.frame()) == 0


async def test_move_cancelled_during_store_write_is_published(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, published = Event(), Event(), asyncio.Event()
    by_store = execute._execute_by_store

    def execute_slowly(command: Command) -> Executed:
        begun.set()
        assert go_on.wait(60)
        return by_store(command)

    def moving() -> MakeMove:
        seat = mover(match)
        return MakeMove(
            match.id, user_at(match, seat), legal(match, seat)[0], turn_token(match, seat)
        )

    command = await aside(moving)
    match_cache.clear()
    monkeypatch.setattr(execute, "_execute_by_store", execute_slowly)
    monkeypatch.setattr(publish, "deliver_soon", lambda outbox: published.set())
    task = asyncio.ensure_future(execute.aexecute(command))
    assert await asyncio.to_thread(begun.wait, 60)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    go_on.set()
    await asyncio.wait_for(published.wait(), 60)
    assert await aside(match.events.count) == 1
