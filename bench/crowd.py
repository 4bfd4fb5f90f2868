"""Players and spectators of a load run: each seat has a socket, and moves when its page asks it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from urllib.parse import urlencode

from bench.wire import Listener, Post, listen, poster

CSRF = "b" * 32
ASKED = re.compile(rb'name="asked" value="(\w+)" form="move-form"')
STATE_ASKED = re.compile(rb'"asked":"(\w+)"')
BUTTON = re.compile(rb"name=\"move\" value='([^']+)'")
CARD = re.compile(rb'name="card" value="([\w-]+)" form="move-form"')
OPENED_AT_ONCE = 20


@dataclass
class Tally:
    """What a run measured, in seconds."""

    moves: int = 0
    refused: int = 0
    answers: list[float] = field(default_factory=list)
    pushes: list[float] = field(default_factory=list)


class Crowd:
    """All that sit at the tables, and how fast they play.

    `rate`: so many moves a second in all; None is as fast as the house answers.
    """

    def __init__(self, addresses: Sequence[str], door: str, follow: str) -> None:
        self.addresses, self.door, self.follow = addresses, door, follow
        self.rng = Random("crowd")
        self.tables: list[Table] = []
        self.tally = Tally()
        self.playing = False
        self.heard = 0
        self.rate: float | None = None
        self._next_at = 0.0

    async def sit_down(self, tables: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Open the sockets of more tables: each an id and the cookies of those who play."""
        for start in range(0, len(tables), OPENED_AT_ONCE):
            opened = [
                Table(self, match, cookies, len(self.tables) + n)
                for n, (match, cookies) in enumerate(tables[start : start + OPENED_AT_ONCE])
            ]
            await asyncio.gather(*(table.open() for table in opened))
            self.tables += opened

    async def play(self, seconds: float, rate: float | None) -> Tally:
        """Let them play for a while; what is on its way at the end counts no more."""
        self.tally, self.rate, self.playing = Tally(), rate, True
        self._next_at = perf_counter()
        started = perf_counter()
        for table in self.tables:
            table.go_on()
        await asyncio.sleep(seconds)
        tally, self.playing, self.tally = self.tally, False, Tally()
        self.seconds = perf_counter() - started
        return tally

    async def one_move(self) -> None:
        """A single move at one of the tables, answered."""
        self.rate, self.playing = None, True
        self.tally = Tally()
        for table in self.tables:
            table.go_on()
        self.playing = False
        await asyncio.gather(*(table.task for table in self.tables if table.task is not None))

    async def settle(self) -> None:
        """Until nothing is on its way any more, to the servers or from them."""
        heard = -1
        for _ in range(60):
            await asyncio.sleep(0.3)
            quiet, heard = heard == self.heard, self.heard
            if quiet and not any(table.busy for table in self.tables):
                break
        for table in self.tables:
            table.sent_at = 0.0

    def turn(self) -> float:
        """How long the next move has to wait, for so many a second."""
        if self.rate is None:
            return 0.0
        now = perf_counter()
        self._next_at = max(self._next_at, now - 0.1) + 1 / self.rate
        return max(0.0, self._next_at - now)

    def leave(self) -> None:
        for table in self.tables:
            table.close()


class Table:
    """One match: a socket for every player, one connection for the moves."""

    def __init__(self, crowd: Crowd, match: str, cookies: Sequence[str], number: int) -> None:
        self.crowd, self.match, self.cookies = crowd, match, cookies
        self.address = crowd.addresses[number % len(crowd.addresses)]
        self.sockets: list[Listener] = []
        self.post: Post | None = None
        self.pages: list[bytes] = [b""] * len(cookies)
        self.sent_at = 0.0
        self.busy = False
        self.task: asyncio.Task[None] | None = None
        self.answered: set[bytes] = set()

    async def open(self) -> None:
        path = f"/ws/{'api/' if self.crowd.follow == 'state' else ''}matches/{self.match}/"
        for seat, cookie in enumerate(self.cookies):
            # The screens of a table hang on different processes, as behind a proxy.
            address = self.crowd.addresses[seat % len(self.crowd.addresses)]
            self.sockets.append(await listen(address, path, cookie, self._hearer(seat)))
        self.post = await poster(self.address)

    def _hearer(self, seat: int) -> Callable[[bytes, float], None]:
        def heard(frame: bytes, at: float) -> None:
            self.pages[seat] = frame
            self.crowd.heard += 1
            if self.crowd.playing and self.sent_at:
                self.crowd.tally.pushes.append(at - self.sent_at)
            self.go_on()

        return heard

    def go_on(self) -> None:
        """Whoever is asked answers, one after the other."""
        if self.busy or not self.crowd.playing:
            return
        for seat, page in enumerate(self.pages):
            asked = (ASKED if self.crowd.follow == "page" else STATE_ASKED).search(page)
            if asked is not None and asked[1] not in self.answered:
                self.busy = True
                self.task = asyncio.ensure_future(self._move(seat, page, asked[1]))
                return

    async def _move(self, seat: int, page: bytes, asked: bytes) -> None:
        try:
            request = self._request(seat, self._choose(page), asked.decode())
            if wait := self.crowd.turn():
                await asyncio.sleep(wait)
                if not self.crowd.playing:
                    return
            self.answered.add(asked)
            tally = self.crowd.tally
            if self.post is None or not self.post.is_open:
                # Servers hang up on whoever is silent for long.
                self.post = await poster(self.address)
            self.sent_at = perf_counter()
            status, _body = await self.post.send(request)
            tally.answers.append(perf_counter() - self.sent_at)
            tally.moves += status == 200
            tally.refused += status != 200
        finally:
            self.busy = False
        self.go_on()

    def _choose(self, page: bytes) -> dict[str, str]:
        if self.crowd.follow == "state":
            return dict(self.crowd.rng.choice(json.loads(page)["moves"]))
        ways = [json.loads(way) for way in BUTTON.findall(page)]
        ways = [way for way in ways if way != {"type": "play"}]
        ways += [{"type": "play", "card": card.decode()} for card in CARD.findall(page)]
        return dict(self.crowd.rng.choice(ways))

    def _request(self, seat: int, move: dict[str, str], asked: str) -> bytes:
        if self.crowd.door == "JSON":
            path, kind = f"/api/matches/{self.match}/moves/", "application/json"
            body = json.dumps({**move, "asked": asked}).encode()
        else:
            path, kind = f"/matches/{self.match}/moves/", "application/x-www-form-urlencoded"
            body = urlencode({"move": json.dumps(move), "asked": asked}).encode()
        lines = [
            *(f"POST {path} HTTP/1.1", f"Host: {self.address}", f"Cookie: {self.cookies[seat]}"),
            *(f"X-CSRFToken: {CSRF}", "HX-Request: true", f"Content-Type: {kind}"),
            f"Content-Length: {len(body)}",
        ]
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + body

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()
        if self.post is not None:
            self.post.close()
