"""The memory of a server: with many followed matches, and during long play."""

from __future__ import annotations

import asyncio
import os
import sys
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
"""Percent by which the last third of half an hour may use more memory than the second."""
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


def long_play(minutes: int = MINUTES, rate: float = RATE) -> list[Figure]:
    """Measure the memory of a server while people play, always at new tables.

    Args:
        minutes: How long they play; at least three rounds.
        rate: Their moves a second together.
    """
    with server() as (address, pid):
        used = asyncio.run(_play(address, pid, minutes * 60 // ROUND, rate))
    third = len(used) // 3
    second, last = mean(used[third : 2 * third]), mean(used[2 * third :])
    # The middle of the last third is a third of the time after the middle of the second.
    an_hour = (last - second) / (minutes / 3 / 60)
    name = f"{minutes} minutes of play"
    budget = GROWTH_BUDGET if minutes <= MINUTES else None
    return [
        Figure(f"{name}, memory after {ROUND} seconds", round(used[0] / MEGA), "MB"),
        Figure(f"{name}, memory in the second third", round(second / MEGA), "MB"),
        Figure(f"{name}, memory in the last third", round(last / MEGA), "MB"),
        Figure(f"{name}, growth", round((last / second - 1) * 100, 1), "%", budget),
        Figure(f"{name}, growth an hour", round(an_hour / MEGA, 1), "MB"),
    ]


async def _play(address: str, pid: int, rounds: int, rate: float) -> list[int]:
    """Return the bytes of memory in use after each round, and print them as they come."""
    used = []
    for number in range(1, rounds + 1):
        players = Players([address], TRANSPORTS[1])
        await players.sit_down(await sync_to_async(running_matches)(TABLES))
        tally = await players.play(ROUND, rate)
        await players.settle()
        players.leave()
        used.append(resident_bytes([pid]))
        megabytes = round(used[-1] / MEGA, 1)
        sys.stderr.write(f"round {number}: {tally.moves} moves, {megabytes} MB\n")
    return used
