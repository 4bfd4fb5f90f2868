"""Many matches at once, and one with many spectators, on real servers: what they carry."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.crowd import Crowd, Tally
from bench.doors import server
from bench.seeding import Seated
from bench.share import limited
from bench.wire import Listener, listen

MATCHES = (50, 200, 500)
SPECTATORS = (100, 500, 1000)
DOORS = (("JSON", "state"), ("JSON", "page"), ("HTML", "page"))
"""The door that takes the moves, and what the two sockets of each match are sent."""
WARM_UP = 1.0
PACE = 50
"""Moves a second when waiting is measured: flat out, waiting says only how many wait in line."""
WATCHED_MOVES = 12
PATIENCE = 60
HEAD = (
    f"{'':<38}{'flat out':>9}{'CPU':>8}{f'at {PACE}/s: ack':>20}{'push':>15}{'memory':>10}\n"
    f"{'house, matches, door':<38}{'moves/s':>9}{'ms/move':>8}{'p50, p99 ms':>20}"
    f"{'p50, p99 ms':>15}{'kB/match':>10}"
)


@dataclass(frozen=True)
class House:
    """Servers on one database: how many, of which kind, and what part of a core each may use."""

    name: str
    processes: int
    kind: str
    share: float | None = None

    @contextmanager
    def open(self) -> Iterator[list[tuple[str, int]]]:
        """The addresses and pids of its servers, while they run."""
        with ExitStack() as stack:
            yield [stack.enter_context(server(self.kind)) for _ in range(self.processes)]

    @contextmanager
    def parted(self, pids: Sequence[int]) -> Iterator[None]:
        """Each server has its part of a core from now on."""
        with ExitStack() as stack:
            if self.share is not None:
                for pid in pids:
                    stack.enter_context(limited(pid, self.share))
            yield

    def cells(self) -> Iterator[tuple[str, int, str, str]]:
        for door, follow in DOORS:
            for matches in MATCHES:
                # What a page costs a program's move is one figure, not three.
                if (door, follow) == ("JSON", "page") and matches != MATCHES[0]:
                    continue
                yield f"{self.name}:{matches}:{door}:{follow}", matches, door, follow


def run(house: House, tables: Sequence[Seated], only: str, seconds: float) -> Iterator[str]:
    """A line a cell, as each is done."""
    cells = [cell for cell in house.cells() if fnmatch(cell[0], only)]
    for name, matches, door, follow in cells:
        with house.open() as servers:
            yield asyncio.run(_cell(house, name, servers, tables[:matches], door, follow, seconds))
    if not fnmatch(f"{house.name}:spectators", only):
        return
    # Tables nobody has played at: a match that is over shows nothing new.
    fresh = list(tables[-len(SPECTATORS) :])
    for spectators in SPECTATORS:
        with house.open() as servers:
            yield asyncio.run(_watched(house.name, servers, fresh.pop(), spectators))


async def _cell(
    house: House,
    name: str,
    servers: Sequence[tuple[str, int]],
    tables: Sequence[Seated],
    door: str,
    follow: str,
    seconds: float,
) -> str:
    pids = [pid for _, pid in servers]
    crowd = Crowd([address for address, _ in servers], door, follow)
    await crowd.sit_down(tables[:1])
    await crowd.play(WARM_UP, None)
    await crowd.settle()
    empty = resident(pids)
    await crowd.sit_down(tables[1:])
    await crowd.play(WARM_UP, None)
    await crowd.settle()
    with house.parted(pids):
        before = _cpu(pids)
        flat = await crowd.play(seconds, None)
        speed = flat.moves / crowd.seconds
        await crowd.settle()
        # What was on its way at the end has cost something too.
        cost = (_cpu(pids) - before) / (flat.moves + crowd.tally.moves)
        memory = (resident(pids) - empty) / len(tables)
        paced = await crowd.play(seconds, PACE)
        await crowd.settle()
    crowd.leave()
    refused = flat.refused + paced.refused
    return (
        f"{name:<38}{speed:>9.0f}{cost * 1000:>8.2f}{_waits(paced.answers):>20}"
        f"{_waits(paced.pushes):>15}{memory / 1000:>10.0f}"
        + (f"  {refused} refused" if refused else "")
    )


async def _watched(
    name: str, servers: Sequence[tuple[str, int]], table: Seated, spectators: int
) -> str:
    """One match and its spectators: how long until the last one has what happened."""
    addresses, pids = [address for address, _ in servers], [pid for _, pid in servers]
    crowd = Crowd(addresses, "HTML", "page")
    await crowd.sit_down([table])
    arrived: list[float] = []
    before = resident(pids)
    stand: list[Listener] = []
    for start in range(0, spectators, 20):
        stand += await asyncio.gather(
            *(
                listen(
                    addresses[n % len(addresses)],
                    f"/ws/matches/{table[0]}/",
                    "",
                    lambda _frame, at: arrived.append(at),
                )
                for n in range(start, min(start + 20, spectators))
            )
        )
    await _until(lambda: len(arrived) >= spectators)
    memory = (resident(pids) - before) / spectators
    last: list[float] = []
    cpu = _cpu(pids)
    for _ in range(2 * WATCHED_MOVES):
        arrived.clear()
        started = perf_counter()
        await crowd.one_move()
        await _until(lambda: len(arrived) >= spectators)
        # Of a secret choice the public is told nothing.
        last += [max(arrived) - started] if arrived else []
        if len(last) == WATCHED_MOVES:
            break
    if not last:
        return f"{name}: {spectators} spectators were told nothing"
    cost = (_cpu(pids) - cpu) / len(last)
    crowd.leave()
    for each in stand:
        each.close()
    who = f"{name}: {spectators} spectators"
    return (
        f"{who:<38}the last one has it after {median(last) * 1000:.0f} ms"
        f" (at worst {max(last) * 1000:.0f}), CPU {cost * 1000:.0f} ms a move,"
        f" {memory / 1000:.0f} kB a socket"
    )


async def _until(done: Callable[[], object]) -> None:
    deadline = perf_counter() + PATIENCE
    while not done() and perf_counter() < deadline:
        await asyncio.sleep(0.002)


def _waits(times: list[float]) -> str:
    if not times:
        return "-"
    times = sorted(times)
    p50, p99 = (times[int(len(times) * part)] * 1000 for part in (0.5, 0.99))
    return f"{p50:.1f}, {p99:.1f}"


def _cpu(pids: Sequence[int]) -> float:
    """User and system seconds these processes have used."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in pids]
    return sum(int(f[11]) + int(f[12]) for f in fields) / os.sysconf("SC_CLK_TCK")


def resident(pids: Sequence[int]) -> int:
    """Bytes of memory that these processes have in use."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE")


__all__ = ["HEAD", "House", "Tally", "run"]
