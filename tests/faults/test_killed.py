"""Servers are killed with kill -9 during moves: each acknowledged move is stored exactly once."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from random import Random
from threading import Event, Thread

import pytest

from tests.faults.cluster import Cluster, Driver, Process, agree, wait_until
from tests.helpers.effort import examples

KILLS = int(os.environ.get("TAVOLA_KILLS") or examples(12))
SERVERS = 3
BETWEEN = 3
PLAYERS, MATCHES = 6, 6
"""Pairs that play at the same time, and the matches of each."""


@pytest.fixture
def servers(grown_up: Cluster) -> Iterator[list[Process]]:
    running = [grown_up.server() for _ in range(SERVERS)]
    yield running
    for server in running:
        server.kill()


def test_servers_killed_during_moves_lose_and_double_nothing(
    grown_up: Cluster, servers: list[Process]
) -> None:
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
    known, kill, in_mid_move = 0, 0, 0
    while kill < KILLS or in_mid_move <= KILLS // 10:
        place, kill = kill % SERVERS, kill + 1
        # On a machine of any speed: let some moves succeed, then kill at a random moment, every
        # other time while that server has a move.
        wait_until(partial(_has_come, drivers, known + BETWEEN), "moves go on")
        time.sleep(rng.uniform(0, 0.06))
        if kill % 2:
            wait_until(partial(_is_moving, drivers, ports[place]), "a move is sent there")
            time.sleep(rng.uniform(0, 0.01))
        known = _acknowledged(drivers)
        in_mid_move += _is_moving(drivers, ports[place])
        servers[place].kill()
        servers[place] = grown_up.server(ports[place])
    stop.set()
    for player in players:
        player.join()
    all_stored = grown_up.ask("all_stored", match_ids=[d.table["id"] for d in drivers])
    for driver, stored in zip(drivers, all_stored, strict=True):
        assert agree(driver.sent, stored["moves"]), driver.table["id"]
    moves = f"{_acknowledged(drivers)} moves in {len(drivers)} matches"
    print(f"{kill} kills, {in_mid_move} of them in the middle of a move; {moves}")


def _has_come(drivers: list[Driver], moves: int) -> bool:
    return _acknowledged(drivers) >= moves


def _acknowledged(drivers: list[Driver]) -> int:
    return sum(driver.acknowledged for driver in drivers)


def _is_moving(drivers: list[Driver], port: int) -> bool:
    return any(driver.moving_at == port for driver in drivers)
