"""SQL statements that write a move, built once for each number of rows.

For several rows with different values Django only has `bulk_update`. Its CASE for every field of
every row is slower than writing the rows one by one, and it builds the SQL each time. The values
here go through the same fields. `FAST_STATEMENTS=off` leaves the same writes to Django's ORM.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, ForeignKey, IntegerField, Model, TextField
from django.db.models.base import ModelState

Row = TypeVar("Row", bound=Model)


def update(rows: Sequence[Model], fields: Sequence[str]) -> None:
    """Write these fields of rows of one model in one statement.

    Only for models without signal receivers.

    Raises:
        DatabaseError: A row does not exist.
    """
    if not rows:
        return
    if not settings.FAST_STATEMENTS:
        for row in rows:
            row.save(update_fields=fields)
        return
    connection = connections[DEFAULT_DB_ALIAS]
    sql, columns = _update(type(rows[0]), tuple(fields), len(rows), connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, _all_values(rows, columns, connection))
        written = cursor.rowcount
    if written != len(rows):
        raise DatabaseError("There is no such row to update.")


def insert(rows: Sequence[Model]) -> None:
    """Insert rows of one model in one statement; their primary keys stay unknown.

    Only for models without signal receivers.
    """
    if not rows:
        return
    if not settings.FAST_STATEMENTS:
        manager: Any = type(rows[0])._base_manager
        manager.bulk_create(rows)
        return
    connection = connections[DEFAULT_DB_ALIAS]
    sql, columns = _insert(type(rows[0]), len(rows))
    with connection.cursor() as cursor:
        cursor.execute(sql, _all_values(rows, columns, connection))
    for row in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def upsert(rows: Sequence[Model], fields: Sequence[str]) -> None:
    """Insert rows of one model, or update these fields if the primary key exists."""
    if not rows:
        return
    if not settings.FAST_STATEMENTS:
        manager: Any = type(rows[0])._base_manager
        manager.bulk_create(rows, update_conflicts=True, update_fields=fields, unique_fields=["pk"])
        return
    connection = connections[DEFAULT_DB_ALIAS]
    model = type(rows[0])
    sql, columns = _insert(model, len(rows))
    names = [_quoted(model._meta.get_field(name)) for name in fields]
    updates = ", ".join(f"{name} = EXCLUDED.{name}" for name in names)
    conflict = f"ON CONFLICT ({_quoted(model._meta.pk)}) DO UPDATE SET {updates}"
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} {conflict}", _all_values(rows, columns, connection))


def lock(model: type[Model], keys: Sequence[Any], fields: Sequence[str]) -> list[tuple[Any, ...]]:
    """Lock rows of one model in the current transaction, and return these fields of each.

    Rows that another transaction holds are skipped, and so are keys without a row.
    """
    if not keys:
        return []
    if not settings.FAST_STATEMENTS:
        return list(_locked(model, keys, fields))
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        cursor.execute(_lock(model, len(keys), tuple(fields), connection.vendor), keys)
        return list(cursor.fetchall())


def _locked(model: type[Model], keys: Sequence[Any], fields: Sequence[str]) -> Any:
    rows = model._base_manager.filter(pk__in=keys).order_by()
    return rows.select_for_update(skip_locked=True).values_list(*fields)


@lru_cache(maxsize=256)
def _lock(model: type[Model], count: int, fields: tuple[str, ...], _vendor: str) -> str:
    sql, _keys = _locked(model, [str(n) for n in range(count)], fields).query.sql_with_params()
    return str(sql)


Columns = list[tuple[Any, type | None]]
"""Fields, each with the type whose values need no conversion."""


@lru_cache(maxsize=1024)
def _update(
    model: type[Model], names: tuple[str, ...], count: int, vendor: str
) -> tuple[str, Columns]:
    """Return the statement that writes these fields of `count` rows, each after its key."""
    key = model._meta.pk
    fields = [model._meta.get_field(name) for name in names]
    # Both databases name the columns of VALUES this way.
    sets = ", ".join(f"{_quoted(field)} = given.column{n}" for n, field in enumerate(fields, 2))
    places = ["%s"] * (len(fields) + 1)
    first = places
    if vendor == "postgresql":
        # PostgreSQL takes the types of all rows from the first one.
        kinds = [field.db_type(connections[DEFAULT_DB_ALIAS]) for field in (key, *fields)]
        first = [f"CAST(%s AS {kind})" for kind in kinds]
    rows = ", ".join(f"({', '.join(row)})" for row in (first, *[places] * (count - 1)))
    table = _quote(model._meta.db_table)
    sql = (
        f"UPDATE {table} SET {sets} FROM (VALUES {rows}) AS given"  # noqa: S608
        f" WHERE {table}.{_quoted(key)} = given.column1"
    )
    return sql, _columns((key, *fields))


@lru_cache(maxsize=1024)
def _insert(model: type[Model], count: int) -> tuple[str, Columns]:
    auto = model._meta.auto_field
    fields = [f for f in model._meta.local_concrete_fields if not f.generated and f is not auto]
    table, names = _quote(model._meta.db_table), ", ".join(map(_quoted, fields))
    row = f"({', '.join(['%s'] * len(fields))})"
    values = ", ".join([row] * count)
    return f"INSERT INTO {table} ({names}) VALUES {values}", _columns(fields)  # noqa: S608


def _columns(fields: Sequence[Any]) -> Columns:
    return [(field, _plain_type(field)) for field in fields]


def _plain_type(field: Any) -> type | None:
    if isinstance(field, ForeignKey):
        return _plain_type(field.target_field)
    if isinstance(field, IntegerField):
        return int
    return str if isinstance(field, CharField | TextField) else None


def _quoted(field: Any) -> str:
    return _quote(field.column)


def _quote(name: str) -> str:
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)


def _all_values(
    rows: Sequence[Model], columns: Columns, connection: BaseDatabaseWrapper
) -> list[Any]:
    return [value for row in rows for value in _values(row, columns, connection)]


def _values(row: Model, columns: Columns, connection: BaseDatabaseWrapper) -> list[Any]:
    """Return the values of a row as the database takes them."""
    values = []
    sqlite = connection.vendor == "sqlite"
    for field, plain_type in columns:
        value = getattr(row, field.attname)
        # Every field writes None unchanged.
        if value is not None and type(value) is not plain_type:
            if sqlite and type(value) is datetime and value.tzinfo is UTC:
                value = str(value.replace(tzinfo=None))  # as Django, without looking for the zone
            else:
                value = field.get_db_prep_save(value, connection=connection)
        values.append(value)
    return values


def copy_row(row: Row) -> Row:
    """Return a copy of a row whose fields can be set, even if the row is frozen."""
    new = row.__class__.__new__(row.__class__)
    state = ModelState()
    state.adding, state.db = row._state.adding, row._state.db
    state.fields_cache = dict(row._state.fields_cache)
    new.__dict__.update(row.__dict__, _state=state)
    new.__dict__.pop("_frozen", None)
    return new
