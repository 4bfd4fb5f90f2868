"""The cost of a move by each transport, and of a page that does not read, on a real server."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack, closing
from statistics import median, quantiles

from bench.client import listen, until, upgrade_request
from bench.engine import Figure
from bench.players import TRANSPORTS, Players, Tally, Transport
from bench.seeding import Seated, running_matches
from bench.servers import cpu_seconds, resident_bytes, server

CPU_BUDGETS = (None, None, 2.5, None, 5.0)
"""Milliseconds per move, for each of TRANSPORTS."""
WARM_UP, MOVES = 40, 250
PUSH_TIMEOUT = 1.0
UNREAD_PAGES = 10
UNREAD_WARM_UP, UNREAD_MOVES = 100, 150
UNREAD_BUDGET = 2_000
"""Kilobytes."""
SETTLING = 2.0
"""Seconds for messages still in flight at the end."""


def transports() -> list[Figure]:
    """Measure moves, one after the other, by each transport, with two sockets that follow."""
    figures: list[Figure] = []
    tables = running_matches(len(TRANSPORTS))
    for transport, budget, table in zip(TRANSPORTS, CPU_BUDGETS, tables, strict=True):
        with server() as (address, pid):
            cpu, answers, pushes = asyncio.run(_play(address, pid, transport, table))
        sender = {"JSON": "JSON API", "HTML": "HTML form"}.get(transport.moves, transport.moves)
        followers = "programs" if transport.follow == "state" else "pages"
        name = f"{sender}, {followers} follow"
        figures += [
            Figure(f"{name}, server CPU", round(cpu / MOVES * 1000, 2), "ms", budget),
            Figure(f"{name}, answered (median)", round(median(answers) * 1000, 1), "ms"),
            Figure(f"{name}, pushed (median)", round(median(pushes) * 1000, 1), "ms"),
            Figure(
                f"{name}, pushed (p99)", round(quantiles(pushes, n=100)[98] * 1000, 1), "ms", 50
            ),
        ]
    return figures


async def _play(
    address: str, pid: int, transport: Transport, table: Seated
) -> tuple[float, list[float], list[float]]:
    """Return the server's CPU seconds, and for each move those until the answer and last push."""
    players = Players([address], transport)
    await players.sit_down([table])
    await asyncio.sleep(0.5)
    for _ in range(WARM_UP):
        await _move(players)
    cpu = cpu_seconds([pid])
    tallies = [await _move(players) for _ in range(MOVES)]
    cpu = cpu_seconds([pid]) - cpu
    players.leave()
    # A secret answer is only pushed to its own seat.
    pushes = [max(tally.pushes) for tally in tallies if len(tally.pushes) > 1]
    return cpu, [tally.answers[0] for tally in tallies], pushes


async def _move(players: Players) -> Tally:
    """Make one move, and wait until it is answered and pushed to both sockets."""
    tally = await players.one_move()
    assert not tally.refused
    await until(lambda: len(tally.pushes) > 1, PUSH_TIMEOUT)
    return tally


def slow_readers() -> list[Figure]:
    """Measure the memory that a server needs for each page that reads nothing."""
    (table,) = running_matches(1)
    with server() as (address, pid):
        memory, sent = asyncio.run(_play_to_slow_reader(address, pid, table))
    name = "a page that does not read"
    return [
        Figure(f"{name}, sent to it", round(sent / 1000), "kB"),
        Figure(f"{name}, memory", round(memory / UNREAD_PAGES / 1000), "kB", UNREAD_BUDGET),
    ]


async def _play_to_slow_reader(address: str, pid: int, table: Seated) -> tuple[int, int]:
    """Return the bytes of memory the server gained, and the bytes that one page was sent."""
    players, path = Players([address], TRANSPORTS[-1]), f"/ws/matches/{table[0]}/"
    sent = 0

    def count(frame: bytes, _at: float) -> None:
        nonlocal sent
        sent += len(frame)

    async def play(moves: int) -> None:
        for _ in range(moves):
            await _move(players)
        await asyncio.sleep(SETTLING)

    await players.sit_down([table])
    reader = await listen(address, path, "", count)
    await play(UNREAD_WARM_UP)
    with ExitStack() as stack:
        for _ in range(UNREAD_PAGES):
            stack.enter_context(closing(_silent_page(address, path)))
        await asyncio.sleep(SETTLING)
        before, sent = resident_bytes([pid]), 0
        await play(UNREAD_MOVES)
        gained = resident_bytes([pid]) - before
    reader.close()
    players.leave()
    return gained, sent


def _silent_page(address: str, path: str) -> socket.socket:
    """Open a WebSocket that is never read, with small buffers."""
    host, port = address.split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    # Small packets: otherwise the kernel buffers megabytes for this connection.
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    line.connect((host, int(port)))
    line.sendall(upgrade_request(address, path))
    return line
