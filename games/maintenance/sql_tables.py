"""Read, write, count and digest all tables of a database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import islice
from typing import NamedTuple

from django.apps import apps
from django.db import connections
from django.db.models import Max, Model

from games.maintenance.progress import watched
from games.maintenance.stores import StoreError

CHUNK = 2000
PRESET_TABLES = {"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"}
"""Tables that `migrate` fills; a database with nothing in any other table is empty."""
DIGESTS = 1 << 256

Kind = type[Model]
Row = tuple[object, ...]


def kinds() -> list[Kind]:
    """Return a model for every table, including those of many-to-many relations."""
    models = apps.get_models(include_auto_created=True)
    stored = [model for model in models if model._meta.managed and not model._meta.proxy]
    return list({model._meta.db_table: model for model in stored}.values())


def rows_of(kind: Kind, alias: str) -> Iterator[Row]:
    """Yield every row of a table as Python values, read in chunks."""
    names = [field.attname for field in kind._meta.local_concrete_fields]
    rows = kind._base_manager.using(alias).order_by().values_list(*names)
    return rows.iterator(chunk_size=CHUNK)


def require_known_tables(alias: str) -> None:
    """Raise StoreError if a table that no model describes has rows."""
    known = {kind._meta.db_table for kind in kinds()} | {"django_migrations"}
    connection = connections[alias]
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - known:
            quoted = connection.ops.quote_name(table)
            cursor.execute(f"SELECT 1 FROM {quoted} LIMIT 1")  # noqa: S608
            if cursor.fetchone():
                raise StoreError(f"No model describes the table {table}, and it is not empty.")


def filled(alias: str) -> list[str]:
    """Return the tables with rows, except those that `migrate` fills."""
    there = set(connections[alias].introspection.table_names()) - PRESET_TABLES
    return [
        kind._meta.db_table
        for kind in kinds()
        if kind._meta.db_table in there and kind._base_manager.using(alias).exists()
    ]


class Summary(NamedTuple):
    """The number of rows, and one digest of all of them that does not depend on their order."""

    rows: int
    digest: str


def summary_of(kind: Kind, alias: str) -> Summary:
    """Read a table and return its summary."""
    count = total = 0
    expected = kind._base_manager.using(alias).count()
    for row in watched(f"Compared {kind._meta.db_table}", expected, rows_of(kind, alias)):
        text = json.dumps(row, sort_keys=True, separators=(",", ":"), default=_as_text)
        total += int.from_bytes(sha256(text.encode()).digest())
        count += 1
    return Summary(count, f"{total % DIGESTS:064x}")


def _as_text(value: object) -> str:
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def write(kind: Kind, alias: str, rows: Iterable[Row]) -> None:
    """Insert rows unchanged: without the defaults and automatic times that `bulk_create` sets."""
    connection, fields = connections[alias], kind._meta.local_concrete_fields
    quoted = connection.ops.quote_name
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    values = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {quoted(kind._meta.db_table)} ({columns}) VALUES ({values})"  # noqa: S608
    prepared = (
        [
            field.get_db_prep_save(value, connection)
            for field, value in zip(fields, row, strict=True)
        ]
        for row in rows
    )
    with connection.cursor() as cursor:
        while chunk := list(islice(prepared, CHUNK)):
            cursor.executemany(sql, chunk)


def continue_numbers(kind: Kind, old: str, new: str) -> None:
    """Continue a table's automatic numbers above all that it used in the old database.

    The number of a deleted row is never used again.
    """
    auto, table = kind._meta.auto_field, kind._meta.db_table
    if auto is None:
        return
    sequence = [table, str(auto.column)]
    with connections[old].cursor() as cursor:
        if connections[old].vendor == "postgresql":
            sql = "SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)"
            cursor.execute(sql, sequence)
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        (given,) = cursor.fetchone() or (None,)
    highest = kind._base_manager.using(old).aggregate(highest=Max("pk"))["highest"]
    number = max(given or 0, highest or 0)
    if not number:
        return
    with connections[new].cursor() as cursor:
        if connections[new].vendor == "postgresql":
            sql = "SELECT setval(pg_get_serial_sequence(%s, %s), %s)"
            cursor.execute(sql, [*sequence, number])
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number]
            )
