"""Pages that stopped reading, at a table that goes on: what each of them costs its server."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from base64 import b64encode
from contextlib import ExitStack, closing
from random import Random

import httpx
from asgiref.sync import sync_to_async

from bench.doors import cookies_of, next_move, open_match, post, server
from bench.load import resident
from bench.pure import Figure
from bench.wire import listen

PAGES = 10
WARM_UP = 100
MOVES = 150
BUDGET = 2_000
"""Kilobytes."""
SETTLES = 2.0
"""Seconds for what is on its way at the end."""


def unread(kind: str) -> list[Figure]:
    """The memory that a server has more, for each page that takes nothing of what it is sent."""
    with server(kind) as (address, pid):
        memory, sent = asyncio.run(_drive(address, pid))
    name = f"{kind}: a page that does not read"
    return [
        Figure(f"{name}, sent to it", round(sent / 1000), "kB"),
        Figure(f"{name}, memory", round(memory / PAGES / 1000), "kB", BUDGET),
    ]


async def _drive(address: str, pid: int) -> tuple[int, int]:
    """How much memory the server gained, and how many bytes one page was sent meanwhile."""
    # A line for each request would cost more than the request.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    users, match = await sync_to_async(open_match)()
    cookies = await sync_to_async(cookies_of)(users)
    path, rng, sent = f"/ws/matches/{match.id}/", Random("bench"), 0

    def heard(frame: bytes, _at: float) -> None:
        nonlocal sent
        sent += len(frame)

    reader = await listen(address, path, "", heard)
    async with httpx.AsyncClient(base_url=f"http://{address}") as client:

        async def play(moves: int) -> None:
            nonlocal match
            for _ in range(moves):
                match, cookie, move = await sync_to_async(next_move)(match, users, cookies, rng)
                await post(client, "HTML", match.id, cookie, move)
            await asyncio.sleep(SETTLES)

        await play(WARM_UP)
        with ExitStack() as stack:
            for _ in range(PAGES):
                stack.enter_context(closing(_silent(address, path)))
            await asyncio.sleep(SETTLES)
            before, sent = resident([pid]), 0
            await play(MOVES)
            gained = resident([pid]) - before
    reader.close()
    return gained, sent


def _silent(address: str, path: str) -> socket.socket:
    """A socket of a page that has stopped reading, with little room for what it is sent."""
    host, port = address.split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    # Small packets: else the kernel alone takes megabytes from the server on this line.
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    line.connect((host, int(port)))
    words = [
        *(f"GET {path} HTTP/1.1", f"Host: {address}", f"Origin: http://{address}"),
        *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
        f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
    ]
    line.sendall(("\r\n".join(words) + "\r\n\r\n").encode())
    return line
