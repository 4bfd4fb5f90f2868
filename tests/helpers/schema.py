"""A migrated SQLite database, made once for all test processes and runs, and its initial rows.

Migrations take some seconds, and a run of the suite needs a dozen such databases.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from django.db import connection, connections, transaction

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "tests"
FILLED = ("django_content_type", "auth_permission", "auth_group", "auth_group_permissions")
"""The tables that `migrate` fills; a table comes before those that refer to it."""


class Furnishing:
    """The rows that `migrate` writes, to be restored after all tables were emptied.

    Django would compute them again, which is much slower.
    """

    def __init__(self) -> None:
        self._rows: list[tuple[str, list[Any]]] = []
        with connection.cursor() as cursor:
            for table in FILLED:
                cursor.execute(f"SELECT * FROM {table}")
                names = ", ".join(column[0] for column in cursor.description)
                values = ", ".join("%s" for _ in cursor.description)
                statement = f"INSERT INTO {table} ({names}) VALUES ({values})"
                self._rows.append((statement, cursor.fetchall()))

    def put_back(self, _verbosity: int, _interactive: bool, database: str) -> None:
        """Restore the rows; replaces `emit_post_migrate_signal`."""
        with transaction.atomic(database), connections[database].cursor() as cursor:
            for statement, rows in self._rows:
                cursor.executemany(statement, rows)


def copy_of_migrated(to: Path) -> Path:
    """Copy the migrated database to a new file."""
    return Path(copyfile(_migrated(), to))


def _migrated() -> Path:
    made = FOLDER / f"migrated-{_fingerprint()}.sqlite3"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            for older in FOLDER.glob("migrated-*"):
                older.unlink()
            with TemporaryDirectory(dir=FOLDER) as place:
                _migrate(Path(place)).rename(made)
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


def _migrate(place: Path) -> Path:
    environment = {**os.environ, "TAVOLA_VAR": str(place)}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    file = place / "tavola.sqlite3"
    assert not file.with_name(f"{file.name}-wal").exists(), "all of it is in the one file"
    return file
