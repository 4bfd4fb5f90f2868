"""Players of a benchmark: each seat has a socket, and moves when a message asks it to."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode

from bench.client import Listener, Streams, listen, open_all, request, send, until
from bench.seeding import CSRF, Seated

QUESTIONS = {
    "page": re.compile(rb'name="turn_token" value="(\w+)" form="move-form"'),
    "state": re.compile(rb'"turn_token":"(\w+)"'),
}
"""Finds the token of an open question in a message, by what the socket follows."""
BUTTON = re.compile(rb"name=\"move\" value='([^']+)'")
CARD = re.compile(rb'name="card" value="([\w-]+)" form="move-form"')
QUESTION_TIMEOUT = 10
API = "api/v1/"
"""The prefix of addresses for programs."""
ANSWERED = re.compile(rb'(?:\{"id":|played |refused )(\d+)')
"""The start of the answer to a move that was sent over a socket."""


class Transport(NamedTuple):
    """How moves are sent, and what sockets receive."""

    moves: str
    """`socket`, `JSON` or `HTML` (a form)."""
    follow: str
    """`state` or `page`."""


TRANSPORTS = (
    Transport("socket", "state"),
    Transport("socket", "page"),
    Transport("JSON", "state"),
    Transport("JSON", "page"),
    Transport("HTML", "page"),
)


@dataclass
class Tally:
    """What was measured. Times are in seconds."""

    moves: int = 0
    refused: int = 0
    seconds: float = 0.0
    answers: list[float] = field(default_factory=list)
    pushes: list[float] = field(default_factory=list)
    """The times from sending a move until a socket received the change, one for each socket."""


class Players:
    """The players of all tables, spread over the servers at these addresses."""

    def __init__(self, addresses: Sequence[str], transport: Transport) -> None:
        self.addresses, self.transport = addresses, transport
        self.rng = Random("players")
        self.tables: list[Table] = []
        self.tally = Tally()
        self.playing = False
        self.frames = 0
        self._rate: float | None = None
        self._next_at = 0.0

    async def sit_down(self, tables: Sequence[Seated]) -> None:
        """Open the sockets of more tables."""
        first = len(self.tables)
        new = [Table(self, *table, number) for number, table in enumerate(tables, start=first)]
        await open_all(table.open() for table in new)
        self.tables += new

    async def play(self, seconds: float, rate: float | None = None) -> Tally:
        """Play for some seconds, and return the tally.

        Moves that are not answered at the end count in the next tally.

        Args:
            seconds: How long to play.
            rate: Moves a second of all tables together; by default as fast as the servers answer.
        """
        self.tally, self._rate, self.playing = Tally(), rate, True
        self._next_at = started = perf_counter()
        for table in self.tables:
            table.go_on()
        await asyncio.sleep(seconds)
        tally, self.playing, self.tally = self.tally, False, Tally()
        tally.seconds = perf_counter() - started
        return tally

    async def one_move(self) -> Tally:
        """Make one move at the only table; later pushes are still added to the returned tally."""
        (table,) = self.tables
        self.tally, self._rate = Tally(), None
        await until(table.question, QUESTION_TIMEOUT)
        question = table.question()
        assert question is not None, "no seat is asked"
        await table.answer(*question)
        return self.tally

    async def settle(self) -> None:
        """Wait until no message is in flight any more, in either direction."""
        frames = -1
        for _ in range(60):
            await asyncio.sleep(0.3)
            quiet, frames = frames == self.frames, self.frames
            if quiet and not any(table.busy for table in self.tables):
                break
        for table in self.tables:
            table.sent_at = 0.0

    def delay(self) -> float:
        """Return the seconds that the next move must wait to keep to the rate."""
        if self._rate is None:
            return 0.0
        now = perf_counter()
        self._next_at = max(self._next_at, now - 0.1) + 1 / self._rate
        return max(0.0, self._next_at - now)

    def leave(self) -> None:
        for table in self.tables:
            table.close()


class Table:
    """One match: a socket for every player, and one connection for the moves."""

    def __init__(self, players: Players, match: str, cookies: Sequence[str], number: int) -> None:
        self.players, self.match, self.cookies = players, match, cookies
        self.address = players.addresses[number % len(players.addresses)]
        self.sockets: list[Listener] = []
        self.received = [b""] * len(cookies)
        self.sent_at = 0.0
        self.busy = False
        self._answered: set[bytes] = set()
        self._acknowledged: asyncio.Future[bool] | None = None
        self._streams: Streams | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        api = API if self.players.transport.follow == "state" else ""
        for seat, cookie in enumerate(self.cookies):
            # The sockets of a table connect to different servers, as behind a proxy.
            address = self.players.addresses[seat % len(self.players.addresses)]
            path = f"/ws/{api}matches/{self.match}/"
            self.sockets.append(await listen(address, path, cookie, partial(self._on_frame, seat)))

    def _on_frame(self, seat: int, frame: bytes, at: float) -> None:
        self.received[seat] = frame
        self.players.frames += 1
        waiting = self._acknowledged
        if waiting is not None and ANSWERED.match(frame) and not waiting.done():
            waiting.set_result(not frame.startswith(b"refused") and b'"error":' not in frame[:40])
        elif self.sent_at:
            self.players.tally.pushes.append(at - self.sent_at)
        self.go_on()

    def question(self) -> tuple[int, bytes] | None:
        """Return a seat that has to move, and the token of its question."""
        for seat, frame in enumerate(self.received):
            found = QUESTIONS[self.players.transport.follow].search(frame)
            if found is not None and found[1] not in self._answered:
                return seat, found[1]
        return None

    def go_on(self) -> None:
        """Answer the next question, unless one is being answered or play has stopped."""
        if self.players.playing and not self.busy and (question := self.question()):
            self.busy = True
            self._task = asyncio.ensure_future(self._play(*question))

    async def _play(self, seat: int, turn_token: bytes) -> None:
        try:
            if wait := self.players.delay():
                await asyncio.sleep(wait)
            if self.players.playing:
                await self.answer(seat, turn_token)
        finally:
            self.busy = False
        self.go_on()

    async def answer(self, seat: int, turn_token: bytes) -> None:
        """Make a random move for a seat."""
        move = self._choose(self.received[seat])
        self._answered.add(turn_token)
        if self.players.transport.moves == "socket":
            played = await self._send_over_socket(seat, move, turn_token.decode())
        else:
            played = await self._send_request(seat, move, turn_token.decode())
        tally = self.players.tally
        tally.answers.append(perf_counter() - self.sent_at)
        tally.moves += played
        tally.refused += not played

    async def _send_over_socket(self, seat: int, move: dict[str, str], turn_token: str) -> bool:
        self._acknowledged = asyncio.get_running_loop().create_future()
        message = {"move": move, "turn_token": turn_token, "id": len(self._answered)}
        self.sent_at = perf_counter()
        self.sockets[seat].send(json.dumps(message).encode())
        return await asyncio.wait_for(self._acknowledged, QUESTION_TIMEOUT)

    async def _send_request(self, seat: int, move: dict[str, str], turn_token: str) -> bool:
        body = self._request(seat, move, turn_token)
        # Servers close a connection that is idle for long.
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection(*self.address.split(":"))
        self.sent_at = perf_counter()
        return await send(self._streams, body) == 200

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()
        if self._streams is not None:
            self._streams[1].close()

    def _choose(self, frame: bytes) -> dict[str, str]:
        if self.players.transport.follow == "state":
            state = json.loads(frame)
            return dict(self.players.rng.choice(state.get("table", state)["moves"]))
        moves = [json.loads(move) for move in BUTTON.findall(frame)]
        moves = [move for move in moves if move != {"type": "play"}]
        moves += [{"type": "play", "card": card.decode()} for card in CARD.findall(frame)]
        return dict(self.players.rng.choice(moves))

    def _request(self, seat: int, move: dict[str, str], turn_token: str) -> bytes:
        if self.players.transport.moves == "JSON":
            api, kind = API, "application/json"
            body = json.dumps({**move, "turn_token": turn_token}).encode()
        else:
            api, kind = "", "application/x-www-form-urlencoded"
            body = urlencode({"move": json.dumps(move), "turn_token": turn_token}).encode()
        headers = [f"Cookie: {self.cookies[seat]}", f"X-CSRFToken: {CSRF}", "HX-Request: true"]
        headers += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        path = f"/{api}matches/{self.match}/moves/"
        return request(f"POST {path}", self.address, *headers, body=body)
