"""Compare a SQLite backup with the tables, triggers and views that the site's migrations make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor

from games.maintenance.stores import (
    StoreError,
    opened,
    require_not_newer,
    require_upgradable,
    settings_of,
)

Migrations = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Schema:
    """The columns of each table, and the SQL of each trigger and view by its name."""

    tables: dict[str, frozenset[tuple[Any, ...]]]
    programs: dict[str, str]


def require_own_schema(path: Path) -> None:
    """Raise StoreError unless a file has the schema that this code made with its migrations.

    A trigger or a view could change data when the site writes or reads. Nothing in the file is run.
    """
    try:
        with opened(_read_only(path)) as alias:
            require_upgradable(alias)
            require_not_newer(alias)
            loader = MigrationExecutor(connections[alias]).loader
            found = _read(alias)
            known = Migrations(set(loader.applied_migrations) & set(loader.graph.nodes))
    except (DatabaseError, UnicodeError) as error:
        raise StoreError(f"{path} is damaged: {error}") from error
    problem = next(_differences(found, _made_by(known)), "") if known else "it has no migrations"
    if problem:
        raise StoreError(f"{path} is not a backup of Tavola: {problem}. Nothing was changed.")


def _read_only(path: Path) -> dict[str, Any]:
    address = f"{path.resolve().as_uri()}?mode=ro"
    # Without the usual commands, which would change the file.
    return {**settings_of(str(path)), "NAME": address, "OPTIONS": {}}


def _differences(found: Schema, own: Schema) -> Iterator[str]:
    """Yield in words how a schema differs; more plain tables, as some tools add, do no harm."""
    for name, sql in found.programs.items():
        if own.programs.get(name) != sql:
            yield f"it has the trigger or view “{name}”, which no migration made"
    for name in own.programs.keys() - found.programs.keys():
        yield f"it lacks the trigger “{name}”"
    for name, columns in own.tables.items():
        if name not in found.tables:
            yield f"it lacks the table “{name}”"
        elif found.tables[name] != columns:
            yield f"its table “{name}” has other columns"


@cache
def _made_by(migrations: Migrations) -> Schema:
    """Return the schema after these migrations, by running them in an empty database in memory."""
    with opened(
        {**settings_of(":memory:"), "NAME": "file:schema?mode=memory", "OPTIONS": {}}
    ) as alias:
        executor = MigrationExecutor(connections[alias])
        nodes = executor.loader.graph.node_map
        # Only the last ones: the executor takes a target it has just reached as a way back.
        last = [one for one in migrations if migrations.isdisjoint(nodes[one].children)]
        executor.migrate(sorted(last))
        return _read(alias)


def _read(alias: str) -> Schema:
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT type, name, sql FROM sqlite_master WHERE type <> 'index'")
        made = [row for row in cursor.fetchall() if not row[1].startswith("sqlite_")]
        tables = {name for kind, name, _sql in made if kind == "table"}
        columns = {}
        for table in tables:
            cursor.execute(
                'SELECT name, upper(type), "notnull", pk, hidden FROM pragma_table_xinfo(%s)',
                [table],
            )
            columns[table] = frozenset(cursor.fetchall())
    programs = {name: " ".join(sql.split()) for kind, name, sql in made if kind != "table"}
    return Schema(columns, programs)
