"""Databases opened beside the one the site runs on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import load_backend

from config.databases import database

OWN_APPS = ("accounts.", "games.")
STOP = "Stop the servers and workers first; nothing was changed."
NO_IDLE_LIMIT = "SET LOCAL idle_in_transaction_session_timeout = 0"
"""What is read is replayed elsewhere meanwhile, which may take longer than a site's own work."""
DUMP_MAGIC = b"PGDMP"
"""How every backup of PostgreSQL begins."""
LOCK_TIMEOUT = 2
"""Seconds that other connections have to close when a database is to be locked."""
_numbers = count(1)


class StoreError(CommandError):
    """Something the operator has to put right; `manage.py` prints it as one sentence."""


def settings_of(address: str) -> dict[str, Any]:
    """Django's settings of a database by its URL, or by the path of an SQLite file.

    StoreError where the path leads to a backup of PostgreSQL, which is no database.
    """
    if "://" in address:
        return database(address)
    path = Path(address).resolve()
    if path.is_file():
        with path.open("rb") as file:
            if file.read(len(DUMP_MAGIC)) == DUMP_MAGIC:
                raise StoreError(f"{path} is a backup of PostgreSQL: `manage.py restore` it first.")
    return database(f"sqlite:///{path}")


def site_settings() -> dict[str, Any]:
    """Those of the site's own database, for one connection more: without a pool, not persistent."""
    settings = deepcopy(connections[DEFAULT_DB_ALIAS].settings_dict)
    settings["OPTIONS"].pop("pool", None)
    settings["CONN_MAX_AGE"] = 0
    return settings


def is_sqlite(settings: dict[str, Any]) -> bool:
    return bool(settings["ENGINE"].endswith("sqlite3"))


def name_of(alias: str) -> str:
    """A database as an operator reads it, without its password."""
    settings = connections[alias].settings_dict
    if is_sqlite(settings):
        return str(settings["NAME"])
    return f"{settings['NAME']} at {settings['HOST'] or 'this machine'}:{settings['PORT'] or 5432}"


@contextmanager
def opened(settings: dict[str, Any]) -> Iterator[str]:
    """Connect to a database under an alias of its own, which is yielded; StoreError if missing."""
    if is_sqlite(settings) and not Path(settings["NAME"]).exists():
        raise StoreError(f"There is no database at {settings['NAME']}.")
    alias = f"store-{next(_numbers)}"
    known = {**connections.settings, alias: deepcopy(settings)}
    configured = connections.configure_settings(known)[alias]
    connections[alias] = load_backend(configured["ENGINE"]).DatabaseWrapper(configured, alias)
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]


@contextmanager
def snapshot(settings: dict[str, Any]) -> Iterator[str]:
    """A database as it is at one moment, while others go on writing."""
    if is_sqlite(settings):
        settings = {**settings, "OPTIONS": {"timeout": 20, "transaction_mode": "DEFERRED"}}
    with opened(settings) as alias, transaction.atomic(using=alias):
        if not is_sqlite(settings):
            _execute(alias, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            _execute(alias, NO_IDLE_LIMIT)
        yield alias


@contextmanager
def locked(settings: dict[str, Any]) -> Iterator[str]:
    """A database in one transaction, with nobody else connected; StoreError if somebody is."""
    if is_sqlite(settings):
        # This fails while anybody has the file open, even idly.
        options = {
            "timeout": LOCK_TIMEOUT,
            "transaction_mode": "EXCLUSIVE",
            "init_command": "PRAGMA locking_mode=EXCLUSIVE;",
        }
        settings = {**settings, "OPTIONS": options, "CONN_MAX_AGE": 0}
    with opened(settings) as alias:
        try:
            # An SQLite file stays locked from here on, between transactions too.
            with transaction.atomic(using=alias):
                pass
        except DatabaseError as error:
            raise StoreError(f"{name_of(alias)} cannot be locked: {error}. {STOP}") from error
        postgresql, deadline = not is_sqlite(settings), time.monotonic() + LOCK_TIMEOUT
        # PostgreSQL counts a client until it has cleaned up after it.
        while postgresql and _other_clients(alias) and time.monotonic() < deadline:
            time.sleep(0.05)
        with transaction.atomic(using=alias):
            if postgresql:
                _execute(alias, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                _execute(alias, NO_IDLE_LIMIT)
                if others := _other_clients(alias):
                    raise StoreError(f"{name_of(alias)} is in use by {others} others. {STOP}")
            yield alias


def _other_clients(alias: str) -> int:
    """How many other clients PostgreSQL counts at a database."""
    sql = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    return int(_execute(alias, sql))


def _execute(alias: str, sql: str) -> Any:
    with connections[alias].cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0] if cursor.description else None


def unapplied(alias: str) -> list[str]:
    """The migrations of this code that a database lacks, in their order."""
    executor = MigrationExecutor(connections[alias])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def require_migrated(alias: str) -> None:
    """StoreError unless a database has had exactly the migrations of this code."""
    if missing := unapplied(alias):
        raise StoreError(
            f"{name_of(alias)} lacks {len(missing)} migrations, from {missing[0]} on."
            " Run manage.py migrate with DATABASE_URL naming it."
        )
    loader = MigrationExecutor(connections[alias]).loader
    own = {app.label for app in apps.get_app_configs() if app.name.startswith(OWN_APPS)}
    unknown = set(loader.applied_migrations) - set(loader.disk_migrations or ())
    newer = sorted(f"{app}.{name}" for app, name in unknown if app in own)
    if newer:
        raise StoreError(f"{name_of(alias)} belongs to a newer version: it has had {newer[0]}.")
