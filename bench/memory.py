"""The memory of a server: with many followed matches, and during long play."""

from __future__ import annotations

import asyncio
import os
from statistics import mean
from time import perf_counter

from asgiref.sync import sync_to_async

from bench.engine import LONG_MATCH, Figure
from bench.players import TRANSPORTS, Players
from bench.seeding import long_match, running_matches
from bench.servers import resident_bytes, server
from games.matches import cache
from games.matches.services.event_store import match_state, state_after, state_cache

FOLLOWED, FOLLOWED_BUDGET = 10_000, 1_000
"""Matches, and the megabytes that their cached states may take."""
MINUTES, TABLES, RATE = 30, 20, 20.0
"""How long people play, at how many tables at once, and their moves a second together."""
ROUND = 180
"""Seconds until all players move to new tables."""
GROWTH_BUDGET = 10
"""Percent by which the last third of the time may use more memory than the second."""
MEGA = 1_000_000


def followed_matches() -> list[Figure]:
    """Measure the memory of this process with the cached states of long, followed matches."""
    match, _player = long_match()
    state = match_state(match)
    before, started = resident_bytes([os.getpid()]), perf_counter()
    ids = [f"followed-{number}" for number in range(FOLLOWED)]
    for match_id in ids:
        cache.attend(match_id)
        state_cache.set_newer(match_id, state.number, state_after(state, state.number))
    used, took = resident_bytes([os.getpid()]) - before, perf_counter() - started
    for match_id in ids:
        cache.leave(match_id)
    name = f"{FOLLOWED:,} followed matches of {LONG_MATCH} events"
    return [
        Figure(f"{name}, cached", len(state_cache), "matches"),
        Figure(f"{name}, memory", round(used / MEGA), "MB", FOLLOWED_BUDGET),
        Figure(f"{name}, replay of one", round(took / FOLLOWED * 1000, 1), "ms"),
    ]


def long_play() -> list[Figure]:
    """Measure the memory of a server while people play for `MINUTES`, always at new tables."""
    with server() as (address, pid):
        used = asyncio.run(_play(address, pid))
    third = len(used) // 3
    second, last = mean(used[third : 2 * third]), mean(used[2 * third :])
    name = f"{MINUTES} minutes of play"
    return [
        Figure(f"{name}, memory after {ROUND} seconds", round(used[0] / MEGA), "MB"),
        Figure(f"{name}, memory in the second third", round(second / MEGA), "MB"),
        Figure(f"{name}, memory in the last third", round(last / MEGA), "MB"),
        Figure(f"{name}, growth", round((last / second - 1) * 100, 1), "%", GROWTH_BUDGET),
    ]


async def _play(address: str, pid: int) -> list[int]:
    """Return the bytes of memory in use after each round."""
    used = []
    for _ in range(MINUTES * 60 // ROUND):
        players = Players([address], TRANSPORTS[1])
        await players.sit_down(await sync_to_async(running_matches)(TABLES))
        await players.play(ROUND, RATE)
        await players.settle()
        players.leave()
        used.append(resident_bytes([pid]))
    return used
