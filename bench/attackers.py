"""Attacks that keep a server busy while it is measured.

They run in a process of their own, only against our own server, and count its answers.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from time import perf_counter
from typing import NamedTuple

from bench.client import CONTENT_LENGTH, listen, open_all, request, upgrade_request

CONNECTIONS = 8
"""Connections that send requests at the same time."""
NICENESS = 10
"""Real attackers use other machines, so here they only get the CPU that the server leaves."""
SOCKETS = 1000
LOBBIES = 190
"""Just below the number of lobby pages that an address may follow."""
FLOOD = b"x" * 65_536
PINGS = b"\x89\x80\0\0\0\0" * 10_000
MESSAGE_BEGINS, FRAGMENTS = b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0" * 10_000
"""Empty frames, as clients send them."""
CHUNKS = b"1\r\nx\r\n" * 10_000
LOCATION = re.compile(rb"location: *(\S+)", re.IGNORECASE)
JSON = "application/json"


class Answer(NamedTuple):
    """The status of an answer, where it redirects to, and its body."""

    status: int
    location: str
    body: bytes


@dataclass
class Attacker:
    """An attacker with accounts at both seats of a running match, and the counted answers."""

    address: str
    game: str
    match: str
    cookies: Sequence[str]
    csrf: str
    victim: str
    answers: Counter[str] = field(default_factory=Counter)

    async def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", seat: int = 0
    ) -> Answer:
        """Send a request on a connection of its own, from the account at this seat."""
        reader, writer = await asyncio.open_connection(*self.address.split(":"))
        try:
            kind = kind or "application/x-www-form-urlencoded"
            headers = [f"Cookie: {self.cookies[seat]}", f"X-CSRFToken: {self.csrf}"]
            headers += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
            writer.write(request(f"{method} {path}", self.address, *headers, body=body))
            head = await reader.readuntil(b"\r\n\r\n")
            length = CONTENT_LENGTH.search(head)
            content = b"" if length is None else await reader.readexactly(int(length[1]))
        finally:
            writer.close()
        status = int(head[9:12])
        self.answers[str(status)] += 1
        found = LOCATION.search(head)
        return Answer(status, found[1].decode() if found else "", content)

    async def repeat(self, once: Callable[[], Awaitable[object]]) -> None:
        """Repeat an action over several connections until this task is cancelled."""

        async def connection() -> None:
            while True:
                with suppress(OSError, asyncio.IncompleteReadError):
                    await once()

        await asyncio.gather(*(connection() for _ in range(CONNECTIONS)))

    # --- The attacks.

    async def sockets(self) -> None:
        """Open a thousand sockets from one account, to the page of a match."""

        async def one() -> None:
            try:
                await self._listen(f"/ws/matches/{self.match}/", self.cookies[0])
            except OSError:
                self.answers["refused"] += 1

        await open_all(one() for _ in range(SOCKETS))
        await asyncio.Event().wait()

    async def lobby(self) -> None:
        """Follow the lobby with many sockets, and open tables and take them down."""
        await open_all(self._listen("/ws/lobby/", "") for _ in range(LOBBIES))
        await self.repeat(self._open_and_take_down)

    async def headers(self) -> None:
        """Send requests whose headers do not end."""
        await self.repeat(lambda: self._send(b"GET / HTTP/1.1\r\nX-Long: ", FLOOD))

    async def chunks(self) -> None:
        """Send requests whose bodies of single bytes do not end."""
        begin = request("POST /", self.address, "Transfer-Encoding: chunked")
        await self.repeat(lambda: self._send(begin, CHUNKS))

    async def pipelines(self) -> None:
        """Send requests without waiting for answers."""
        once = request("GET /", self.address)
        await self.repeat(lambda: self._send(once, once * 1000))

    async def pings(self) -> None:
        """Flood sockets of the lobby with pings, without an account."""
        await self.repeat(lambda: self._flood(PINGS))

    async def fragments(self) -> None:
        """Flood sockets of the lobby with empty fragments of a message that never ends."""
        await self.repeat(lambda: self._flood(FRAGMENTS, MESSAGE_BEGINS))

    async def undo(self) -> None:
        """Move at both seats and take moves back, as often as that is allowed."""
        match, rng, seats = f"/api/v1/matches/{self.match}/", Random("undo"), cycle(range(2))

        async def once() -> None:
            seat = next(seats)
            answer = await self.ask("GET", match, seat=seat)
            while answer.status == 200 and (state := json.loads(answer.body))["moves"]:
                move = {} if state["may_undo"] else rng.choice(state["moves"])
                path = f"{match}undo/" if state["may_undo"] else f"{match}moves/"
                body = json.dumps({**move, "turn_token": state["turn_token"]}).encode()
                answer = await self.ask("POST", path, body, JSON, seat)

        await self.repeat(once)

    async def invitations(self) -> None:
        """Invite the victim to one table after the other."""

        async def once() -> None:
            table = await self._open()
            if table:
                await self.ask("POST", f"{table}invite/", f"username={self.victim}".encode())
                await self.ask("POST", f"{table}take-down/")

        await self.repeat(once)

    async def schema(self) -> None:
        await self.repeat(lambda: self.ask("GET", "/api/v1/schema/"))

    async def deep_json(self) -> None:
        path, body = f"/api/v1/matches/{self.match}/moves/", b"[" * 60_000
        await self.repeat(lambda: self.ask("POST", path, body, JSON))

    async def _flood(self, frames: bytes, before: bytes = b"") -> None:
        """Send frames until the server ends the connection, and read its pongs."""
        reader, writer = await asyncio.open_connection(*self.address.split(":"))
        try:
            writer.write(upgrade_request(self.address, "/ws/lobby/"))
            await reader.readuntil(b"\r\n\r\n")
            reading = asyncio.ensure_future(_read_all(reader))
            writer.write(before)
            while not reading.done():
                writer.write(frames)
                await writer.drain()
        finally:
            self.answers["cut off"] += 1
            writer.close()

    async def _send(self, begin: bytes, rest: bytes) -> None:
        """Send the rest again and again until the server ends the connection."""
        _reader, writer = await asyncio.open_connection(*self.address.split(":"))
        try:
            writer.write(begin)
            for _ in range(64):
                writer.write(rest)
                await writer.drain()
        finally:
            self.answers["cut off"] += 1
            writer.close()

    async def _listen(self, path: str, cookie: str) -> None:
        def count(_frame: bytes, _at: float) -> None:
            self.answers["frames"] += 1

        await listen(self.address, path, cookie, count)
        self.answers["sockets"] += 1

    async def _open(self) -> str:
        """Open a table; return its path, or "" if the server refused."""
        form = b"seats=2&public=yes&clock=free&sure=yes"
        answer = await self.ask("POST", f"/games/{self.game}/open/", form)
        return answer.location if answer.status == 302 else ""

    async def _open_and_take_down(self) -> None:
        table = await self._open()
        if table:
            await self.ask("POST", f"{table}take-down/")


async def _read_all(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(len(FLOOD)):
            pass


ATTACKS = {
    name: getattr(Attacker, name)
    for name in (
        *("sockets", "lobby", "headers", "chunks", "pipelines", "pings", "fragments"),
        *("undo", "invitations", "schema", "deep_json"),
    )
}


def attack(name: str, seconds: float, attacker: Attacker) -> Counter[str]:
    """Attack for some seconds, in a process of its own; return the number of answers by status."""

    async def run() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(ATTACKS[name](attacker), seconds)

    os.nice(NICENESS)
    began = perf_counter()
    asyncio.run(run())
    attacker.answers["a second"] = round(
        sum(n for status, n in attacker.answers.items() if status.isdecimal())
        / max(perf_counter() - began, 1e-9)
    )
    return attacker.answers


def described(answers: Counter[str]) -> str:
    return json.dumps(dict(sorted(answers.items()))).replace('"', "")[1:-1]
