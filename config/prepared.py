"""Statements of the hot path, put together once.

Django builds the SQL of a query anew each time it runs, which takes several times as long as
running it. What is asked at every move is built once here and then only run. The rows become the
same model instances, the values go through the same fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model, QuerySet
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=Model)


class _Built(NamedTuple):
    sql: str
    compiler: Any
    converters: Any
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
        connection = connections[DEFAULT_DB_ALIAS]
        built = self._built.get(connection.vendor) or self._build(connection)
        with connection.cursor() as cursor:
            cursor.execute(built.sql, values)
            found = cursor.fetchall()
        if built.converters:
            found = built.compiler.apply_converters(found, built.converters)
        return [_instance(built, row) for row in found]

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
            compiler,
            compiler.get_converters([column[0] for column in select]),
            info["model"],
            [column[0].target.attname for column in select[columns]],
            columns,
            # The stubs are those of a later Django.
            get_related_populators(info, select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg]
        )
        return built


def _instance(built: _Built, row: Sequence[Any]) -> Any:
    instance = built.model.from_db(DEFAULT_DB_ALIAS, built.names, row[built.columns])
    for populator in built.related:
        populator.populate(row, instance)
    return instance


def update(row: Model, fields: Sequence[str]) -> None:
    """Like `row.save(update_fields=fields)`, for models that nothing listens to."""
    connection = connections[DEFAULT_DB_ALIAS]
    sql, columns = _update(type(row), tuple(fields))
    with connection.cursor() as cursor:
        cursor.execute(sql, [*_values(row, columns, connection), row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError("what was to be updated is gone")


def insert(row: Model) -> None:
    """Like `row.save(force_insert=True)`, for models that nothing listens to."""
    connection = connections[DEFAULT_DB_ALIAS]
    meta = row._meta
    sql, columns = _insert(type(row))
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} RETURNING {_quoted(meta.pk)}", _values(row, columns, connection))
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def put(row: Model, fields: Sequence[str]) -> None:
    """Insert a row, or set these fields where its primary key is known already."""
    connection = connections[DEFAULT_DB_ALIAS]
    sql, columns = _insert(type(row))
    known = ", ".join(f"{name} = EXCLUDED.{name}" for name in map(_quoted, _named(row, fields)))
    with connection.cursor() as cursor:
        conflict = f"ON CONFLICT ({_quoted(row._meta.pk)}) DO UPDATE SET {known}"
        cursor.execute(f"{sql} {conflict}", _values(row, columns, connection))


@lru_cache(maxsize=64)
def _update(model: type[Model], fields: tuple[str, ...]) -> tuple[str, list[Field[Any, Any]]]:
    columns = _named(model, fields)
    table = _quote(model._meta.db_table)
    sets = ", ".join(f"{_quoted(column)} = %s" for column in columns)
    return f"UPDATE {table} SET {sets} WHERE {_quoted(model._meta.pk)} = %s", columns  # noqa: S608


@lru_cache(maxsize=16)
def _insert(model: type[Model]) -> tuple[str, list[Field[Any, Any]]]:
    columns = [field for field in model._meta.local_concrete_fields if not field.generated]
    if model._meta.auto_field is not None:
        columns.remove(model._meta.auto_field)
    table = _quote(model._meta.db_table)
    names, places = ", ".join(map(_quoted, columns)), ", ".join(["%s"] * len(columns))
    return f"INSERT INTO {table} ({names}) VALUES ({places})", columns  # noqa: S608


def _named(model: Model | type[Model], names: Sequence[str]) -> list[Field[Any, Any]]:
    fields = [model._meta.get_field(name) for name in names]
    return [field for field in fields if isinstance(field, Field)]


def _quoted(field: Any) -> str:
    return _quote(field.column)


def _quote(name: str) -> str:
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)


def _values(
    row: Model, columns: Sequence[Field[Any, Any]], connection: BaseDatabaseWrapper
) -> list[Any]:
    # Looking the connection up costs more than most fields do. Nothing is nothing in every field.
    values = [getattr(row, field.attname) for field in columns]
    return [
        None if value is None else field.get_db_prep_save(value, connection=connection)
        for field, value in zip(columns, values, strict=True)
    ]
