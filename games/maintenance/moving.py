"""A whole database moved into another, empty one, and compared there before the commit."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db import DatabaseError, connections

from games.maintenance import sql_tables
from games.maintenance.progress import watched
from games.maintenance.sql_tables import Kind
from games.maintenance.stores import StoreError, is_sqlite, locked, name_of, require_migrated
from games.maintenance.verifying import played, verify


class Moved(NamedTuple):
    """What was moved: rows by table, matches compared, and those that do not replay as stored."""

    rows: dict[str, int]
    matches: int
    faulty: list[str]


def move(source: dict[str, Any], target: dict[str, Any], jobs: int = 1) -> Moved:
    """Move everything from one database to another; on StoreError the target is unchanged.

    Both are locked meanwhile, and what was written is read back, counted and replayed before it is
    committed. `jobs`: how many processes replay.
    """
    if source["NAME"] == target["NAME"] and is_sqlite(source) and is_sqlite(target):
        raise StoreError("These are one and the same database.")
    with locked(source) as old, locked(target) as new:
        for alias in (old, new):
            require_migrated(alias)
        sql_tables.require_known_tables(old)
        _clear(new)
        for kind in sql_tables.kinds():
            _copy(kind, old, new)
        try:
            # PostgreSQL would look only at the commit.
            connections[new].check_constraints()
        except DatabaseError as error:
            raise StoreError(f"A row points at one that is not there: {error}") from error
        rows = {}
        for kind in sql_tables.kinds():
            name = kind._meta.db_table
            before, after = (sql_tables.summary_of(kind, alias) for alias in (old, new))
            if before != after:
                raise StoreError(
                    f"{name} is not what it was: {before.rows} rows became {after.rows},"
                    f" {before.digest[:12]} became {after.digest[:12]}."
                )
            rows[name] = after.rows
        return Moved(rows, len(played(old)), _faulty_matches(old, new, jobs))


def _clear(alias: str) -> None:
    """Delete what `migrate` filled in, which comes from the source too; StoreError for more."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            names = (kind._meta.db_table for kind in sql_tables.kinds())
            tables = ", ".join(map(connection.ops.quote_name, names))
            cursor.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
        if filled := sql_tables.filled(alias):
            raise StoreError(f"{name_of(alias)} is not empty: there is something in {filled[0]}.")
        for table in sql_tables.PRESET_TABLES:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608


def _copy(kind: Kind, old: str, new: str) -> None:
    name, total = kind._meta.db_table, kind._base_manager.using(old).count()
    try:
        rows = watched(f"Copied {name}", total, sql_tables.rows_of(kind, old))
        sql_tables.write(kind, new, rows)
        sql_tables.continue_numbers(kind, old, new)
    except DatabaseError as error:
        raise StoreError(f"{name} cannot be written: {error}") from error


def _faulty_matches(old: str, new: str, jobs: int) -> list[str]:
    """Replay every match on both sides; those that had been wrong before. StoreError for others."""
    ids, faulty = played(old), []
    pairs = zip(verify(ids, old, jobs=jobs), verify(ids, new, jobs=jobs), strict=True)
    for before, after in watched("Replayed on both sides", len(ids), pairs):
        if before != after:
            raise StoreError(f"Match {before.match} is not what it was: {after.why or before.why}")
        if before.verdict not in ("same", "missing"):
            faulty.append(f"{before.match} {before.verdict}: {before.why}")
    return faulty
