"""Restore tests: a backup is restored into a scratch database, migrated and replayed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import call_command
from django.db import DatabaseError, connection, connections

from core.databases import unapplied
from games.maintenance import backups, sql_tables
from games.maintenance.progress import watched
from games.maintenance.stores import (
    StoreError,
    is_sqlite,
    opened,
    settings_of,
    site_settings,
    snapshot,
)
from games.maintenance.verifying import Earlier, Verdict, played, verify


@dataclass
class RestoreTest:
    """The result of a restore test."""

    backup: str
    size: int
    rows: int = 0
    migrated: list[str] = field(default_factory=list)
    """The migrations that the backup lacked and that were applied to the copy."""
    matches: int = 0
    compared: int = 0
    """The number of matches that are still in the site's database and were replayed there too."""
    faulty: list[str] = field(default_factory=list)


def restore_and_replay(path: Path | None, jobs: int = 1) -> RestoreTest:
    """Restore a backup into a scratch database, replay its matches, and delete the database.

    Args:
        path: The backup; None takes a new one, which is deleted afterwards.
        jobs: How many processes replay.

    Raises:
        StoreError: If the backup cannot be read or restored.
    """
    if path is None:
        with TemporaryDirectory(prefix="tavola-restore-test-") as folder:
            return restore_and_replay(backups.back_up(Path(folder), stays=False), jobs)
    found = RestoreTest(path.name, path.stat().st_size if path.exists() else 0)
    with _scratch(backups.kind_of(path)) as settings:
        backups.restore(path, settings=settings)
        with opened(settings) as alias:
            found.migrated = unapplied(alias)
            if found.migrated:
                call_command("migrate", database=alias, verbosity=0, interactive=False)
        with snapshot(settings) as alias:
            found.rows = sum(kind._base_manager.using(alias).count() for kind in sql_tables.kinds())
            ids = played(alias)
            verdicts = verify(ids, alias, jobs=jobs)
            digests = _collect(watched("Replayed from the backup", len(ids), verdicts), found)
            found.matches = len(ids)
    # If the site's database is lost, the backup is tested without it.
    if _has_matches():
        with snapshot(site_settings()) as alias:
            # Matches may have continued since the backup, or have been deleted.
            ids = [id for id in played(alias) if id in digests]
            verdicts = verify(ids, alias, jobs=jobs, against=digests)
            _collect(watched("Compared with the store", len(ids), verdicts), found, " in the store")
            found.compared = len(ids)
    return found


def _collect(
    verdicts: Iterable[Verdict], found: RestoreTest, where: str = ""
) -> dict[str, Earlier]:
    """Return the digests of matches that are the same; list the others in `found.faulty`."""
    digests = {}
    for one in verdicts:
        if one.verdict == "same":
            digests[one.match] = Earlier(one.number, one.digest)
        elif one.verdict != "missing":
            found.faulty.append(f"{one.match} {one.verdict}{where}: {one.why}")
    return digests


def _has_matches() -> bool:
    try:
        return "matches_match" in connection.introspection.table_names()
    except DatabaseError:
        return False


@contextmanager
def _scratch(kind: str) -> Iterator[dict[str, object]]:
    """Yield the settings of an empty database for a kind of backup; delete it afterwards."""
    if kind == backups.FILE:
        with TemporaryDirectory(prefix="tavola-restore-test-") as folder:
            yield settings_of(str(Path(folder) / "scratch.sqlite3"))
        return
    settings = site_settings()
    if is_sqlite(settings):
        raise StoreError("To test this backup, DATABASE_URL must name a PostgreSQL database.")
    name = f"tavola_restore_test_{secrets.token_hex(4)}"
    with opened(settings) as alias, connections[alias].cursor() as cursor:
        try:
            cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        except DatabaseError as error:
            raise StoreError(f"Cannot create a database for the restore test: {error}") from error
        try:
            yield {**settings, "NAME": name}
        finally:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
