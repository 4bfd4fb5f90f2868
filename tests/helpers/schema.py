"""Migrated databases, made once for all test processes and runs, and their initial rows.

Migrations take some seconds, and a run of the suite needs a dozen such databases.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from django.db import connection, connections, transaction

from core.databases import sqlite_url

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "tests"
FILLED = ("django_content_type", "auth_permission", "auth_group", "auth_group_permissions")
"""The tables that `migrate` fills; a table comes before those that refer to it."""

DELETE_ALL = """
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT oid::regclass FROM pg_class
        WHERE oid = ANY(%s) AND pg_relation_size(oid) > 0
    LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
END $$
"""
"""Delete the rows of these tables, in one statement; those without a page are not visited."""

TEMPLATE = "TEST_TEMPLATE"
"""The environment variable that names the migrated database of a PostgreSQL that tests own."""


class Furnishing:
    """The rows that `migrate` writes, to be restored after all tables were emptied.

    Django would compute them again, which is much slower.
    """

    def __init__(self) -> None:
        self._rows = {table: _read(table) for table in FILLED}
        self._kept: list[str] = []

    def put_back(self, _verbosity: int, _interactive: bool, database: str) -> None:
        """Restore the rows; replaces `emit_post_migrate_signal`."""
        with transaction.atomic(database), connections[database].cursor() as cursor:
            for table in FILLED:
                if table not in self._kept:
                    names, rows = self._rows[table]
                    values = ", ".join("%s" for _ in names)
                    statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})"
                    cursor.executemany(statement, rows)

    def empty_tables(self, _style: Any, tables: Sequence[str], **_: Any) -> list[str]:
        """Return the SQL that empties PostgreSQL's tables; replaces `sql_flush`.

        Django would truncate them, which writes new files for each table and index. The lock waits
        for transactions that still write, as truncation does. The role runs no triggers, because
        one keeps rows from being deleted. A table without a page never had a row. PostgreSQL takes
        its time to restore the hundreds of rows that `migrate` wrote, so they stay if no test
        changed them.
        """
        if not tables:
            return []
        self._kept = [table for table in FILLED if _read(table) == self._rows[table]]
        names = [connection.ops.quote_name(table) for table in tables]
        emptied = [f"'{name}'" for name in names if name.strip('"') not in self._kept]
        return [
            "SET LOCAL session_replication_role = replica",
            f"LOCK TABLE {', '.join(names)}",
            DELETE_ALL % f"ARRAY[{', '.join(emptied)}]::regclass[]",
        ]


def _read(table: str) -> tuple[list[str], list[Any]]:
    """Return the names of the columns of a table, and its rows."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        return [column[0] for column in cursor.description], cursor.fetchall()


def copy_of_migrated(to: Path) -> Path:
    """Copy the migrated SQLite database to a new file."""
    return Path(copyfile(made_once("migrated", ".sqlite3", _migrate_file), to))


def made_once(name: str, suffix: str, make: Callable[[Path], Path]) -> Path:
    """Return the file that `make` returned for these migrations and packages.

    Args:
        name: The beginning of the file's name.
        suffix: The end of the file's name.
        make: Makes the file in an empty folder, if no process made it before.
    """
    made = FOLDER / f"{name}-{_fingerprint()}{suffix}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            for older in FOLDER.glob(f"{name}-*"):
                older.unlink()
            with TemporaryDirectory(dir=FOLDER) as place:
                make(Path(place)).rename(made)
    return made


def _fingerprint() -> str:
    """Return a digest of our migrations and of the versions of all packages."""
    files = [
        *ROOT.glob("*/migrations/*.py"),
        *ROOT.glob("games/*/migrations/*.py"),
        ROOT / "requirements.txt",
    ]
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _migrate_file(place: Path) -> Path:
    file = place / "tavola.sqlite3"
    migrate(sqlite_url(file), place)
    assert not file.with_name(f"{file.name}-wal").exists(), "all of it is in the one file"
    return file


def migrate(url: str, place: Path) -> None:
    """Migrate the database of a URL in a process of its own, whose files are in `place`."""
    environment = {**os.environ, "TAVOLA_VAR": str(place), "DATABASE_URL": url}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
