"""Sockets that stop reading, that slept, or that all connect at once."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import resource
import socket
import time
from contextlib import suppress
from random import Random

from games.engine.contract import Json
from tests.faults.cluster import PATIENCE, Cluster, Driver, Page
from tests.faults.sockets import opened

CROWD = 1000
LINES = 50
PUSHED = 4 * 2**20
"""Bytes that are sent to one page while another page does not read."""
MOST = PUSHED // 2
"""Bytes that may be queued for the other page; without a limit it would be all of them."""
NEWEST = "That was all"


def deaf(port: int, match_id: str, person: Json) -> socket.socket:
    """Open a socket that does not read, with a small buffer."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    # Small packets: otherwise the kernel buffers megabytes for this connection.
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
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


def read_up_to(words: bytes, line: socket.socket) -> int:
    """Return the number of bytes up to these words, or up to the server's close."""
    line.settimeout(PATIENCE)
    read, end = 0, b""
    with suppress(ConnectionError):
        while words not in end and (come := line.recv(2**16)):
            read += len(come)
            end = end[-len(words) :] + come
    return read


async def test_slow_reader_gets_bounded_queue_and_others_are_served(grown_up: Cluster) -> None:
    (table,) = grown_up.ask("tables")
    anna, berta = table["people"]
    server = grown_up.server()
    driver = Driver(table, [server.port], Random(4))
    silent = deaf(server.port, table["id"], anna)
    try:
        await asyncio.to_thread(driver.moves, 1)
        grown_up.ask("chat", match_id=table["id"], many=LINES)
        async with opened(server.port, table["id"], berta) as line:
            await line.until(driver.seen)
            sent = 0
            while sent < PUSHED:
                # One after the other: a slow page is sent only the newest.
                await asyncio.to_thread(grown_up.ask, "publish_chat", match_id=table["id"], times=1)
                async with asyncio.timeout(PATIENCE):
                    sent += len(await line.hear())
            grown_up.ask("chat", match_id=table["id"], text=NEWEST)
            grown_up.ask("publish_chat", match_id=table["id"], times=1)
            async with asyncio.timeout(PATIENCE):
                while NEWEST not in await line.hear():
                    pass
        # The newest line comes after everything that was queued.
        waited = await asyncio.to_thread(read_up_to, NEWEST.encode(), silent)
        print(f"{sent / 2**20:.1f} MB pushed, {waited / 2**20:.1f} MB waited")
        assert waited < MOST
    finally:
        silent.close()
        driver.close()
        server.kill()


async def test_stale_move_after_sleep_is_refused_with_newest_table(grown_up: Cluster) -> None:
    (table,) = grown_up.ask("tables")
    server = grown_up.server()
    driver = Driver(table, [server.port], Random(5))
    anna, _ = table["people"]
    address = f"/matches/{table['id']}/"
    try:
        page = Page(anna, server.port)
        async with opened(server.port, table["id"], anna) as line:
            await line.until(0)
            # The laptop is closed in the middle of a turn; the match goes on.
            driver.moves(1)
            before = page.get(address).body
            token = re.search(r'name="turn_token" value="(\w+)"', before)
            old = token[1] if token else "0" * 16
            driver.moves(12)
        answer = page.post(f"{address}moves/", htmx=True, type="pass", turn_token=old)
        assert answer.status == 409, "the answer to an old question is refused"
        assert re.search(r'data-code="(stale|not-your-turn)"', answer.body)
        assert f'data-seen="{driver.seen}"' in answer.body
        async with opened(server.port, table["id"], anna) as line:
            await line.hear()
            assert line.seen == driver.seen, "the first frame has the newest table"
        stored = grown_up.ask("stored", match_id=table["id"])
        assert len(stored["moves"]) == 13
    finally:
        driver.close()
        server.kill()


async def test_thousand_reconnecting_sockets_are_served(grown_up: Cluster) -> None:
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
            print(f"a move in the meantime: {time.monotonic() - begun:.2f} s")
            await everybody.wait()
            print(f"all have it {time.monotonic() - begun:.2f} s later")
    finally:
        driver.close()
        for server in servers:
            server.kill()
