"""Move a whole database into another, empty one, and compare both before the commit."""

from __future__ import annotations

from typing import NamedTuple

from django.db import DatabaseError, connections

from games.maintenance import sql_tables
from games.maintenance.progress import watched
from games.maintenance.sql_tables import Kind
from games.maintenance.stores import StoreError, is_sqlite, locked, name_of, require_migrated
from games.maintenance.verifying import played, verify

MIGRATE = "Run manage.py migrate with DATABASE_URL naming it first."


class Moved(NamedTuple):
    """Rows moved by table, the number of matches compared, and those that replay differently."""

    rows: dict[str, int]
    matches: int
    faulty: list[str]


def move(source: dict[str, object], target: dict[str, object], jobs: int = 1) -> Moved:
    """Move everything from one database to another.

    Both databases stay locked. The copy is read back, counted and replayed before the commit.

    Args:
        source: Django's settings of the database to read.
        target: Django's settings of the empty, migrated database to fill.
        jobs: How many processes replay.

    Raises:
        StoreError: If anything differs or a database is not as required; the target is unchanged.
    """
    if source["NAME"] == target["NAME"] and is_sqlite(source) and is_sqlite(target):
        raise StoreError("The source and the target are the same database.")
    with locked(source) as old, locked(target, if_missing=MIGRATE) as new:
        for alias in (old, new):
            require_migrated(alias)
        sql_tables.require_known_tables(old)
        _clear(new)
        for kind in sql_tables.kinds():
            _copy(kind, old, new)
        try:
            # PostgreSQL would check only at the commit.
            connections[new].check_constraints()
        except DatabaseError as error:
            raise StoreError(f"A row refers to a missing row: {error}") from error
        rows = {}
        for kind in sql_tables.kinds():
            name = kind._meta.db_table
            before, after = (sql_tables.summary_of(kind, alias) for alias in (old, new))
            if before != after:
                raise StoreError(
                    f"{name} has changed: {before.rows} rows became {after.rows},"
                    f" {before.digest[:12]} became {after.digest[:12]}."
                )
            rows[name] = after.rows
        return Moved(rows, len(played(old)), _faulty_matches(old, new, jobs))


def _clear(alias: str) -> None:
    """Delete the rows that `migrate` added, as the source has them too.

    Raises:
        StoreError: If the database contains other rows.
    """
    connection = connections[alias]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            names = (kind._meta.db_table for kind in sql_tables.kinds())
            tables = ", ".join(map(connection.ops.quote_name, names))
            cursor.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
        if filled := sql_tables.filled(alias):
            raise StoreError(f"{name_of(alias)} is not empty: {filled[0]} has rows.")
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
    """Replay every match on both sides, and list those that were faulty before the move.

    Raises:
        StoreError: If a match replays differently on the two sides.
    """
    ids, faulty = played(old), []
    pairs = zip(verify(ids, old, jobs=jobs), verify(ids, new, jobs=jobs), strict=True)
    for before, after in watched("Replayed on both sides", len(ids), pairs):
        if before != after:
            raise StoreError(f"Match {before.match} has changed: {after.why or before.why}")
        if before.verdict not in ("same", "missing"):
            faulty.append(f"{before.match} {before.verdict}: {before.why}")
    return faulty
