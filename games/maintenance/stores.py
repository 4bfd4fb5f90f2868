"""Databases opened beside the one the house runs on, for a while."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend

from config.databases import database

HOME = DEFAULT_DB_ALIAS
OURS = ("accounts", "games")
"""Whose apps' migrations are the site's own."""
STOP = "Stop the servers and workers first; nothing was changed."
PATIENCE = 2
"""Seconds that others have to let go of a database which is wanted alone."""
_numbers = count(1)


class StoreError(Exception):
    """Something that whoever looks after the house has to put right; in one sentence."""


def settings_of(address: str) -> dict[str, Any]:
    """Django's settings of a database by its URL, or by the path of an SQLite file."""
    if "://" in address:
        return database(address)
    return database(f"sqlite:///{Path(address).resolve()}")


def settings_at(alias: str) -> dict[str, Any]:
    """Those of a known database for one more connection: none of a pool, none that lasts."""
    settings = deepcopy(connections[alias].settings_dict)
    settings["OPTIONS"].pop("pool", None)
    settings["CONN_MAX_AGE"] = 0
    return settings


def is_file(settings: dict[str, Any]) -> bool:
    """Whether this is SQLite."""
    return bool(settings["ENGINE"].endswith("sqlite3"))


def name_of(alias: str) -> str:
    """A database for people to read, without its password."""
    known = connections[alias].settings_dict
    if is_file(known):
        return str(known["NAME"])
    return f"{known['NAME']} at {known['HOST'] or 'this machine'}:{known['PORT'] or 5432}"


@contextmanager
def opened(settings: dict[str, Any]) -> Iterator[str]:
    """A database under an alias of its own; StoreError where there is none."""
    if is_file(settings) and not Path(settings["NAME"]).exists():
        raise StoreError(f"There is no database at {settings['NAME']}.")
    alias = f"store-{next(_numbers)}"
    known = {HOME: connections[HOME].settings_dict, alias: deepcopy(settings)}
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
    if is_file(settings):
        settings = {**settings, "OPTIONS": {"timeout": 20, "transaction_mode": "DEFERRED"}}
    with opened(settings) as alias, transaction.atomic(using=alias):
        if connections[alias].vendor == "postgresql":
            _run(alias, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield alias


@contextmanager
def held(settings: dict[str, Any]) -> Iterator[str]:
    """A database that nobody else has open, in one transaction; StoreError if somebody has."""
    if is_file(settings):
        # Whoever has the file open, even idly, keeps us from locking it whole.
        options = {
            "timeout": PATIENCE,
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
            raise StoreError(f"{name_of(alias)} cannot be had alone: {error}. {STOP}") from error
        if connections[alias].vendor == "postgresql":
            _let_go(alias)
        with transaction.atomic(using=alias):
            if connections[alias].vendor == "postgresql":
                _run(alias, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                if others := _others(alias):
                    raise StoreError(f"{name_of(alias)} is in use by {others} others. {STOP}")
            yield alias


def _let_go(alias: str) -> None:
    """Wait for those who have hung up: PostgreSQL counts them until it has tidied up after them."""
    deadline = time.monotonic() + PATIENCE
    while _others(alias) and time.monotonic() < deadline:
        time.sleep(0.05)


def _others(alias: str) -> int:
    return int(
        _run(
            alias,
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
        )
    )


def _run(alias: str, sql: str) -> Any:
    with connections[alias].cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0] if cursor.description else None


def unapplied(alias: str) -> list[str]:
    """The migrations this house knows and a database has not had yet, in their order."""
    executor = MigrationExecutor(connections[alias])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def require_migrated(alias: str) -> None:
    """That a database has had just the migrations this house knows; StoreError."""
    missing = unapplied(alias)
    if missing:
        raise StoreError(
            f"{name_of(alias)} lacks {len(missing)} migrations, from {missing[0]} on."
            " Run manage.py migrate with DATABASE_URL naming it."
        )
    known = MigrationLoader(connections[alias]).disk_migrations or {}
    had = MigrationRecorder(connections[alias]).applied_migrations()
    ours = {app.label for app in apps.get_app_configs() if app.name.split(".")[0] in OURS}
    newer = [".".join(one) for one in sorted(had) if one not in known and one[0] in ours]
    if newer:
        raise StoreError(f"{name_of(alias)} belongs to a newer house: it has had {newer[0]}.")
