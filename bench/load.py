"""Many matches at once, and one with many spectators, on real servers: what they carry."""

from __future__ import annotations

import asyncio
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

from bench import boardgame_io
from bench.boardgame_io import Speed
from bench.client import listen, open_all, until
from bench.players import TRANSPORTS, Players, Transport
from bench.seeding import Seated
from bench.servers import cpu_seconds, limited, resident_bytes, server

MATCHES = (50, 200, 500)
SPECTATORS = (100, 500, 1000)
WARM_UP = 1.0
PACE = 50
"""Moves a second when waiting is measured: flat out, waiting only shows the length of the queue."""
KEPT = 0.9
"""The part of the pace that has to be kept: below it, waiting is not what it says."""
WATCHED_MOVES = 12
PUSH_TIMEOUT = 60
FLOOR = re.compile(r"([0-9.]+) ms CPU a move")
Servers = tuple[list[str], list[int]]
"""Their addresses and pids."""


class Options(NamedTuple):
    """How cells are measured."""

    seconds: float
    """For each half of a cell: flat out, and paced."""
    pace: float = PACE
    floor: str = ""
    """The program that measures how little a move can cost on this machine: it runs just before
    and after each cell, which is given as a multiple of the mean."""
    against: bool = False
    """Whether boardgame.io plays as many matches just before and after each cell."""
    played: int = 0
    """How many moves a match has behind it at the least, on average, before it is measured."""

    @property
    def head(self) -> str:
        return (
            f"{'':<38}{'flat out':>9}{'CPU':>8}{f'at {self.pace:g}/s: ack':>20}{'push':>15}"
            f"{'memory':>10}\n{'site, matches, transport':<38}{'moves/s':>9}{'ms/move':>8}"
            f"{'p50, p99 ms':>20}{'p50, p99 ms':>15}{'kB/match':>10}{'floor':>14}"
        )


class Measured(NamedTuple):
    """A cell's line, and what of it others are held against."""

    line: str
    speed: Speed


class Cell(NamedTuple):
    """One line of the table: so many matches, played by one transport."""

    name: str
    matches: int
    transport: Transport


@dataclass(frozen=True)
class Site:
    """Servers on one database: how many, and what part of a core each may use."""

    name: str
    processes: int
    share: float | None = None

    @contextmanager
    def servers(self) -> Iterator[Servers]:
        with ExitStack() as stack:
            running = [stack.enter_context(server()) for _ in range(self.processes)]
            yield [address for address, _ in running], [pid for _, pid in running]

    def cells(self, only: str) -> list[Cell]:
        """The cells whose name fits the pattern `only`."""
        cells = [
            Cell(f"{self.name}:{matches}:{':'.join(transport)}", matches, transport)
            for transport in TRANSPORTS
            for matches in MATCHES
            # What a page costs a program's move is one figure, not three.
            if transport != ("JSON", "page") or matches == MATCHES[0]
        ]
        return [cell for cell in cells if fnmatch(cell.name, only)]


def run(site: Site, tables: Sequence[Seated], only: str, options: Options) -> Iterator[str]:
    """Measure the cells that fit `only`; a line for each, when it is done."""
    for cell in site.cells(only):
        before = floor_of(options.floor, options.seconds) if options.floor else 0.0
        theirs = [_theirs(cell, options)] if options.against else []
        with site.servers() as servers:
            line, speed = asyncio.run(_measure(cell, servers, tables, site.share, options))
        if options.floor:
            least = (before + floor_of(options.floor, options.seconds)) / 2
            line += f"{least:>6.2f} ×{speed.cpu / least:>5.1f}"
        yield line
        if options.against:
            theirs.append(_theirs(cell, options))
            yield from _against(cell, speed, theirs)
    if not fnmatch(f"{site.name}:spectators", only):
        return
    # Tables nobody has played at: a match that is over shows nothing new.
    most = max((cell.matches for cell in site.cells(only)), default=1)
    for spectators, table in zip(SPECTATORS, tables[most:], strict=False):
        with site.servers() as servers:
            yield asyncio.run(_measure_spectators(site.name, servers, table, spectators))


def _theirs(cell: Cell, options: Options) -> Speed:
    return boardgame_io.measure(cell.matches, options.seconds, options.played)


def _against(cell: Cell, ours: Speed, theirs: Sequence[Speed]) -> Iterator[str]:
    """What boardgame.io made of it before and after, and how many times as fast we are."""
    for when, speed in zip(("before", "after"), theirs, strict=True):
        name = f"{boardgame_io.NAME}:{cell.matches}, {when}"
        yield f"{name:<38}{speed.moves:>9.0f}{speed.cpu:>8.2f}"
    moves, cpu = mean(speed.moves for speed in theirs), mean(speed.cpu for speed in theirs)
    name = f"{cell.name}: times as many"
    yield f"{name:<38}{ours.moves / moves:>9.1f}   with 1/{cpu / ours.cpu:.1f} of the CPU a move"


def floor_of(program: str, seconds: float) -> float:
    """Milliseconds of CPU that a move takes at the least, as this program measures it."""
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
    # Matches that are over before are as far as they come.
    while played < options.played * cell.matches and more:
        more = (await players.play(WARM_UP)).moves
        played += more
    await players.settle()
    with limited(pids, share):
        before = cpu_seconds(pids)
        flat_out = await players.play(options.seconds)
        await players.settle()
        # What was on its way at the end has cost something too.
        cost = (cpu_seconds(pids) - before) / (flat_out.moves + players.tally.moves)
        memory = (resident_bytes(pids) - empty) / cell.matches
        paced = await players.play(options.seconds, options.pace)
        await players.settle()
    players.leave()
    refused = flat_out.refused + paced.refused
    speed = Speed(flat_out.moves / flat_out.seconds, cost * 1000)
    kept = paced.moves / paced.seconds
    line = (
        f"{cell.name:<38}{speed.moves:>9.0f}{speed.cpu:>8.2f}"
        f"{waits(paced.answers):>20}{waits(paced.pushes):>15}{memory / 1000:>10.0f}"
        + (f"  {refused} refused" if refused else "")
        + (f"  only {kept:.0f}/s" if kept < KEPT * options.pace else "")
    )
    return Measured(line, speed)


async def _measure_spectators(name: str, servers: Servers, table: Seated, spectators: int) -> str:
    """One match and its spectators: how long until the last one has what happened."""
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
        return f"{name}: {spectators} spectators were told nothing"
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
    """The median and the 99th percentile."""
    if not times:
        return "-"
    times = sorted(times)
    p50, p99 = (times[int(len(times) * part)] * 1000 for part in (0.5, 0.99))
    return f"{p50:.1f}, {p99:.1f}"
