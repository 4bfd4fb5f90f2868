"""kill -9, again and again, in the middle of it: what was acknowledged is there, and once."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from random import Random
from threading import Event, Thread

import pytest

from tests.faults.house import Driver, House, Process, agree, wait_until

KILLS = int(os.environ.get("TAVOLA_KILLS", "100"))
SERVERS = 3
BETWEEN = 3
PLAYERS, MATCHES = 6, 6
"""Couples at once, and the matches each has before it."""


@pytest.fixture
def servers(grown_up: House) -> Iterator[list[Process]]:
    running = [grown_up.server() for _ in range(SERVERS)]
    yield running
    for server in running:
        server.kill()


def test_servers_are_killed_in_mid_move(grown_up: House, servers: list[Process]) -> None:
    rng = Random()
    ports = [server.port for server in servers]
    drivers: list[Driver] = []
    stop = Event()

    def play(number: int) -> None:
        for table in tables[number::PLAYERS]:
            driver = Driver(table, ports, Random(number))
            drivers.append(driver)
            while not driver.over and not stop.is_set():
                driver.step()
            driver.close()
            if stop.is_set():
                return

    tables = grown_up.ask("tables", how_many=PLAYERS * MATCHES)
    players = [Thread(target=play, args=(number,)) for number in range(PLAYERS)]
    for player in players:
        player.start()
    begun, known = time.monotonic(), 0
    for kill in range(KILLS):
        place = kill % SERVERS
        # However busy this machine is: some moves go well, then it comes at any moment.
        wait_until(lambda known=known: _acknowledged(drivers) >= known + BETWEEN, "moves go on")
        time.sleep(rng.uniform(0, 0.06))
        known = _acknowledged(drivers)
        servers[place].kill()
        servers[place] = grown_up.server(ports[place])
    print(f"{KILLS} kills in {time.monotonic() - begun:.1f} s")
    stop.set()
    for player in players:
        player.join()
    all_stored = grown_up.ask("all_stored", match_ids=[d.table["id"] for d in drivers])
    for driver, stored in zip(drivers, all_stored, strict=True):
        assert agree(driver.sent, stored["moves"]), driver.table["id"]
    acknowledged = _acknowledged(drivers)
    unanswered = sum(len(driver.sent) for driver in drivers) - acknowledged
    print(f"{len(drivers)} matches, {acknowledged} acknowledged, {unanswered} without an answer")
    assert unanswered > KILLS // 10, "the servers were killed while they were at work"


def _acknowledged(drivers: list[Driver]) -> int:
    return sum(driver.acknowledged for driver in drivers)
