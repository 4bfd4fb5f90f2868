"""Sockets that stop reading, that slept, that all come at once."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import resource
import socket
import time
from random import Random

import pytest

from games.engine.contract import Json
from tests.faults.house import Driver, House, Page
from tests.faults.sockets import opened

CROWD = 1000
LINES = 50
TIMES = 100


def deaf(port: int, match_id: str, person: Json) -> socket.socket:
    """A socket whose owner never reads a word of it, and has little room for them."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    words = [
        f"GET /ws/matches/{match_id}/?lang=en HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: sessionid={person['session']}",
    ]
    line.sendall("\r\n".join([*words, "", ""]).encode())
    return line


@pytest.mark.parametrize("kind", ["uvicorn", "daphne"])
async def test_who_does_not_read_costs_little_and_holds_up_nobody(
    grown_up: House, kind: str
) -> None:
    (table,) = grown_up.ask("tables")
    anna, berta = table["people"]
    server = grown_up.server(server=kind)
    driver = Driver(table, [server.port], Random(4))
    silent = deaf(server.port, table["id"], anna)
    try:
        await asyncio.to_thread(driver.moves, 1)
        grown_up.ask("talk", match_id=table["id"], many=LINES)
        async with opened(server.port, table["id"], berta) as line:
            await line.until(driver.seen)
            before = server.memory()
            sent = 0

            async def hear_all() -> None:
                nonlocal sent
                for _ in range(TIMES):
                    sent += len(await line.hear())

            hearing = asyncio.create_task(hear_all())
            await asyncio.to_thread(grown_up.ask, "tell_of_talk", match_id=table["id"], times=TIMES)
            async with asyncio.timeout(90):
                await hearing
            grown = server.memory() - before
            print(f"{kind}: {sent / 2**20:.0f} MB not read, {grown / 2**20:.0f} MB more in memory")
            assert sent > 6 * 2**20
            assert grown < sent / 2
            begun = time.monotonic()
            await asyncio.to_thread(driver.moves, 1)
            await line.until(driver.seen)
            print(f"{kind}: others are served within {time.monotonic() - begun:.2f} s")
    finally:
        silent.close()
        driver.close()
        server.kill()


async def test_who_slept_is_refused_with_the_table_as_it_stands(grown_up: House) -> None:
    (table,) = grown_up.ask("tables")
    server = grown_up.server()
    driver = Driver(table, [server.port], Random(5))
    anna, _ = table["people"]
    address = f"/matches/{table['id']}/"
    try:
        page = Page(anna, server.port)
        async with opened(server.port, table["id"], anna) as line:
            await line.until(0)
            # The lid is closed, in the middle of a turn; the others go on.
            driver.moves(1)
            before = page.get(address).body
            token = re.search(r'name="asked" value="(\w+)"', before)
            old = token[1] if token else "0" * 16
            driver.moves(12)
        answer = page.post(f"{address}moves/", htmx=True, type="pass", asked=old)
        assert answer.status == 409, "whatever was open then is not taken for an answer now"
        assert re.search(r'data-code="(stale|not-your-turn)"', answer.body)
        assert f'data-seen="{driver.seen}"' in answer.body
        async with opened(server.port, table["id"], anna) as line:
            await line.hear()
            assert line.seen == driver.seen, "the first thing it hears is how things stand"
        stored = grown_up.ask("stored", match_id=table["id"])
        assert len(stored["moves"]) == 13
    finally:
        driver.close()
        server.kill()


async def test_a_thousand_come_back_at_once(grown_up: House) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * CROWD)), hard))
    (table,) = grown_up.ask("tables")
    servers = [grown_up.server() for _ in range(2)]
    ports = [server.port for server in servers]
    driver = Driver(table, ports, Random(6))
    driver.moves(5)
    newest, everybody = driver.seen, asyncio.Barrier(CROWD + 1)
    took: list[float] = []

    async def one(port: int) -> None:
        begun = time.monotonic()
        async with opened(port, table["id"]) as line:
            await line.until(newest)
            took.append(time.monotonic() - begun)
            await everybody.wait()
            await line.until(newest + 1)
            await everybody.wait()

    try:
        async with asyncio.TaskGroup() as crowd:
            for number in range(CROWD):
                crowd.create_task(one(ports[number % 2]))
            await everybody.wait()
            print(f"{CROWD} sockets right after {max(took):.1f} s")
            assert driver.refused == []
            begun = time.monotonic()
            await asyncio.to_thread(driver.moves, 1)
            print(f"a move meanwhile: {time.monotonic() - begun:.2f} s")
            await everybody.wait()
            print(f"all have it {time.monotonic() - begun:.2f} s later")
    finally:
        driver.close()
        for server in servers:
            server.kill()
