"""All tables of a store: what is in them, counted and with a digest of every row."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connections
from django.db.models import Max, Model

from games.maintenance.stores import StoreError

CHUNK = 2000
LAID_OUT = {"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"}
"""What every migration fills by itself; a database with nothing else in it is empty."""
WORDS = 1 << 256

Kind = type[Model]
Row = tuple[Any, ...]


def kinds() -> list[Kind]:
    """A model for every table there is, also those between two models."""
    found = {
        model._meta.db_table: model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    }
    return list(found.values())


def table_of(kind: Kind) -> str:
    return kind._meta.db_table


def rows_of(kind: Kind, alias: str) -> Iterator[Row]:
    """Every row of a table as Python values, so many at a time."""
    names = [field.attname for field in kind._meta.concrete_fields]
    rows = kind._base_manager.using(alias).order_by().values_list(*names)
    return rows.iterator(chunk_size=CHUNK)


def require_known_tables(alias: str) -> None:
    """That no table holds what this house knows nothing of; StoreError."""
    connection = connections[alias]
    known = {table_of(kind) for kind in kinds()} | {"django_migrations"}
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - known:
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608
            if cursor.fetchone():
                raise StoreError(f"This house knows no table {table}, and it is not empty.")


def filled(alias: str) -> list[str]:
    """The tables with anything in them, but for what every migration lays out."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
    return [
        table_of(kind)
        for kind in kinds()
        if table_of(kind) in there - LAID_OUT and kind._base_manager.using(alias).exists()
    ]


@dataclass
class Summary:
    """How many rows there are, and a digest of them all whatever their order."""

    count: int = 0
    total: int = 0

    def add(self, row: Row) -> None:
        written = json.dumps(row, sort_keys=True, separators=(",", ":"), default=_as_text)
        self.count += 1
        self.total = (self.total + int.from_bytes(sha256(written.encode()).digest())) % WORDS

    def over(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows as they are, added up on their way."""
        for row in rows:
            self.add(row)
            yield row

    @property
    def digest(self) -> str:
        return f"{self.total:064x}"


def summary_of(kind: Kind, alias: str) -> Summary:
    summary = Summary()
    for row in rows_of(kind, alias):
        summary.add(row)
    return summary


def _as_text(value: Any) -> str:
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def write(kind: Kind, alias: str, rows: Iterable[Row]) -> None:
    """Put rows into a table as they are: no default, no "now", no signal."""
    connection, fields = connections[alias], kind._meta.concrete_fields
    quoted = connection.ops.quote_name
    table = quoted(table_of(kind))
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    prepared = (
        [
            field.get_db_prep_save(value, connection)
            for field, value in zip(fields, row, strict=True)
        ]
        for row in rows
    )
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            sql = f"COPY {table} ({columns}) FROM STDIN"
            with connection.wrap_database_errors, cursor.copy(sql) as copy:
                for row in prepared:
                    copy.write_row(row)
        else:
            holes = ", ".join(["%s"] * len(fields))
            sql = f"INSERT INTO {table} ({columns}) VALUES ({holes})"  # noqa: S608
            # So many at a time: what is given at once is kept at once.
            while chunk := list(islice(prepared, CHUNK)):
                cursor.executemany(sql, chunk)


# --- The numbers rows are given: what was given once and is gone must not be given again.


def _numbered(kind: Kind) -> str | None:
    """The column a table's numbers are given in."""
    auto = kind._meta.auto_field
    return None if auto is None else str(auto.column)


def last_number(kind: Kind, alias: str) -> int:
    """The highest number a table has ever given, 0 if none."""
    column, connection = _numbered(kind), connections[alias]
    if column is None:
        return 0
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table_of(kind), column])
            cursor.execute(f"SELECT last_value, is_called FROM {cursor.fetchone()[0]}")  # noqa: S608
            last, called = cursor.fetchone()
            given = last if called else 0
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table_of(kind)])
            found = cursor.fetchone()
            given = found[0] if found else 0
    highest = kind._base_manager.using(alias).aggregate(highest=Max("pk"))["highest"]
    return max(given, highest or 0)


def go_on_from(kind: Kind, alias: str, number: int) -> None:
    """Let a table give the numbers behind this one."""
    column, connection = _numbered(kind), connections[alias]
    if column is None:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for sql in connection.ops.sequence_reset_sql(no_style(), [kind]):
                cursor.execute(sql)
            if number:
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, %s), %s)",
                    [table_of(kind), column, number],
                )
        elif number:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table_of(kind)])
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)",
                [table_of(kind), number],
            )
