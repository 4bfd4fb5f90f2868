"""A small machine, such as a Raspberry Pi: the site with a share of one core."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.engine import Figure
from bench.memory import MEGA
from bench.players import TRANSPORTS, Players, Tally
from bench.seeding import Seated, running_matches
from bench.servers import resident_bytes, server

SHARE = 0.25
"""The share of a core of this machine, in place of a slow core."""
TABLES, SECONDS = 6, 60


def small_machine() -> list[Figure]:
    """Measure start, memory and moves of a site with its worker on a share of one core.

    Raises:
        CannotLimit: Processes cannot be limited here.
    """
    with TemporaryDirectory() as folder:
        begun = perf_counter()
        with server(worker=True, share=SHARE, empty=folder):
            first = perf_counter() - begun
    seated = running_matches(TABLES)
    begun = perf_counter()
    with server(worker=True, share=SHARE) as (address, pid):
        later, started = perf_counter() - begun, resident_bytes([pid])
        tally = asyncio.run(_play(address, seated))
        played = resident_bytes([pid])
    answers = sorted(tally.answers)
    return [
        Figure("first start, which makes the store", round(first, 1), "s"),
        Figure("later start", round(later, 1), "s"),
        Figure("memory after the start", round(started / MEGA), "MB"),
        Figure(f"memory after {SECONDS} seconds of play", round(played / MEGA), "MB"),
        Figure(f"moves at {TABLES} tables", round(tally.moves / tally.seconds, 1), "moves/s"),
        Figure("answer to a move, median", round(median(answers) * 1000), "ms"),
        Figure("answer to a move, 95 of 100 within", round(_within(answers) * 1000), "ms"),
    ]


def _within(answers: Sequence[float]) -> float:
    return quantiles(answers, n=20)[-1]


async def _play(address: str, seated: Sequence[Seated]) -> Tally:
    players = Players([address], TRANSPORTS[1])
    await players.sit_down(seated)
    tally = await players.play(SECONDS)
    await players.settle()
    players.leave()
    return tally
