"""SQL of the hot path, built once.

Django builds the SQL of a query anew each time it runs, which takes several times as long as
running it: 17 % of a move's time, and `submit_move` took 7.8 ms before and 4.0 after
(docs/benchmarks.md). The rows become the same model instances, the values go through the same
fields. `FAST_STATEMENTS=off` leaves the same reads and writes to Django's ORM.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from threading import get_ident
from typing import Any, Generic, NamedTuple, Self, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import (
    CharField,
    DateTimeField,
    ForeignKey,
    IntegerField,
    Model,
    QuerySet,
    TextField,
)
from django.db.models.base import ModelState
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=Model)
Convert = Callable[[Any], Any]
CACHED_CURSOR = "cached_cursor"
CACHED_DATES = 1024
"""How many converted dates are cached: those of a match are read at each move."""


class _Built(NamedTuple):
    sql: str
    converters: list[tuple[int, Convert]]
    model: type[Model]
    names: list[str]
    columns: slice
    related: list[Any]


class Prepared(Generic[Row]):
    """A query whose SQL is built once by database, with values to fill in.

    `build` makes the query of values; `stand_ins` are any that are all different. The values are
    given in the order in which the SQL names them.
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
        converters = compiler.get_converters([column[0] for column in select]).items()
        columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        built = self._built[connection.vendor] = _Built(
            sql,
            [(n, _converter(steps, column, connection)) for n, (steps, column) in converters],
            info["model"],
            [column[0].target.attname for column in select[columns]],
            columns,
            # The stubs are those of a later Django.
            get_related_populators(info, select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg]
        )
        return built


def _cursor(connection: BaseDatabaseWrapper) -> CursorWrapper:
    """A cursor cached with the connection: to make one takes as long as to use it.

    Callers fetch everything at once, so that it is free again. Where statements are logged, or
    there is no connection yet, Django makes one as always.
    """
    if connection.queries_logged or connection.connection is None:
        return connection.cursor()
    mine = connection.connection, get_ident()
    cached: tuple[object, CursorWrapper] | None = vars(connection).get(CACHED_CURSOR)
    if cached is None or cached[0] != mine:
        cached = vars(connection)[CACHED_CURSOR] = mine, connection.cursor()
    return cached[1]


def _converter(steps: Sequence[Any], column: Any, connection: BaseDatabaseWrapper) -> Convert:
    def convert(value: Any) -> Any:
        for step in steps:
            value = step(value, column, connection)
        return value

    is_date = isinstance(column.output_field, DateTimeField)
    return lru_cache(CACHED_DATES)(convert) if is_date else convert


def _instance(built: _Built, found: Sequence[Any]) -> Any:
    row = list(found)
    for number, convert in built.converters:
        row[number] = convert(row[number])
    instance = built.model.from_db(DEFAULT_DB_ALIAS, built.names, row[built.columns])
    for populator in built.related:
        populator.populate(row, instance)
    return instance


def update(rows: Sequence[Model], fields: Sequence[str]) -> None:
    """Write these fields of rows of one model, in one statement; DatabaseError if one is missing.

    For models without receivers of signals. Django's `bulk_update` builds a CASE for every field
    of every row each time, which takes longer than to write the rows one by one.
    """
    if not rows:
        return
    if not settings.FAST_STATEMENTS:
        for row in rows:
            row.save(update_fields=fields)
        return
    connection = connections[DEFAULT_DB_ALIAS]
    sql, columns = _update(type(rows[0]), tuple(fields), len(rows), connection.vendor)
    cursor = _cursor(connection)
    cursor.execute(sql, _all_values(rows, columns, connection))
    if cursor.rowcount != len(rows):
        raise DatabaseError("There is no such row to update.")


def insert(rows: Sequence[Model]) -> None:
    """Write new rows of one model, in one statement; their primary keys stay unknown.

    For models without receivers of signals.
    """
    if not rows:
        return
    if not settings.FAST_STATEMENTS:
        manager: Any = type(rows[0])._base_manager
        manager.bulk_create(rows)
        return
    connection = connections[DEFAULT_DB_ALIAS]
    sql, columns = _insert(type(rows[0]), len(rows))
    _cursor(connection).execute(sql, _all_values(rows, columns, connection))
    for row in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def upsert(rows: Sequence[Model], fields: Sequence[str]) -> None:
    """Insert rows of one model, or update these fields where the primary key is there."""
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
    _cursor(connection).execute(f"{sql} {conflict}", _all_values(rows, columns, connection))


Columns = list[tuple[Any, type | None]]
"""Fields, each with the type whose values are written as they are."""


@lru_cache(maxsize=1024)
def _update(
    model: type[Model], names: tuple[str, ...], count: int, vendor: str
) -> tuple[str, Columns]:
    """The statement that writes these fields of so many rows, whose values begin with the key."""
    key = model._meta.pk
    fields = [model._meta.get_field(name) for name in names]
    # Both databases name the columns of VALUES like this.
    sets = ", ".join(f"{_quoted(field)} = given.column{n}" for n, field in enumerate(fields, 2))
    places = ["%s"] * (len(fields) + 1)
    first = places
    if vendor == "postgresql":
        # The first row tells PostgreSQL of which types all are.
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
    """The values of a row, as the database takes them."""
    values = []
    for field, plain_type in columns:
        value = getattr(row, field.attname)
        # None is written as it is in every field.
        if value is not None and type(value) is not plain_type:
            value = field.get_db_prep_save(value, connection=connection)
        values.append(value)
    return values


def copy_row(row: Row) -> Row:
    """A copy of a row, whose fields may be set without changing the other's."""
    new = row.__class__.__new__(row.__class__)
    state = ModelState()
    state.adding, state.db = row._state.adding, row._state.db
    state.fields_cache = dict(row._state.fields_cache)
    new.__dict__.update(row.__dict__, _state=state)
    return new


class QuickRows(Model):
    """For models without receivers of signals and with plain fields: rows become instances at once.

    Django sets one field after the other, as for an instance that is made anew.
    """

    class Meta:
        abstract = True

    # The stubs are those of a later Django.
    @classmethod
    def from_db(  # type: ignore[override]
        cls, db: str | None, field_names: Collection[str], values: Collection[Any]
    ) -> Self:
        if not settings.FAST_STATEMENTS:
            return super().from_db(db, field_names, values)
        row = cls.__new__(cls)
        state = ModelState()
        state.adding, state.db = False, db
        row.__dict__.update(zip(field_names, values, strict=True), _state=state)
        return row
