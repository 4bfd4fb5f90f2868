"""Players of a tournament who act over the JSON API while servers and the worker are killed.

What they do depends only on the tournament: who comes late, misses a table, withdraws, and who
wins. So every run of the same tournament gives the same results.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Event, Lock, Thread
from typing import Any

from games.engine.contract import Json
from tests.faults.cluster import (
    AWAY,
    PATIENCE,
    Answer,
    Cluster,
    Driver,
    Endpoint,
    Process,
    wait_until,
)
from tests.faults.shared_clock import SharedClock
from tests.helpers.effort import EFFORT

PLAYERS_AT_ONCE = 3
BETWEEN = 60
"""Answered requests between two kills."""
MOVES = 2
"""Moves that are made at a table before its first player resigns."""
ABSENT = 0.04 if EFFORT == "thorough" else 0.12
"""The part of the players who miss their table."""
WITHDRAWN = (
    {"swiss": 0.02, "arena": 0.01} if EFFORT == "thorough" else {"swiss": 0.2, "arena": 0.08}
)
"""The part of the players who withdraw between two rounds, or in a minute of an arena."""
ENDS = 0.6
"""The part of an arena's matches that end within a minute."""
MINUTE = 60


@dataclass
class Site:
    """Two servers and a worker, which are killed again and again, on one database and clock."""

    cluster: Cluster
    clock: SharedClock
    rng: Random = field(default_factory=Random)
    kills: int = 0
    answers: int = 0
    """The requests that were answered."""
    calm: Any = field(default_factory=Lock)
    """Held by one who lets no process be killed."""

    def __post_init__(self) -> None:
        self.servers = [self.cluster.server(), self.cluster.server()]
        self.ports = [server.port for server in self.servers]
        self.worker: Process | None = None

    def start_worker(self) -> None:
        self.worker = self.cluster.worker(hurried=True)

    def kill_worker(self) -> None:
        if self.worker is not None:
            self.worker.kill()
            self.worker, self.kills = None, self.kills + 1

    def close(self) -> None:
        for process in (*self.servers, self.worker):
            if process is not None:
                process.kill()

    @contextmanager
    def killing(self) -> Iterator[None]:
        """Kill processes in the block, each after some progress, and start others in their place.

        Progress is a number of answered requests, so that this ends on a machine of any speed.
        """
        stop = Event()

        def kill() -> None:
            known = self.answers
            while not stop.wait(self.rng.uniform(0, 0.05)):
                if self.answers < known + BETWEEN:
                    continue
                with self.calm:
                    at = self.rng.randrange(len(self.servers))
                    self.servers[at].kill()
                    self.servers[at] = self.cluster.server(self.ports[at])
                    if self.worker is not None:
                        self.worker.kill()
                        self.start_worker()
                        self.kills += 1
                    self.kills += 1
                known = self.answers

        killer = Thread(target=kill)
        killer.start()
        try:
            yield
        finally:
            stop.set()
            killer.join()


class Players:
    """The players of one tournament.

    Args:
        site: The servers.
        planned: The tournament as `inside.plan_tournament` returns it.
    """

    def __init__(self, site: Site, planned: Json) -> None:
        self.site, self.planned = site, planned
        self.path = f"/api/v1/tournaments/{planned['id']}/"
        self.late: list[str] = list(planned["late"])
        self.drivers: list[Driver] = []
        self._missed: dict[str, int] = {}
        self._gone: set[str] = set()
        self._minutes: Counter[tuple[int, int]] = Counter()
        self._known = {one["name"]: one for one in planned["people"]}

    def enter(self) -> None:
        """Register all but the late ones, begin, and say that they are here: the first round."""
        early = [name for name in self._known if name not in self.late]
        for name in early:
            self.ask(name, "PUT", f"{self.path}entry/", 200)
        self.site.clock.wait(self.planned["starts_in"])
        self.site.cluster.ask("settle", event_id=self.planned["id"])
        for name in early:
            self.ask(name, "PUT", f"{self.path}here/", 200)
        self.site.clock.wait(MINUTE)

    def play_rounds(self) -> None:
        """Play all rounds; the worker pairs them, and is killed."""
        number = 0
        self.site.start_worker()
        with self.site.killing():
            while (state := self.when(partial(_opened, number)))["status"] != "over":
                number = state["round"]
                tables = state["tables"]
                self._at_all(self._play, [one for one in tables if not self._absent(one)])
                short = [one for one in tables if self._absent(one)]
                self._at_all(self._come, short)
                if short:
                    self.site.clock.wait(MINUTE)
                self._at_all(self._play_without, short)
                state = self.when(_is_over)
                if state["status"] != "over":
                    self._change(number, state)
                    self.site.clock.wait(MINUTE)

    def play_arena(self) -> None:
        """Play minute by minute: matches end while no worker lives, then several are killed."""
        event, opened = self.planned["id"], set[tuple[int, int]]()
        self.site.cluster.ask("settle", event_id=event)
        minute = 0
        while (state := self.state())["status"] != "over":
            minute += 1
            playing = [one for one in state["tables"] if not one["over"]]
            new = [one for one in playing if _key(one) not in opened]
            opened |= {_key(one) for one in new}
            whole = [one for one in playing if not self._absent(one)]
            with self.site.killing():
                self._at_all(self._come, new)
                self._at_all(self._play, [one for one in whole if self._ends(one, minute)])
                self._change(minute, state)
            self.site.clock.wait(MINUTE)
            self.site.start_worker()
            time.sleep(self.site.rng.uniform(0.05, 0.4))
            self.site.kill_worker()
            self.site.cluster.ask("settle", event_id=event)

    def state(self) -> Json:
        found: Json = self.ask(self.planned["organiser"]["name"], "GET", self.path, 200).body
        return found

    def when(self, true: Callable[[Json], bool]) -> Json:
        """Wait until a condition of the tournament holds, and return its state."""
        until = time.monotonic() + PATIENCE
        while not true(state := self.state()):
            assert time.monotonic() < until, state
            time.sleep(0.1)
        return state

    def ask(self, name: str, method: str, path: str, *expected: int) -> Answer:
        """Send a request until a server answers."""
        known = self.planned["organiser"] if name not in self._known else self._known[name]
        endpoint = Endpoint(known["token"], self.site.ports)
        try:
            while True:
                try:
                    answer = endpoint.ask(method, path, None, self.site.rng.choice(self.site.ports))
                except (*AWAY, ValueError):
                    time.sleep(0.01)
                    continue
                assert answer.status in expected, answer
                self.site.answers += 1
                return answer
        finally:
            endpoint.close()

    def close(self) -> None:
        for driver in self.drivers:
            driver.close()

    def _at_all(self, act: Callable[[Json], None], tables: list[Json]) -> None:
        with ThreadPoolExecutor(PLAYERS_AT_ONCE) as pool:
            list(pool.map(act, tables))

    def _play(self, table: Json) -> None:
        """Make some moves, then let players resign in an order that the tournament decides."""
        if table["match"] is None:
            return  # It was decided without a match.
        people = [self._known[name] for name in _names(table)]
        driver = Driver(
            {"id": table["match"], "people": people}, self.site.ports, Random(_label(table))
        )
        self.drivers.append(driver)
        driver.moves(MOVES)
        driver.close()
        self._resign(table, _names(table))

    def _come(self, table: Json) -> None:
        for name in _names(table):
            if name not in self._absent(table):
                self.ask(name, "GET", f"/api/v1/matches/{table['match']}/", 200)

    def _play_without(self, table: Json) -> None:
        """Wait until the worker has taken the absent players out; the others play."""
        absent = self._absent(table)
        here = [name for name in _names(table) if name not in absent]
        path = f"/api/v1/matches/{table['match']}/"

        def sorted_out() -> bool:
            match = self.ask(here[0] if here else "", "GET", path, 200).body
            left = {one["name"] for one in match["players"] if one["left"]}
            return match["status"] != "running" or left >= absent

        wait_until(sorted_out, "absent players are out", pause=0.1)
        if len(here) > 1:
            self._resign(table, here)

    def _resign(self, table: Json, names: list[str]) -> None:
        order = Random(_label(table)).sample(names, len(names))
        # A match of two ends with the first; at larger tables bots take seats until all have left.
        for name in order[:1] if len(table["players"]) == 2 else order:
            # Refused if an earlier request was carried out, and its answer lost.
            self.ask(name, "POST", f"/api/v1/matches/{table['match']}/resign/", 200, 409, 403)

    def _absent(self, table: Json) -> set[str]:
        chance = {name: Random(f"{_label(table)}:{name}").random() for name in _names(table)}
        return {name for name, drawn in chance.items() if drawn < ABSENT}

    def _ends(self, table: Json, minute: int) -> bool:
        # Before the clocks of players who wait run out.
        self._minutes[_key(table)] += 1
        ends = Random(f"{_label(table)}:{minute}").random() < ENDS
        return ends or self._minutes[_key(table)] > 2

    def _change(self, number: int, state: Json) -> None:
        """Let players withdraw, come back, and come late."""
        missed = {
            one["username"]
            for table in state["tables"]
            for one in table["players"]
            if one["absent"]
        }
        for name in sorted(missed - self._missed.keys()):
            self._missed[name] = number
        for name, at in sorted(self._missed.items()):
            if number > at and name not in self._gone:
                self.ask(name, "PUT", f"{self.path}here/", 200)
                del self._missed[name]
        for name in sorted(self._known.keys() - self._gone - set(self.late)):
            if Random(f"{number}:{name}").random() < WITHDRAWN[self.planned["format"]]:
                self.ask(name, "DELETE", f"{self.path}entry/", 204)
                self._gone.add(name)
        if self.late:
            # Not while servers are killed: the numbers that PostgreSQL gave to a player who was
            # rolled back are not used again, and numbers decide lots.
            with self.site.calm:
                self.ask(self.late.pop(), "PUT", f"{self.path}entry/", 200)


def _key(table: Json) -> tuple[int, int]:
    return table["round"], table["number"]


def _names(table: Json) -> list[str]:
    return [one["username"] for one in table["players"]]


def _label(table: Json) -> str:
    return f"{table['round']}:{sorted(_names(table))}"


def _opened(number: int, state: Json) -> bool:
    """Return whether the round after this one has all its matches, or the tournament is over."""
    if state["status"] == "over":
        return True
    tables = state["tables"]
    return state["round"] > number and all(one["match"] or one["over"] for one in tables)


def _is_over(state: Json) -> bool:
    """Return whether all results of a round are read, and the break has begun."""
    return state["status"] == "over" or state["next_round_at"] is not None
