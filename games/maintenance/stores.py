"""Open databases other than the one the site runs on: plain, as a snapshot, or locked."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from itertools import count
from pathlib import Path
from shutil import disk_usage
from typing import Any
from urllib.parse import unquote, urlsplit

from django.apps import apps
from django.conf import settings as site
from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend

from core.databases import database, sqlite_url, unapplied
from core.version import VERSION

OWN_APPS = ("accounts.", "games.")
STOP = "Stop the servers and workers first; nothing was changed."
NO_IDLE_LIMIT = "SET LOCAL idle_in_transaction_session_timeout = 0"
"""The transaction idles while other processes replay, longer than a site's own work ever takes."""
DUMP_MAGIC = b"PGDMP"
"""The first bytes of every PostgreSQL backup."""
LOCK_TIMEOUT = 2
"""Seconds that other connections have to close before locking a database fails."""
DISK_LOW, DISK_FULL = 0.15, 0.05
"""The shares of free disk space below which a check warns, or reports an emergency."""
_numbers = count(1)


class StoreError(CommandError):
    """A problem that the operator has to fix; `manage.py` prints it as one sentence."""


def settings_of(address: str) -> dict[str, Any]:
    """Return Django's settings of a database, given its URL or the path of an SQLite file.

    Raises:
        StoreError: If the path is that of a PostgreSQL backup, which is no database.
    """
    if "://" in address:
        return database(address)
    path = Path(address).resolve()
    if path.is_file():
        with path.open("rb") as file:
            if file.read(len(DUMP_MAGIC)) == DUMP_MAGIC:
                raise StoreError(f"{path} is a PostgreSQL backup: `manage.py restore` it first.")
    return database(sqlite_url(path))


def site_settings() -> dict[str, Any]:
    """Return the settings of the site's database for a single extra connection, without a pool."""
    settings = deepcopy(connections[DEFAULT_DB_ALIAS].settings_dict)
    settings["OPTIONS"].pop("pool", None)
    settings["CONN_MAX_AGE"] = 0
    return settings


def is_sqlite(settings: dict[str, Any]) -> bool:
    return bool(settings["ENGINE"].endswith("sqlite3"))


def name_of(alias: str) -> str:
    """Return the name of a database for the operator, without its password."""
    settings = connections[alias].settings_dict
    if is_sqlite(settings):
        name = str(settings["NAME"])
        return unquote(urlsplit(name).path) if name.startswith("file:") else name
    return f"{settings['NAME']} at {settings['HOST'] or 'this machine'}:{settings['PORT'] or 5432}"


def database_size() -> int:
    """Return the size of the site's database in bytes."""
    settings = connections[DEFAULT_DB_ALIAS].settings_dict
    if is_sqlite(settings):
        file = Path(settings["NAME"])
        files = (file, file.with_name(f"{file.name}-wal"))
        return sum(one.stat().st_size for one in files if one.exists())
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def disk_space() -> tuple[int, int]:
    """Return the free and the total bytes of the disk with the site's own folder."""
    usage = disk_usage(site.VAR_DIR)
    return usage.free, usage.total


def free_share() -> float:
    """Return the share of free space on that disk."""
    free, total = disk_space()
    return free / total


@contextmanager
def opened(settings: dict[str, Any], *, if_missing: str = "") -> Iterator[str]:
    """Connect to a database, yield its new alias, and close it.

    Args:
        settings: Django's settings of the database.
        if_missing: What the operator can do about a file that does not exist.

    Raises:
        StoreError: If the file does not exist.
    """
    name = str(settings["NAME"])
    if is_sqlite(settings) and not (name.startswith("file:") or Path(name).exists()):
        raise StoreError(f"There is no database at {settings['NAME']}. {if_missing}".rstrip())
    alias = f"store-{next(_numbers)}"
    known = {**connections.settings, alias: deepcopy(settings)}
    configured = connections.configure_settings(known)[alias]
    connections[alias] = load_backend(configured["ENGINE"]).DatabaseWrapper(configured, alias)
    try:
        yield alias
    finally:
        own = connections[alias]
        own.close()
        if own.connection is not None:
            # Django leaves databases in memory open.
            own.connection.close()
        del connections[alias]


@contextmanager
def snapshot(settings: dict[str, Any]) -> Iterator[str]:
    """Yield the alias of a read-only snapshot of a database, while other clients go on writing."""
    if is_sqlite(settings):
        settings = {**settings, "OPTIONS": {"timeout": 20, "transaction_mode": "DEFERRED"}}
    with opened(settings) as alias, transaction.atomic(using=alias):
        if not is_sqlite(settings):
            _execute(alias, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            _execute(alias, NO_IDLE_LIMIT)
        yield alias


@contextmanager
def locked(settings: dict[str, Any], *, if_missing: str = "") -> Iterator[str]:
    """Yield the alias of a database in one transaction, without any other client.

    Args:
        settings: Django's settings of the database.
        if_missing: What the operator can do about a file that does not exist.

    Raises:
        StoreError: If it cannot be opened, or another client is connected.
    """
    if is_sqlite(settings):
        # This fails while any other process has the file open, even if it is idle.
        options = {
            "timeout": LOCK_TIMEOUT,
            "transaction_mode": "EXCLUSIVE",
            "init_command": "PRAGMA locking_mode=EXCLUSIVE;",
        }
        settings = {**settings, "OPTIONS": options, "CONN_MAX_AGE": 0}
    with opened(settings, if_missing=if_missing) as alias:
        try:
            # From here on an SQLite file stays locked, even between transactions.
            with transaction.atomic(using=alias):
                pass
        except DatabaseError as error:
            if "locked" in str(error):
                raise StoreError(f"{name_of(alias)} is in use. {STOP}") from error
            reason = str(error).partition("\n")[0].rstrip(".")
            raise StoreError(
                f"{name_of(alias)} cannot be opened: {reason}. Nothing was changed."
            ) from error
        postgresql, deadline = not is_sqlite(settings), time.monotonic() + LOCK_TIMEOUT
        # PostgreSQL counts a disconnected client until it has cleaned up.
        while postgresql and _other_clients(alias) and time.monotonic() < deadline:
            time.sleep(0.05)
        with transaction.atomic(using=alias):
            if postgresql:
                _execute(alias, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                _execute(alias, NO_IDLE_LIMIT)
                if others := _other_clients(alias):
                    raise StoreError(f"{name_of(alias)} has other connections ({others}). {STOP}")
            yield alias


def _other_clients(alias: str) -> int:
    """Return the number of other clients of a PostgreSQL database."""
    sql = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    return int(_execute(alias, sql))


def _execute(alias: str, sql: str) -> Any:
    with connections[alias].cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0] if cursor.description else None


def require_migrated(alias: str) -> None:
    """Raise StoreError unless a database has exactly the migrations of this code."""
    if missing := unapplied(alias):
        naming = "" if alias == DEFAULT_DB_ALIAS else " with DATABASE_URL naming it"
        raise StoreError(
            f"{name_of(alias)} lacks {len(missing)} migrations, from {missing[0]} on."
            f" Run manage.py migrate{naming}."
        )
    require_not_newer(alias)


def require_not_newer(alias: str) -> None:
    """Raise StoreError if a database has migrations that this code does not know."""
    loader = MigrationExecutor(connections[alias]).loader
    own = {app.label for app in apps.get_app_configs() if app.name.startswith(OWN_APPS)}
    disk = loader.disk_migrations or {}
    replaced = {key for migration in disk.values() for key in migration.replaces}
    unknown = set(loader.applied_migrations) - set(disk) - replaced
    newer = sorted(f"{app}.{name}" for app, name in unknown if app in own)
    if newer:
        raise StoreError(
            f"{name_of(alias)} belongs to a newer version than {VERSION}: it has {newer[0]}. Use"
            " that version. To go back nevertheless, do not migrate (`serve --no-migrate`), or"
            " restore a backup from before."
        )


def require_upgradable(alias: str) -> None:
    """Raise StoreError if this version cannot migrate a database.

    An app has some of its migrations before 1.0.0, but not all, or the database was migrated by a
    newer version. An initial migration of 1.0.0 replaces all earlier ones of its app together: it
    cannot go on from a state in between. An interrupted first migration leaves no such state:
    Django records for each app that is done the migrations that were replaced.
    """
    applied = defaultdict(set)
    for app, name in MigrationRecorder(connections[alias]).applied_migrations():
        applied[app].add(name)
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    # By the name that the app had before 1.0.0.
    initial = {one.replaces[0][0]: one for one in loader.disk_migrations.values() if one.replaces}
    current = {app for app, one in initial.items() if one.name in applied[one.app_label]}
    older = {app for app in initial if applied[app]} - current
    if all(applied[app] >= {name for _app, name in initial[app].replaces} for app in older):
        require_not_newer(alias)
        return
    where = f"{name_of(alias)} is too old for version {VERSION}, and was not changed: "
    known = {*loader.disk_migrations, *(key for one in initial.values() for key in one.replaces)}
    if any((app, name) not in known for app in older for name in applied[app]):
        raise StoreError(
            f"{where}no later code can migrate it, so serve it with the code that made it, or set"
            " another DATABASE_URL to begin with an empty store."
        )
    raise StoreError(
        f"{where}migrate it first with the last code before 1.0.0, as docs/operations.md describes"
        " under “Old stores”."
    )
