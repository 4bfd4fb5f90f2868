"""The load that real servers carry: many matches at once, and one match with many spectators."""

from __future__ import annotations

import asyncio
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from statistics import median
from time import perf_counter
from typing import NamedTuple

from bench.client import listen, open_all, until
from bench.players import TRANSPORTS, Players, Transport
from bench.seeding import Seated
from bench.servers import cpu_seconds, limited, resident_bytes, server

MATCHES = (50, 200, 500)
SPECTATORS = (100, 500, 1000)
WARM_UP = 1.0
RATE = 50
"""Moves a second while waiting is measured: flat out, it would only show the queue's length."""
KEPT = 0.9
"""The share of the rate that must be reached; below it the measured waiting means nothing."""
WATCHED_MOVES = 12
PUSH_TIMEOUT = 60
FLOOR = re.compile(r"([0-9.]+) ms CPU a move")
Servers = tuple[list[str], list[int]]
"""The addresses and pids of servers."""


class Options(NamedTuple):
    """How cells are measured."""

    seconds: float
    """Duration of each half of a cell: flat out, and at a fixed rate."""
    rate: float = RATE
    floor: str = ""
    """A program that measures the minimal cost of a move on this machine. It runs just before and
    after each cell, whose cost is also given as a multiple of the mean."""
    played: int = 0
    """The number of moves, on average, that matches have at least behind them when measured."""

    @property
    def head(self) -> str:
        return (
            f"{'':<38}{'flat out':>9}{'CPU':>8}{f'at {self.rate:g}/s: ack':>20}{'push':>15}"
            f"{'memory':>10}\n{'site, matches, transport':<38}{'moves/s':>9}{'ms/move':>8}"
            f"{'p50, p99 ms':>20}{'p50, p99 ms':>15}{'kB/match':>10}{'floor':>14}"
        )


class Measured(NamedTuple):
    """The line of a cell, and its milliseconds of CPU a move."""

    line: str
    cpu: float


class Cell(NamedTuple):
    """One line of the table: a number of matches, played by one transport."""

    name: str
    matches: int
    transport: Transport


@dataclass(frozen=True)
class Site:
    """A number of servers on one database, and the share of a core that each may use."""

    name: str
    processes: int
    share: float | None = None

    @contextmanager
    def servers(self) -> Iterator[Servers]:
        with ExitStack() as stack:
            running = [stack.enter_context(server()) for _ in range(self.processes)]
            yield [address for address, _ in running], [pid for _, pid in running]

    def cells(self, only: str) -> list[Cell]:
        """Return the cells whose name fits the pattern `only`."""
        cells = [
            Cell(f"{self.name}:{matches}:{':'.join(transport)}", matches, transport)
            for transport in TRANSPORTS
            for matches in MATCHES
            # One number of matches is enough for programs' moves that pages follow.
            if transport != ("JSON", "page") or matches == MATCHES[0]
        ]
        return [cell for cell in cells if fnmatch(cell.name, only)]


def run(site: Site, tables: Sequence[Seated], only: str, options: Options) -> Iterator[str]:
    """Measure the cells that fit `only`, and yield a line for each when it is done."""
    for cell in site.cells(only):
        before = floor_of(options.floor, options.seconds) if options.floor else 0.0
        with site.servers() as servers:
            line, cpu = asyncio.run(_measure(cell, servers, tables, site.share, options))
        if options.floor:
            least = (before + floor_of(options.floor, options.seconds)) / 2
            line += f"{least:>6.2f} ×{cpu / least:>5.1f}"
        yield line
    if not fnmatch(f"{site.name}:spectators", only):
        return
    # Tables that no cell has used: a finished match shows nothing new.
    most = max((cell.matches for cell in site.cells(only)), default=1)
    for spectators, table in zip(SPECTATORS, tables[most:], strict=False):
        with site.servers() as servers:
            yield asyncio.run(_measure_spectators(site.name, servers, table, spectators))


def floor_of(program: str, seconds: float) -> float:
    """Return the minimal milliseconds of CPU of a move, as this program measures them."""
    done = subprocess.run(  # noqa: S603
        [program, str(MATCHES[0]), str(seconds)], capture_output=True, text=True, check=True
    )
    found = FLOOR.search(done.stdout)
    if found is None:
        raise ValueError(f"{program} printed no “ms CPU a move”: {done.stdout}")
    return float(found[1])


async def _measure(
    cell: Cell, servers: Servers, tables: Sequence[Seated], share: float | None, options: Options
) -> Measured:
    addresses, pids = servers
    players = Players(addresses, cell.transport)
    await players.sit_down(tables[:1])
    await players.play(WARM_UP)
    await players.settle()
    empty = resident_bytes(pids)
    await players.sit_down(tables[1 : cell.matches])
    played = more = (await players.play(WARM_UP)).moves
    # Stops early if all matches are over.
    while played < options.played * cell.matches and more:
        more = (await players.play(WARM_UP)).moves
        played += more
    await players.settle()
    with limited(pids, share):
        before = cpu_seconds(pids)
        flat_out = await players.play(options.seconds)
        await players.settle()
        # Moves still in flight at the end have cost CPU too.
        cost = (cpu_seconds(pids) - before) / (flat_out.moves + players.tally.moves)
        memory = (resident_bytes(pids) - empty) / cell.matches
        steady = await players.play(options.seconds, options.rate)
        await players.settle()
    players.leave()
    refused = flat_out.refused + steady.refused
    speed, cpu = flat_out.moves / flat_out.seconds, cost * 1000
    kept = steady.moves / steady.seconds
    line = (
        f"{cell.name:<38}{speed:>9.0f}{cpu:>8.2f}"
        f"{waits(steady.answers):>20}{waits(steady.pushes):>15}{memory / 1000:>10.0f}"
        + (f"  {refused} refused" if refused else "")
        + (f"  only {kept:.0f}/s" if kept < KEPT * options.rate else "")
    )
    return Measured(line, cpu)


async def _measure_spectators(name: str, servers: Servers, table: Seated, spectators: int) -> str:
    """Measure how long it takes until the last spectator of a match has received a move."""
    addresses, pids = servers
    players = Players(addresses, TRANSPORTS[-1])
    await players.sit_down([table])
    arrived: list[float] = []
    before, path = resident_bytes(pids), f"/ws/matches/{table[0]}/"
    sockets = await open_all(
        listen(addresses[n % len(addresses)], path, "", lambda _frame, at: arrived.append(at))
        for n in range(spectators)
    )
    await until(lambda: len(arrived) >= spectators, PUSH_TIMEOUT)
    memory = (resident_bytes(pids) - before) / spectators
    last: list[float] = []
    cpu = cpu_seconds(pids)
    for _ in range(2 * WATCHED_MOVES):
        arrived.clear()
        started = perf_counter()
        await players.one_move()
        await until(lambda: len(arrived) >= spectators, PUSH_TIMEOUT)
        # The public is sent nothing about a secret choice.
        last += [max(arrived) - started] if arrived else []
        if len(last) == WATCHED_MOVES:
            break
    if not last:
        return f"{name}: {spectators} spectators were sent nothing"
    cost = (cpu_seconds(pids) - cpu) / len(last)
    players.leave()
    for socket in sockets:
        socket.close()
    return (
        f"{f'{name}: {spectators} spectators':<38}the last one has it after"
        f" {median(last) * 1000:.0f} ms (at worst {max(last) * 1000:.0f}),"
        f" CPU {cost * 1000:.0f} ms a move, {memory / 1000:.0f} kB a socket"
    )


def waits(times: list[float]) -> str:
    """Return the median and the 99th percentile in milliseconds, as text; `times` in seconds."""
    if not times:
        return "-"
    times = sorted(times)
    p50, p99 = (times[int(len(times) * part)] * 1000 for part in (0.5, 0.99))
    return f"{p50:.1f}, {p99:.1f}"
