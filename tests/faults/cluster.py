"""The site as real processes that tests can kill, and players who continue regardless."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.conf import settings

from games.engine.contract import Json
from tests.helpers.ports import free_port, is_served
from tests.helpers.schema import copy_of_migrated

PATIENCE = 180
"""Seconds to wait for anything, even on a busy machine."""
TOKEN = "t" * 32
Way = Callable[[int], http.client.HTTPConnection]
AWAY = (OSError, http.client.HTTPException)


class Cluster:
    """Servers and workers on one database, forked from one nest (see nest.py).

    A database in the environment has been migrated; without one, an SQLite file is in `place`.
    """

    def __init__(self, place: Path, **environment: str) -> None:
        kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        self.log = place / "log"
        if "DATABASE_URL" not in environment:
            copy_of_migrated(place / "tavola.sqlite3")
        own = {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "TAVOLA_VAR": str(place),
            "CLUSTER_LOG": str(self.log),
            "WRITES_A_MINUTE": "1000000",
            "TOKEN_READS_A_MINUTE": "1000000",
            "SOCKETS_A_PERSON": "1000000",
            "SOCKETS_AN_ADDRESS": "1000000",
            "BOT_DELAY_MS": "0",
        }
        with self.log.open("a") as log:
            self._nest = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.nest"],
                cwd=settings.BASE_DIR,
                env={**kept, **own, **environment},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._nest.stdout is not None
        assert self._nest.stdout.readline() == "ready\n", self.log.read_text()

    def _wish(self, **wish: Any) -> Any:
        assert self._nest.stdin is not None
        assert self._nest.stdout is not None
        self._nest.stdin.write(json.dumps(wish) + "\n")
        self._nest.stdin.flush()
        return json.loads(self._nest.stdout.readline())

    def ask(self, name: str, **words: Any) -> Any:
        """Call a function of inside.py in a process of the site, and return its result."""
        answer = self._wish(do="ask", name=name, words=words)
        assert answer != {"failed": name}, self.log.read_text()[-4000:]
        return answer

    def server(self, port: int | None = None, **how: Any) -> Process:
        """Start a server, and wait until it answers."""
        port = port or free_port()
        wait_until(lambda: not is_served(port), "the killed server is gone")
        started = Process(self._wish(do="serve", port=port, **how), port)
        wait_until(lambda: is_served(port), "the server opens")
        return started

    def worker(self, **how: Any) -> Process:
        return Process(self._wish(do="work", **how), 0)

    def close(self) -> None:
        assert self._nest.stdin is not None
        self._nest.stdin.close()
        self._nest.wait(PATIENCE)
        assert self._nest.stdout is not None
        self._nest.stdout.close()


@dataclass
class Process:
    """One process of the site."""

    pid: int
    port: int

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, how)

    def lost_files(self) -> list[str]:
        """Return database files that this process has open but that were deleted."""
        found = []
        for open_file in Path(f"/proc/{self.pid}/fd").iterdir():
            with suppress(FileNotFoundError):
                found.append(str(open_file.readlink()))
        return [name for name in found if ".sqlite3" in name and name.endswith(" (deleted)")]

    def memory(self) -> int:
        """Return the resident bytes."""
        pages = Path(f"/proc/{self.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def cluster(place: Path, **environment: str) -> Iterator[Cluster]:
    opened = Cluster(place, **environment)
    try:
        yield opened
    finally:
        opened.close()


def wait_until(
    true: Callable[[], Any], what: str, patience: float = PATIENCE, pause: float = 0.01
) -> None:
    until = time.monotonic() + patience
    while not true():
        assert time.monotonic() < until, f"in vain: {what}"
        time.sleep(pause)


@dataclass
class Answer:
    status: int
    body: Any

    @property
    def code(self) -> str:
        """The code of the refusal."""
        return str(self.body["error"]["code"])


def straight(port: int) -> http.client.HTTPConnection:
    """Return a connection to a server, without a proxy."""
    return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)


class Endpoint:
    """A user's access to the JSON API on any of these ports, over lasting connections."""

    def __init__(self, token: str, ports: list[int], way: Way = straight) -> None:
        self._way = way
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._ports = ports
        self._open: dict[int, http.client.HTTPConnection] = {}

    def ask(self, method: str, path: str, body: Json | None = None, port: int = 0) -> Answer:
        """Send a request once; raises one of AWAY if no answer comes."""
        port = port or self._ports[0]
        line = self._open.get(port) or self._way(port)
        self._open[port] = line
        try:
            sent = None if body is None else json.dumps(body)
            line.request(method, path, sent, self._headers)
            answer = line.getresponse()
            said = answer.read()
            return Answer(answer.status, json.loads(said) if said else None)
        except (*AWAY, ValueError):
            line.close()
            del self._open[port]
            raise

    def close(self) -> None:
        for line in self._open.values():
            line.close()


@dataclass
class Driver:
    """All users of a match, who keep moving; it records sent and acknowledged moves."""

    table: Json
    ports: list[int]
    rng: Random
    way: Way = straight
    sent: list[tuple[list[Any], bool]] = field(default_factory=list)
    acknowledged: int = 0
    refused: list[tuple[int, str]] = field(default_factory=list)
    over: bool = False
    seen: int = 0
    moving_at: int = 0
    """The port of the server that has not yet answered a move."""

    def __post_init__(self) -> None:
        people = self.table["people"]
        self._doors = [Endpoint(person["token"], self.ports, self.way) for person in people]
        self._turn: tuple[int, Json] | None = None
        self._seat = 0

    def moves(self, many: int) -> None:
        """Make moves until `many` more are acknowledged."""
        enough = self.acknowledged + many
        until = time.monotonic() + PATIENCE
        while self.acknowledged < enough and not self.over:
            assert time.monotonic() < until, self.refused[-3:]
            self.step()

    def step(self) -> None:
        """Make one move, or read the table if its state is not known."""
        try:
            if self._turn is None:
                self._look()
            else:
                self._move(*self._turn)
        except ConnectionRefusedError:
            if self._turn is not None:
                self.sent.pop()
            time.sleep(0.01)
        except (*AWAY, ValueError):
            self._turn = None

    def _ask(self, seat: int, method: str, path: str, body: Json | None = None) -> Answer:
        port = self.rng.choice(self.ports)
        address = f"/api/v1/matches/{self.table['id']}/{path}"
        self.moving_at = port if method == "POST" else 0
        try:
            return self._doors[seat].ask(method, address, body, port)
        finally:
            self.moving_at = 0

    def _look(self) -> None:
        answer = self._ask(self._seat, "GET", "")
        if answer.status != 200:
            self.refused.append((answer.status, answer.code))
        elif not self._read(self._seat, answer.body):
            self._seat = self._after(self._seat)

    def _after(self, seat: int) -> int:
        return (seat + 1) % len(self._doors)

    def _read(self, seat: int, state: Json) -> bool:
        """Note a state, and return whether this user has to move."""
        self.over = state["status"] != "running"
        self._turn = (seat, state) if state.get("turn_token") and state["moves"] else None
        return self._turn is not None

    def _move(self, seat: int, state: Json) -> None:
        move = self.rng.choice(state["moves"])
        entry = [state["seat"], move]
        self.sent.append((entry, False))
        answer = self._ask(seat, "POST", "moves/", {**move, "turn_token": state["turn_token"]})
        self._turn = None
        if answer.status == 200:
            self.sent[-1] = (entry, True)
            self.acknowledged += 1
            self.seen = answer.body["seen"]
            if not self._read(seat, answer.body):
                self._seat = self._after(seat)
        else:
            self.refused.append((answer.status, answer.code))

    def close(self) -> None:
        for endpoint in self._doors:
            endpoint.close()


class Page:
    """Requests for pages from the browser of a signed-in user."""

    def __init__(self, person: Json, port: int) -> None:
        self.port = port
        self._headers = {
            "Cookie": f"sessionid={person['session']}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
        }

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None, {})

    def post(self, path: str, htmx: bool = False, **fields: str) -> Answer:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        more = {"HX-Request": "true"} if htmx else {}
        return self._ask("POST", path, urlencode(fields), {**kind, **more})

    def _ask(self, method: str, path: str, body: str | None, more: dict[str, str]) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request(method, path, body, {**self._headers, **more})
            answer = line.getresponse()
            return Answer(answer.status, answer.read().decode())
        finally:
            line.close()


def agree(sent: list[tuple[list[Any], bool]], stored: list[list[Any]]) -> bool:
    """Return whether the stored moves match the sent ones, in order.

    Each acknowledged move must be stored once; the others may be stored once or not at all.
    """
    reached = {0}
    for move in stored:
        following = set()
        for at in reached:
            for here in range(at, len(sent)):
                entry, acknowledged = sent[here]
                if entry == move:
                    following.add(here + 1)
                if acknowledged:
                    break
        reached = following
    return any(not any(known for _, known in sent[at:]) for at in reached)
