"""The cost of a table of many events: its size, and appending to, replaying from, cleaning it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from bench.events import append, patterns
from bench.load import waits
from bench.servers import cpu_seconds
from games.matches.models import Event, Match, MatchSecret, Player
from games.matches.services.event_store import match_state, state_cache

APPENDED = 2_000
REPLAYED = 15
STEPS = ("events-1-create.sql", "events-2-copy.sql", "events-3-swap.sql")
SIZES = """
    WITH tables AS (
        SELECT %(table)s::regclass AS relid
        UNION SELECT relid FROM pg_partition_tree(%(table)s::regclass)
    ), relations AS (
        SELECT relid, 'rows' AS what FROM tables
        UNION ALL
        SELECT indexrelid, regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', 'index: ')
        FROM pg_index WHERE indrelid IN (SELECT relid FROM tables)
    )
    SELECT what, sum(pg_relation_size(relid))::bigint FROM relations GROUP BY 1 ORDER BY 2 DESC
"""
PARTS = """
    SELECT relid::regclass::text, indexrelid::regclass::text
    FROM pg_partition_tree(%s::regclass) JOIN pg_index ON indrelid = relid
    WHERE isleaf AND indisprimary ORDER BY 1
"""
Say = Callable[[str], None]


def as_migrated(_url: str, _say: Say) -> None:
    """Leave the table as `migrate` creates it."""


def partitioned(url: str, say: Say) -> None:
    """Carry out the steps of deploy/postgresql, as an operator would."""
    with psycopg.connect(url, autocommit=True) as server:
        for step in STEPS:
            sql = (settings.BASE_DIR / "deploy" / "postgresql" / step).read_text("utf-8")
            say(f"{step:<40}{_timed(server.execute, sql):>10.1f} s")
        # An operator does this at the end; the next checkpoint deletes the files.
        server.execute(f"DROP TABLE {Event._meta.db_table}_old")


def clustered(url: str, say: Say) -> None:
    """Store the events of each match next to each other, one part after the other."""
    with psycopg.connect(url, autocommit=True) as server:
        parts = server.execute(PARTS, [Event._meta.db_table]).fetchall()
        took = [_timed(server.execute, f"CLUSTER {part} USING {index}") for part, index in parts]
    say(f"{f'{len(took)} parts clustered':<40}{sum(took):>10.1f} s (the longest {max(took):.1f})")


LAYOUTS: dict[str, Callable[[str, Say], None]] = {
    "as migrated": as_migrated,
    "in 64 parts": partitioned,
    "in 64 parts, clustered": clustered,
}


def drop_from_memory(folder: Path) -> None:
    """Drop these files from the kernel's cache, so that the next read waits for the disk."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def measure() -> Iterator[str]:
    """Yield every figure of the table; the server must have just started."""
    rng, all_patterns = Random("measured"), patterns()
    longest = max(all_patterns, key=lambda slug: len(all_patterns[slug].lines))
    long = Match.objects.filter(game=longest).order_by("-last_number", "id")
    others = Match.objects.exclude(game=longest)
    # The first replay of a process loads code too.
    match_state(others.order_by("id")[0])
    chosen = rng.sample(list(long[: 50 * REPLAYED]), REPLAYED)
    for name in ("cold", "warm"):
        took = [_timed(_replay, match) for match in chosen]
        moves = chosen[0].last_number
        yield (
            f"replay of {moves} events, {name:<17}{median(took) * 1000:>10.1f} ms"
            f" (at worst {max(took) * 1000:.1f})"
        )
    yield from _reading(chosen)
    yield from _sizes()
    yield from _appending(rng, all_patterns)
    for name, sql in (("vacuum", "VACUUM"), ("vacuum with freezing", "VACUUM (FREEZE)")):
        yield f"{name:<40}{_timed(_execute, f'{sql} {_table()}'):>10.1f} s"


def _replay(match: Match) -> None:
    state_cache.clear()
    assert match_state(match).number == match.last_number


def _reading(matches: Sequence[Match]) -> Iterator[str]:
    """Yield the database's own figures for reading all events of a match from memory."""
    pages, planning, execution = [], [], []
    for match in matches:
        report = json.loads(match.events.explain(format="json", analyze=True, buffers=True))[0]
        plan = report["Plan"]
        pages.append(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])
        planning.append(report["Planning Time"])
        execution.append(report["Execution Time"])
    yield f"{'its events: pages of 8 kB':<40}{median(pages):>10.0f}"
    yield f"{'its events: planned, read':<40}{median(planning):>10.2f}, {median(execution):.2f} ms"


def _appending(rng: Random, all_patterns: dict[str, Any]) -> Iterator[str]:
    running = [
        match
        for match in Match.objects.filter(
            status=Match.Status.RUNNING, players__user=None
        ).distinct()
        if 0 < match.last_number < len(all_patterns[match.game].lines) - 1
    ]
    rng.shuffle(running)
    running = running[:APPENDED]
    # The first change of a page after a checkpoint logs the whole page.
    for name in ("first", "again"):
        server = [int(_execute("SELECT pg_backend_pid()")[0][0])]
        written, cpu = bytes_logged(), cpu_seconds(server)
        took = [_timed(append, match, all_patterns[match.game]) for match in running]
        cpu = (cpu_seconds(server) - cpu) / len(took)
        logged = (bytes_logged() - written) / len(took)
        yield f"{f'{len(took)} appended, {name}: p50, p99':<40}{waits(took):>10} ms"
        yield f"{'  CPU of the database for each':<40}{cpu * 1000:>10.2f} ms"
        yield f"{'  log written (WAL) for each':<40}{logged:>10.0f} bytes"
    for match in running[:REPLAYED]:
        _replay(match)


def _sizes() -> Iterator[str]:
    events = Event.objects.count()
    total = 0
    for name, size in _execute(SIZES, {"table": _table()}):
        total += size
        yield f"  {name:<48}{size / 1e6:>10.0f} MB {size / events:>8.0f} bytes an event"
    whole = f"{events:,} events"
    yield f"  {whole:<48}{total / 1e6:>10.0f} MB {total / events:>8.0f} bytes an event"
    tables = [model._meta.db_table for model in (Match, Player, MatchSecret)]
    others = sum(
        _execute("SELECT pg_total_relation_size(%s::regclass)", [table])[0][0] for table in tables
    )
    matches = Match.objects.count()
    yield (
        f"  {f'{matches:,} matches, players, secrets':<48}{others / 1e6:>10.0f} MB"
        f" {others / matches:>8.0f} bytes a match"
    )


def database_cpu() -> float:
    """Return the CPU seconds that PostgreSQL on this machine has used, ended processes included."""
    (backend,) = _execute("SELECT pg_backend_pid()")[0]
    (postmaster,) = (fields[1] for pid, fields in _processes() if pid == backend)
    ticks = 0
    for pid, fields in _processes():
        # The time of an ended child is counted with its parent.
        if pid == int(postmaster):
            ticks += sum(map(int, fields[11:15]))
        elif fields[1] == postmaster:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _processes() -> Iterator[tuple[int, list[str]]]:
    """Yield the pid of every process, and the fields of its `stat` from the third on."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            yield int(path.parent.name), path.read_text().rsplit(")", 1)[1].split()


def bytes_logged() -> int:
    return int(_execute("SELECT pg_current_wal_lsn() - '0/0'")[0][0])


def _table() -> str:
    return Event._meta.db_table


def _execute(sql: str, params: Any = None) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall() if cursor.description else []


def _timed(work: Callable[..., object], *args: Any) -> float:
    started = perf_counter()
    work(*args)
    return perf_counter() - started
