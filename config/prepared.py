"""Statements of the hot path, put together once.

Django builds the SQL of a query anew each time it runs, which takes several times as long as
running it. What is asked at every move is built once here and then only run. The rows become the
same model instances, the values go through the same fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DatabaseError, connection
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
    """A query with one value to fill in, as `build` makes it of a value that stands for any."""

    def __init__(self, build: Callable[[Any], QuerySet[Row]], stand_in: Any) -> None:
        self._make = build
        self._stand_in = stand_in
        self._built: dict[str, _Built] = {}

    def rows(self, value: Any) -> list[Row]:
        """The rows for a value, in the order of the query."""
        built = self._built.get(connection.vendor) or self._build()
        with connection.cursor() as cursor:
            cursor.execute(built.sql, (value,))
            found = cursor.fetchall()
        if built.converters:
            found = built.compiler.apply_converters(found, built.converters)
        return [self._instance(built, row) for row in found]

    def first(self, value: Any) -> Row | None:
        rows = self.rows(value)
        return rows[0] if rows else None

    def _build(self) -> _Built:
        compiler = self._make(self._stand_in).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql(with_col_aliases=False)
        if list(params) != [self._stand_in]:
            raise ValueError(f"not a query of one value: {sql}")
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
            get_related_populators(info, select, connection.alias),  # type: ignore[call-arg]
        )
        return built

    def _instance(self, built: _Built, row: Sequence[Any]) -> Any:
        instance = built.model.from_db(connection.alias, built.names, row[built.columns])
        for populator in built.related:
            populator.populate(row, instance)
        return instance


def update(row: Model, fields: Sequence[str]) -> None:
    """Like `row.save(update_fields=fields)`, for models that nothing listens to."""
    sql, columns = _update(type(row), tuple(fields))
    with connection.cursor() as cursor:
        cursor.execute(sql, [*_values(row, columns), row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError("what was to be updated is gone")


def insert(row: Model) -> None:
    """Like `row.save(force_insert=True)`, for models that nothing listens to."""
    meta = row._meta
    sql, columns = _insert(type(row))
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} RETURNING {_quoted(meta.pk)}", _values(row, columns))
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, connection.alias


def put(row: Model, fields: Sequence[str]) -> None:
    """Insert a row, or set these fields where its primary key is known already."""
    sql, columns = _insert(type(row))
    known = ", ".join(f"{name} = EXCLUDED.{name}" for name in map(_quoted, _named(row, fields)))
    with connection.cursor() as cursor:
        conflict = f"ON CONFLICT ({_quoted(row._meta.pk)}) DO UPDATE SET {known}"
        cursor.execute(f"{sql} {conflict}", _values(row, columns))


@lru_cache(maxsize=64)
def _update(model: type[Model], fields: tuple[str, ...]) -> tuple[str, list[Field[Any, Any]]]:
    columns = _named(model, fields)
    table = connection.ops.quote_name(model._meta.db_table)
    sets = ", ".join(f"{_quoted(column)} = %s" for column in columns)
    return f"UPDATE {table} SET {sets} WHERE {_quoted(model._meta.pk)} = %s", columns  # noqa: S608


@lru_cache(maxsize=16)
def _insert(model: type[Model]) -> tuple[str, list[Field[Any, Any]]]:
    columns = [field for field in model._meta.local_concrete_fields if not field.generated]
    if model._meta.auto_field is not None:
        columns.remove(model._meta.auto_field)
    table = connection.ops.quote_name(model._meta.db_table)
    names, places = ", ".join(map(_quoted, columns)), ", ".join(["%s"] * len(columns))
    return f"INSERT INTO {table} ({names}) VALUES ({places})", columns  # noqa: S608


def _named(model: Model | type[Model], names: Sequence[str]) -> list[Field[Any, Any]]:
    fields = [model._meta.get_field(name) for name in names]
    return [field for field in fields if isinstance(field, Field)]


def _quoted(field: Any) -> str:
    return connection.ops.quote_name(field.column)


def _values(row: Model, columns: Sequence[Field[Any, Any]]) -> list[Any]:
    return [
        field.get_db_prep_save(getattr(row, field.attname), connection=connection)
        for field in columns
    ]
