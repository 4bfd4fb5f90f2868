"""boardgame.io on this machine: how fast another server of turn-based games moves.

Its own server, in production mode, with its own storage in files and its own protocol (socket.io).
Matches are made and joined over its lobby, with credentials. The driver does no more than the one
of our server: it looks for two numbers in what a socket receives, and reads JSON for who moves.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from bench.client import Listener, listen, open_all, until
from bench.node import NODE, fetch
from bench.servers import cpu_seconds, ending, free_port, wait_for_port

NAME = "boardgame.io"
HERE = Path(__file__).parent
GAME = "skirmish"
PATH = "/socket.io/?EIO=4&transport=websocket"
PING, PONG, CONNECT = b"2", b"3", f"40/{GAME},".encode()
BRINGS_STATE = re.compile(f'42/{GAME},\\["(?:sync|update)"'.encode())
STATE_ID, ASKED = re.compile(rb'"_stateID":(\d+)'), re.compile(rb'"currentPlayer":"(\d)"')
PASSES = 12
"""Of so many moves about one is to pass."""
TIMEOUT = 120


class Speed(NamedTuple):
    """Moves a second, and milliseconds of the server's CPU for each."""

    moves: float
    cpu: float


def install() -> None:
    """Fetch it, if it is not here yet; OSError."""
    fetch(HERE, NAME)


def measure(matches: int, seconds: float, played: int) -> Speed:
    """Play so many matches flat out, each with a socket for both players.

    `played`: how many moves a match has behind it by then, on average.
    """
    with _server() as (port, pid):
        tables = [Table(port, *seated) for seated in _seat(port, matches)]
        return asyncio.run(_play(tables, pid, seconds, played))


@contextmanager
def _server() -> Iterator[tuple[int, int]]:
    """Its server, with an empty folder for the files: the port, and the pid."""
    port = free_port()
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(  # noqa: S603
            [NODE, "server.js", str(port), folder],
            cwd=HERE,
            env={**os.environ, "NODE_ENV": "production"},
            stdout=subprocess.DEVNULL,
        )
        with ending(process):
            wait_for_port(port)
            yield port, process.pid


def _seat(port: int, matches: int) -> Iterator[tuple[str, list[str]]]:
    """New matches, with the credentials of their players."""
    lobby = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    for _ in range(matches):
        match = _post(lobby, "create", {"numPlayers": 2})["matchID"]
        players = [{"playerID": str(seat), "playerName": str(seat)} for seat in (0, 1)]
        joined = [_post(lobby, f"{match}/join", player) for player in players]
        yield match, [seat["playerCredentials"] for seat in joined]
    lobby.close()


def _post(lobby: HTTPConnection, path: str, data: dict[str, Any]) -> Any:
    headers = {"Content-Type": "application/json"}
    lobby.request("POST", f"/games/{GAME}/{path}", json.dumps(data), headers)
    answer = lobby.getresponse()
    text = answer.read()
    if answer.status != 200:
        raise ConnectionRefusedError(f"{NAME} answered {path} with {answer.status}: {text!r}")
    return json.loads(text)


async def _play(tables: list[Table], pid: int, seconds: float, played: int) -> Speed:
    await open_all(table.open() for table in tables)
    await until(lambda: all(table.is_ready for table in tables), TIMEOUT)
    assert all(table.is_ready for table in tables), f"{NAME} sent no state"
    for table in tables:
        table.go_on()
    await until(lambda: _moves(tables) >= played * len(tables), TIMEOUT)
    cpu, moves, started = cpu_seconds([pid]), _moves(tables), perf_counter()
    await asyncio.sleep(seconds)
    passed, moves = perf_counter() - started, _moves(tables) - moves
    cpu = cpu_seconds([pid]) - cpu
    for table in tables:
        table.close()
    return Speed(moves / passed, cpu / max(moves, 1) * 1000)


def _moves(tables: list[Table]) -> int:
    return sum(table.moves for table in tables)


class Table:
    """One match: both players, who move as soon as they are asked."""

    def __init__(self, port: int, match: str, credentials: list[str]) -> None:
        self.moves = 0
        """How many were acknowledged: the state they led to has come back to who made them."""
        self._address = f"127.0.0.1:{port}"
        self._match, self._credentials = match, credentials
        self._sockets: list[Listener] = []
        self._states = [b"", b""]
        self._sent: tuple[int, int] | None = None
        """Who has moved last, and the number of the state that this leads to."""
        self._playing = False
        self._rng = Random(match)

    async def open(self) -> None:
        for seat in range(len(self._credentials)):
            opened = await listen(self._address, PATH, "", partial(self._receive, seat))
            self._sockets.append(opened)
            opened.send(CONNECT)

    @property
    def is_ready(self) -> bool:
        return all(self._states)

    def go_on(self) -> None:
        """Play from now on."""
        self._playing = True
        self._move()

    def close(self) -> None:
        self._playing = False
        for opened in self._sockets:
            opened.close()

    def _receive(self, seat: int, frame: bytes, _at: float) -> None:
        if BRINGS_STATE.match(frame):
            self._states[seat] = frame
            if self._sent == (seat, _number(frame)):
                self.moves += 1
                self._sent = None
            self._move()
        elif frame == PING:
            self._sockets[seat].send(PONG)
        elif frame.startswith(CONNECT):
            whole = ["sync", self._match, str(seat), self._credentials[seat]]
            self._sockets[seat].send(_event(whole))

    def _move(self) -> None:
        """Move for who is asked, if their own state says so and the last move is acknowledged."""
        if not self._playing or self._sent is not None:
            return
        newest = max(self._states, key=_number)
        asked, number = ASKED.search(newest), _number(newest)
        assert asked is not None
        seat = int(asked[1])
        if _number(self._states[seat]) < number:
            return
        action = {"type": "MAKE_MOVE", "payload": self._choose(seat)}
        self._sent = seat, number + 1
        self._sockets[seat].send(_event(["update", action, number, self._match, str(seat)]))

    def _choose(self, seat: int) -> dict[str, Any]:
        frame = self._states[seat]
        state = json.loads(frame[frame.index(b"[") :])[2]
        hand = state.get("state", state)["G"]["players"][str(seat)]["hand"]
        move: dict[str, Any] = {"type": "play", "args": [self._rng.randrange(len(hand))]}
        if self._rng.randrange(PASSES) == 0:
            move = {"type": "pass", "args": []}
        return {**move, "playerID": str(seat), "credentials": self._credentials[seat]}


def _number(frame: bytes) -> int:
    """The number of the state that a message brings; -1 before the first one."""
    found = STATE_ID.search(frame)
    return -1 if found is None else int(found[1])


def _event(content: list[Any]) -> bytes:
    return b"42/" + GAME.encode() + b"," + json.dumps(content).encode()
