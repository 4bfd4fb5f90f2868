"""Long matches that many people open at once, uncached, while others play on the same server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import median
from time import perf_counter

from bench.client import request, send
from bench.engine import LONG_MATCH, Figure
from bench.players import TRANSPORTS, Players
from bench.seeding import Seated, cookies_of, long_match, running_matches
from bench.servers import server

AT_ONCE = 12
VOLLEYS = 5
RATE = 50
"""Moves a second of the pair that plays in the meantime."""
CALM_SECONDS, VOLLEY_SECONDS = 3.0, 1.0
BEFORE = 0.1
"""Seconds from the first moves of a volley until the matches are opened."""
MOVE_BUDGET, OPENING_BUDGET = 50, 1_000


def cold_openings() -> list[Figure]:
    """Measure how long a pair waits for its moves while `AT_ONCE` people open long matches."""
    (pair,) = running_matches(1)
    opened = [long_match() for _ in range(AT_ONCE * VOLLEYS)]
    pages = [(match.get_absolute_url(), cookies_of(person)) for match, person in opened]
    volleys = [pages[first : first + AT_ONCE] for first in range(0, len(pages), AT_ONCE)]
    with server() as (address, _pid):
        calm, busy, openings = asyncio.run(_measure(address, pair, volleys))
    name = f"{AT_ONCE} cold matches of {LONG_MATCH} moves opened at once"
    return [
        Figure("a move while no match is opened, slowest", _ms(max(calm)), "ms"),
        Figure(f"{name}, a move (median)", _ms(median(busy)), "ms"),
        Figure(f"{name}, a move (slowest)", _ms(max(busy)), "ms", MOVE_BUDGET),
        Figure(f"{name}, the last page", _ms(max(openings)), "ms", OPENING_BUDGET),
    ]


async def _measure(
    address: str, pair: Seated, volleys: Sequence[Sequence[tuple[str, str]]]
) -> tuple[list[float], list[float], list[float]]:
    """Return the seconds of each move before and while matches are opened, and of each opening."""
    players = Players([address], TRANSPORTS[0])
    await players.sit_down([pair])
    await players.play(CALM_SECONDS, RATE)
    calm = (await players.play(CALM_SECONDS, RATE)).answers
    busy: list[float] = []
    openings: list[float] = []
    for pages in volleys:
        playing = asyncio.ensure_future(players.play(VOLLEY_SECONDS, RATE))
        await asyncio.sleep(BEFORE)
        opening = (_open(address, n, *page) for n, page in enumerate(pages, start=2))
        openings += await asyncio.gather(*opening)
        busy += (await playing).answers
        await players.settle()
    players.leave()
    return calm, busy, openings


async def _open(address: str, n: int, path: str, cookies: str) -> float:
    """Open a page as a new visitor, from an address of its own; return the seconds it took."""
    streams = await asyncio.open_connection(*address.split(":"), local_addr=(f"127.0.0.{n}", 0))
    began = perf_counter()
    status = await send(streams, request(f"GET {path}", address, f"Cookie: {cookies}"))
    streams[1].close()
    assert status == 200, (path, status)
    return perf_counter() - began


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
