"""A whole store moved into another, empty database, and compared there before it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import DatabaseError, connections

from games.maintenance import sql_tables
from games.maintenance.sql_tables import Kind, Summary, table_of
from games.maintenance.stores import StoreError, held, is_file, name_of, require_migrated
from games.maintenance.verifying import played, verify

Thing = TypeVar("Thing")
Watch = Callable[[str, int, Iterable[Any]], Iterator[Any]]
"""Told what is counted, how many there are, and each of them as it goes by."""


@dataclass
class Moved:
    """What was moved: rows by table, matches compared, and those that do not replay as stored."""

    rows: dict[str, int] = field(default_factory=dict)
    matches: int = 0
    faulty: list[str] = field(default_factory=list)


def move(source: dict[str, Any], target: dict[str, Any], watch: Watch, jobs: int = 1) -> Moved:
    """Move everything; StoreError, and the target is as empty as before.

    Nobody else has either of the two open meanwhile, and what was written is read back, counted
    and replayed before it is committed.
    """
    if source["NAME"] == target["NAME"] and is_file(source) and is_file(target):
        raise StoreError("These are one and the same database.")
    with held(source) as old, held(target) as new:
        for alias in (old, new):
            require_migrated(alias)
        sql_tables.require_known_tables(old)
        _require_empty(new)
        moved = Moved()
        written = {kind: _copy(kind, old, new, watch) for kind in sql_tables.kinds()}
        _require_whole(new)
        for kind, summary in written.items():
            _require_equal(kind, summary, new, watch)
            moved.rows[table_of(kind)] = summary.count
        _compare_matches(old, new, watch, jobs, moved)
    return moved


def _require_empty(alias: str) -> None:
    """That nothing is lost here; what a migration lays out comes from the source as well."""
    connection = connections[alias]
    if connection.vendor == "postgresql":
        names = ", ".join(connection.ops.quote_name(table_of(kind)) for kind in sql_tables.kinds())
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
    if there := sql_tables.filled(alias):
        raise StoreError(f"{name_of(alias)} is not empty: there is something in {there[0]}.")
    with connection.cursor() as cursor:
        for table in sql_tables.LAID_OUT:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608


def _copy(kind: Kind, old: str, new: str, watch: Watch) -> Summary:
    name, summary = table_of(kind), Summary()
    total = kind._base_manager.using(old).count()
    rows = watch(f"Copied {name}", total, sql_tables.rows_of(kind, old))
    try:
        sql_tables.write(kind, new, summary.over(rows))
        sql_tables.go_on_from(kind, new, sql_tables.last_number(kind, old))
    except DatabaseError as error:
        raise StoreError(f"{name} cannot be written: {error}") from error
    return summary


def _require_whole(alias: str) -> None:
    """That every row points at one that is there: on PostgreSQL else found at the commit only."""
    try:
        connections[alias].check_constraints()
    except DatabaseError as error:
        raise StoreError(f"A row points at one that is not there: {error}") from error


def _require_equal(kind: Kind, written: Summary, new: str, watch: Watch) -> None:
    name, found = table_of(kind), Summary()
    for _row in found.over(watch(f"Compared {name}", written.count, sql_tables.rows_of(kind, new))):
        pass
    if found != written:
        raise StoreError(
            f"{name} is not what it was: {written.count} rows became {found.count},"
            f" {written.digest[:12]} became {found.digest[:12]}."
        )


def _compare_matches(old: str, new: str, watch: Watch, jobs: int, moved: Moved) -> None:
    """Every match replayed on both sides, to the same digest."""
    ids = played(old)
    before, after = (verify(ids, alias, jobs=jobs) for alias in (old, new))
    pairs = zip(before, after, strict=True)
    for was, is_now in watch("Replayed on both sides", len(ids), pairs):
        if was != is_now:
            raise StoreError(f"Match {was.match} is not what it was: {is_now.why or was.why}")
        moved.matches += 1
        if was.verdict not in ("same", "missing"):
            moved.faulty.append(f"{was.match} {was.verdict}: {was.why}")
