"""Statements of the hot path, put together once.

Django builds the SQL of a query anew each time it runs, which takes several times as long as
running it: 17 % of a move's time, and `submit_move` took 7.8 ms before and 4.0 after
(docs/benchmarks.md). What is asked at every move is built once here and then only run. The rows
become the same model instances, the values go through the same fields. `FAST_STATEMENTS=off`
leaves the same reads and writes to Django's ORM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import get_ident
from typing import Any, Generic, NamedTuple, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import (
    CharField,
    DateTimeField,
    Field,
    ForeignKey,
    IntegerField,
    Model,
    QuerySet,
    TextField,
)
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=Model)
Convert = Callable[[Any], Any]
KEPT_CURSOR = "kept_cursor"
CONVERTED_DATES = 1024
"""How many dates are remembered as converted: those of a match are read at each move."""


class _Built(NamedTuple):
    sql: str
    converters: list[tuple[int, Convert]]
    model: type[Model]
    names: list[str]
    columns: slice
    related: list[Any]


class Prepared(Generic[Row]):
    """A query with values to fill in, as `build` makes it of values that stand for any.

    The values come in the order in which the query names them.
    """

    def __init__(self, build: Callable[..., QuerySet[Row]], *stand_ins: Any) -> None:
        self._make = build
        self._stand_ins = stand_ins
        self._built: dict[str, _Built] = {}

    def rows(self, *values: Any) -> list[Row]:
        """The rows for these values, in the order of the query."""
        if not settings.FAST_STATEMENTS:
            return list(self._make(*values))
        connection = connections[DEFAULT_DB_ALIAS]
        built = self._built.get(connection.vendor) or self._build(connection)
        cursor = _cursor(connection)
        cursor.execute(built.sql, values)
        return [_instance(built, row) for row in cursor.fetchall()]

    def first(self, *values: Any) -> Row | None:
        rows = self.rows(*values)
        return rows[0] if rows else None

    def _build(self, connection: BaseDatabaseWrapper) -> _Built:
        compiler = self._make(*self._stand_ins).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql(with_col_aliases=False)
        if tuple(params) != self._stand_ins:
            raise ValueError(f"not a query of just these values: {sql}")
        info, select = compiler.klass_info, compiler.select
        columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        built = self._built[connection.vendor] = _Built(
            sql,
            _converters(compiler, [column[0] for column in select], connection),
            info["model"],
            [column[0].target.attname for column in select[columns]],
            columns,
            # The stubs are those of a later Django.
            get_related_populators(info, select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg]
        )
        return built


def _cursor(connection: BaseDatabaseWrapper) -> CursorWrapper:
    """A cursor kept for as long as the connection: to make one takes as long as to use it.

    Whatever it finds is fetched at once, so that it is free again. Where statements are logged, or
    there is no connection yet, Django makes one as always.
    """
    if connection.queries_logged or connection.connection is None:
        return connection.cursor()
    mine = connection.connection, get_ident()
    kept: tuple[object, CursorWrapper] | None = vars(connection).get(KEPT_CURSOR)
    if kept is None or kept[0] != mine:
        kept = vars(connection)[KEPT_CURSOR] = mine, connection.cursor()
    return kept[1]


def _converters(
    compiler: Any, columns: Sequence[Any], connection: BaseDatabaseWrapper
) -> list[tuple[int, Convert]]:
    """What each column's value goes through, by the column's number in the row."""
    return [
        (number, _converter(steps, column, connection))
        for number, (steps, column) in compiler.get_converters(columns).items()
    ]


def _converter(steps: Sequence[Any], column: Any, connection: BaseDatabaseWrapper) -> Convert:
    def convert(value: Any) -> Any:
        for step in steps:
            value = step(value, column, connection)
        return value

    is_date = isinstance(column.output_field, DateTimeField)
    return lru_cache(CONVERTED_DATES)(convert) if is_date else convert


def _instance(built: _Built, found: Sequence[Any]) -> Any:
    row = list(found)
    for number, convert in built.converters:
        row[number] = convert(row[number])
    instance = built.model.from_db(DEFAULT_DB_ALIAS, built.names, row[built.columns])
    for populator in built.related:
        populator.populate(row, instance)
    return instance


def update(row: Model, fields: Sequence[str]) -> None:
    """Like `row.save(update_fields=fields)`, for models that nothing listens to."""
    if not settings.FAST_STATEMENTS:
        row.save(update_fields=fields)
        return
    connection = connections[DEFAULT_DB_ALIAS]
    sql, columns = _update(type(row), tuple(fields))
    cursor = _cursor(connection)
    cursor.execute(sql, [*_values(row, columns, connection), row.pk])
    if cursor.rowcount != 1:
        raise DatabaseError("what was to be updated is gone")


def insert(row: Model) -> None:
    """Like `row.save(force_insert=True)`, for models that nothing listens to."""
    if not settings.FAST_STATEMENTS:
        row.save(force_insert=True)
        return
    connection = connections[DEFAULT_DB_ALIAS]
    meta = row._meta
    sql, columns = _insert(type(row))
    cursor = _cursor(connection)
    cursor.execute(f"{sql} RETURNING {_quoted(meta.pk)}", _values(row, columns, connection))
    ((row.pk,),) = cursor.fetchall()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def upsert(row: Model, fields: Sequence[str]) -> None:
    """Insert a row, or set these fields where its primary key is known already."""
    if not settings.FAST_STATEMENTS:
        rows: Any = type(row)._base_manager
        rows.bulk_create([row], update_conflicts=True, update_fields=fields, unique_fields=["pk"])
        return
    connection = connections[DEFAULT_DB_ALIAS]
    sql, columns = _insert(type(row))
    known = ", ".join(f"{name} = EXCLUDED.{name}" for name in map(_quoted, _named(row, fields)))
    conflict = f"ON CONFLICT ({_quoted(row._meta.pk)}) DO UPDATE SET {known}"
    _cursor(connection).execute(f"{sql} {conflict}", _values(row, columns, connection))


class _Column(NamedTuple):
    field: Field[Any, Any]
    plain: type | None
    """Values of just this type are written as they are."""


Columns = list[_Column]


@lru_cache(maxsize=64)
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[str, Columns]:
    fields = _named(model, names)
    table = _quote(model._meta.db_table)
    sets = ", ".join(f"{_quoted(field)} = %s" for field in fields)
    sql = f"UPDATE {table} SET {sets} WHERE {_quoted(model._meta.pk)} = %s"  # noqa: S608
    return sql, _columns(fields)


@lru_cache(maxsize=16)
def _insert(model: type[Model]) -> tuple[str, Columns]:
    fields = [field for field in model._meta.local_concrete_fields if not field.generated]
    if model._meta.auto_field is not None:
        fields.remove(model._meta.auto_field)
    table = _quote(model._meta.db_table)
    names, places = ", ".join(map(_quoted, fields)), ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {table} ({names}) VALUES ({places})", _columns(fields)  # noqa: S608


def _columns(fields: Sequence[Field[Any, Any]]) -> Columns:
    return [_Column(field, _plain(field)) for field in fields]


def _plain(field: Field[Any, Any]) -> type | None:
    if isinstance(field, ForeignKey):
        return _plain(field.target_field)
    if isinstance(field, IntegerField):
        return int
    return str if isinstance(field, CharField | TextField) else None


def _named(model: Model | type[Model], names: Sequence[str]) -> list[Field[Any, Any]]:
    fields = [model._meta.get_field(name) for name in names]
    return [field for field in fields if isinstance(field, Field)]


def _quoted(field: Any) -> str:
    return _quote(field.column)


def _quote(name: str) -> str:
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)


def _values(row: Model, columns: Columns, connection: BaseDatabaseWrapper) -> list[Any]:
    return [_value(getattr(row, column.field.attname), column, connection) for column in columns]


def _value(value: Any, column: _Column, connection: BaseDatabaseWrapper) -> Any:
    # Nothing is nothing in every field.
    if value is None or type(value) is column.plain:
        return value
    return column.field.get_db_prep_save(value, connection=connection)
