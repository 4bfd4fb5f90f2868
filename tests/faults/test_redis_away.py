"""Two servers with one match, during which Redis goes down."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random

import pytest

from tests.faults.cluster import Cluster, Driver, Page, Process, agree
from tests.faults.sockets import opened
from tests.helpers.servers import Server


@pytest.fixture
def two(grown_up: Cluster) -> Iterator[list[Process]]:
    servers = [grown_up.server() for _ in range(2)]
    yield servers
    for server in servers:
        server.kill()


async def test_pushes_catch_up_after_redis_was_down(
    grown_up: Cluster, two: list[Process], messenger: Server
) -> None:
    (table,) = grown_up.ask("tables")
    here, there = [server.port for server in two]
    driver = Driver(table, [here, there], Random(1))
    anna, _ = table["people"]
    address = f"/matches/{table['id']}/"

    async def go_on() -> None:
        await asyncio.to_thread(driver.moves, 3)

    async with opened(here, table["id"], anna) as own, opened(there, table["id"]) as stranger:
        await own.until(0)
        await stranger.until(0)
        await go_on()
        await asyncio.gather(own.until(driver.seen), stranger.until(driver.seen))

        messenger.end()
        try:
            await go_on()
            assert driver.refused == [], "moves go on"
            page = Page(anna, here)
            begun = time.monotonic()
            assert (await asyncio.to_thread(page.get, address)).status == 200
            assert (await asyncio.to_thread(page.get, "/")).status == 200
            said = await asyncio.to_thread(page.post, f"{address}chat/", text="Anybody there?")
            assert said.status == 302, "the line is stored"
            away = Page({"session": "nobody"}, there)
            tried = await asyncio.to_thread(
                away.post, "/accounts/login/", login="anna", password="not-this-one"
            )
            assert tried.status == 200, "a wrong password is refused, without an error"
            print(f"four pages without Redis: {time.monotonic() - begun:.2f} s")
        finally:
            messenger.start()
        begun = time.monotonic()
        await asyncio.gather(own.until(driver.seen), stranger.until(driver.seen))
        print(f"both sockets caught up {time.monotonic() - begun:.2f} s after Redis was back")
        await go_on()
        await asyncio.gather(own.until(driver.seen), stranger.until(driver.seen))
        assert "Anybody there?" in (await asyncio.to_thread(page.get, address)).body
    driver.close()
    stored = grown_up.ask("stored", match_id=table["id"])
    assert agree(driver.sent, stored["moves"])
    assert driver.refused == []


async def test_pages_opened_while_redis_is_down_show_newest_and_catch_up(
    grown_up: Cluster, two: list[Process], messenger: Server
) -> None:
    (table,) = grown_up.ask("tables")
    driver = Driver(table, [server.port for server in two], Random(7))
    anna, berta = table["people"]
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(opened(two[0].port, table["id"], berta))]
        await lines[0].until(0)
        messenger.end()
        try:
            # Also a server that has never had a Redis.
            two.append(await asyncio.to_thread(grown_up.server))
            await asyncio.to_thread(driver.moves, 2)
            begun = time.monotonic()
            for server in two:
                for person in (anna, None):
                    line = opened(server.port, table["id"], person)
                    lines.append(await stack.enter_async_context(line))
            await asyncio.gather(*(line.until(driver.seen) for line in lines[1:]))
            print(f"shown within {time.monotonic() - begun:.2f} s, without Redis")
            await lines[1].socket.send('{"visible":true}')
            await lines[1].socket.send('{"visible":false}')
            async with opened(two[0].port, table["id"], berta) as page:
                await page.until(driver.seen)
            await asyncio.to_thread(driver.moves, 2)
        finally:
            messenger.start()
        begun = time.monotonic()
        await asyncio.gather(*(line.until(driver.seen) for line in lines))
        print(f"caught up {time.monotonic() - begun:.2f} s after Redis was back")
        await asyncio.to_thread(driver.moves, 2)
        begun = time.monotonic()
        await asyncio.gather(*(line.until(driver.seen) for line in lines))
        print(f"pushed within {time.monotonic() - begun:.2f} s")
    driver.close()
    assert driver.refused == []
