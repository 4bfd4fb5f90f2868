"""The databases a site can use, by URL."""

import os
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote
from weakref import WeakSet

from django.db.utils import DEFAULT_DB_ALIAS, OperationalError, ProgrammingError
from environ import Env

from core.fastpath.sqlite import Connection

RELEASE_LOCKS = (
    "-c idle_in_transaction_session_timeout=20s -c tcp_keepalives_idle=10"
    " -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
)


class PrivateFile(Connection):
    """A connection to a database file that only its owner may read; SQLite's log inherits that.

    A process that was forked while its parent had the file open must not open it: SQLite would
    assume the parent's locks, which a fork does not inherit. The next process that closes the
    database would then delete the log that the fork is still writing, and those writes would be
    lost.
    """

    path: str

    def __init__(self, database: Any, *args: Any, **kwargs: Any) -> None:
        name = str(database)
        if name != ":memory:" and not name.startswith("file:"):
            path = os.path.realpath(name)
            if path in _inherited:
                raise sqlite3.OperationalError(f"{name} was open when this process was forked")
            with suppress(OSError):
                make_private(Path(name))
            self.path = path
            _open.add(self)
        super().__init__(database, *args, **kwargs)

    def close(self) -> None:
        super().close()
        _open.discard(self)

    def __del__(self) -> None:
        # A thread that ends leaves its connection open; Python 3.13 and later warn about that.
        with suppress(sqlite3.Error):
            super().close()


_open: WeakSet[PrivateFile] = WeakSet()
_inherited: set[str] = set()


os.register_at_fork(after_in_child=lambda: _inherited.update(database.path for database in _open))


def make_private(path: Path) -> None:
    """Create an empty file that only its owner may read, unless it exists."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def sqlite_url(path: Path | str) -> str:
    """Return the URL of an SQLite file; its path may contain any character."""
    return f"sqlite:///{quote(str(path))}"


def database(url: str, pool: int = 0, synchronous: str = "FULL") -> dict[str, Any]:
    """Return Django's settings for a database: SQLite in WAL mode, or PostgreSQL.

    Args:
        url: The database URL.
        pool: The maximum number of pooled PostgreSQL connections; 0 for no pool.
        synchronous: SQLite's setting. With FULL, acknowledged moves survive a power cut, as on
            PostgreSQL. With NORMAL they only survive a killed process, but no move waits for the
            disk.
    """
    settings: dict[str, Any] = Env.db_url_config(url)
    if settings["ENGINE"].endswith("sqlite3"):
        settings["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "factory": PrivateFile,
            "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous};",
        }
        settings["CONN_MAX_AGE"] = None
    elif pool:
        options = settings.setdefault("OPTIONS", {})
        # While the database is down, requests fail quickly and each one tries to connect.
        options["pool"] = {"min_size": 2, "max_size": pool, "timeout": 4, "reconnect_timeout": 2}
        # Replace connections from before a restart of the database.
        settings["CONN_HEALTH_CHECKS"] = True
        # A process that hangs, or whose machine died, must not leave a match locked.
        options["options"] = RELEASE_LOCKS
    return settings


def describe_damage(error: BaseException) -> str | None:
    """Return what to do about a damaged SQLite file; None for any other error."""
    if not any(
        sign in str(error) for sign in ("disk image is malformed", "file is not a database")
    ):
        return None
    return (
        f"The database is damaged: {error}. Stop all servers and workers, move the file away,"
        " and restore the newest backup with: manage.py restore FILE"
    )


def describe_absence(error: BaseException, settings: Mapping[str, Any]) -> str | None:
    """Return what to do about a database that cannot be reached; None for any other error.

    Args:
        error: What a command failed with.
        settings: Django's settings of the database.
    """
    if not isinstance(error, OperationalError):
        return None
    if settings["ENGINE"].endswith("sqlite3"):
        if "unable to open" not in str(error):
            return None
        return (
            f"{settings['NAME']} cannot be opened. Check TAVOLA_VAR, DATABASE_URL and who owns it."
        )
    reason = _why_unreachable(settings)
    if reason is None:
        return None
    where = f"{settings.get('HOST') or 'localhost'}:{settings.get('PORT') or 5432}"
    if "refused" in reason or "timeout" in reason:
        return f"Nothing answers at {where}. Start the database there, or check DATABASE_URL."
    return f"The database at {where} does not let the site in: {reason}. Check DATABASE_URL."


def unapplied(alias: str) -> list[str]:
    """Return the migrations of this code that a database lacks, in their order."""
    from django.db import connections
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connections[alias])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def describe_lack(error: BaseException) -> str | None:
    """Return what to do about a database that lacks tables, or is locked; None otherwise."""
    if not isinstance(error, OperationalError | ProgrammingError):
        return None
    if "database is locked" in str(error):
        return "Another command uses the whole database, such as a restore. Try again after it."
    if not unapplied(DEFAULT_DB_ALIAS):
        return None
    return "The database lacks tables or columns of this version. Run manage.py migrate."


def _why_unreachable(settings: Mapping[str, Any]) -> str | None:
    """Return why a connection to PostgreSQL fails; None if it succeeds."""
    import psycopg

    names = {"host": "HOST", "port": "PORT", "dbname": "NAME", "user": "USER"}
    given = {name: settings[key] for name, key in names.items() if settings.get(key)}
    password = settings.get("PASSWORD") or None
    try:
        psycopg.connect(**given, password=password, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        return next(iter(str(error).splitlines()), "").rstrip(".")
    return None
