"""The time that honest players wait for their moves while a program attacks the server."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatch
from time import perf_counter

from bench.attackers import ATTACKS, Attacker, attack, described
from bench.load import waits
from bench.players import Players, Transport
from bench.seeding import CSRF, Seated, running_matches
from bench.servers import cpu_seconds, seconds_without_core, server
from games.matches.models import Match
from games.titles.registry import titles

TRANSPORT = Transport("JSON", "state")
PAIRS = 5
MOVES_A_SECOND = 20
"""Moves of all pairs together: two a second per account, which may write 300 times a minute."""
SECONDS = 20.0
"""Enough for about 400 moves, so that the 99th percentile is not the slowest move."""
BEFORE = 1.0
"""Seconds for the attack to get under way."""
HONEST = "none"
HEAD = f"{'':<26}{'a move: p50, p99, worst ms':>28}{'server %':>10}  the attacker's answers"
"""`server %`: the share of a core that the server used, and the share of time in which its event
loop was ready but no core was free. The machine, not the server, causes the latter delay."""


def names(site: str, only: str) -> list[str]:
    """Return the measurements whose name, site:attacks:name, fits the pattern `only`."""
    return [name for name in (HONEST, *ATTACKS) if fnmatch(f"{site}:attacks:{name}", only)]


def run(measured: Sequence[str]) -> Iterator[str]:
    """Yield a line for each measurement, on a server with the usual limits."""
    takes_back = next((title for title in titles() if title.game.undo), None)
    for name in measured:
        honest, [attacking] = running_matches(PAIRS), running_matches(1, takes_back)
        with server(limits=True) as (address, pid):
            yield asyncio.run(_measure(name, address, pid, honest, attacking))


async def _measure(
    name: str, address: str, pid: int, honest: Sequence[Seated], attacking: Seated
) -> str:
    """Measure the moves of the honest pairs, who follow their matches over sockets as programs."""
    match, cookies = attacking
    game = await Match.objects.aget(id=match)
    victim = await Match.objects.select_related("host").aget(id=honest[0][0])
    assert victim.host is not None
    attacker = Attacker(address, game.game, match, cookies, CSRF, victim.host.username)
    players = Players([address], TRANSPORT)
    await players.sit_down(honest)
    await players.play(BEFORE, MOVES_A_SECOND)
    await players.settle()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        loop, answers = asyncio.get_running_loop(), ""
        if name != HONEST:
            attacked = loop.run_in_executor(pool, attack, name, SECONDS + 2 * BEFORE, attacker)
            await asyncio.sleep(BEFORE)
        began, before, waited = perf_counter(), cpu_seconds([pid]), seconds_without_core(pid)
        tally = await players.play(SECONDS, MOVES_A_SECOND)
        took = perf_counter() - began
        busy = (cpu_seconds([pid]) - before) / took
        without = (seconds_without_core(pid) - waited) / took
        await players.settle()
        if name != HONEST:
            answers = described(await attacked)
    players.leave()
    refused = f", {tally.refused} moves refused" if tally.refused else ""
    times = f"{waits(tally.answers)}, {max(tally.answers, default=0) * 1000:.1f}"
    cores = f"{busy * 100:.0f}, {without * 100:.0f}"
    return f"attacked by {name:<14}{times:>28}{cores:>10}  {answers}{refused}"
