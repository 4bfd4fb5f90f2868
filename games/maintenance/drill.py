"""A backup put to the test: restored beside the site's database, brought up to date, replayed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management import call_command
from django.db import DatabaseError, connection, connections

from games.maintenance import backups, sql_tables
from games.maintenance.progress import watched
from games.maintenance.stores import (
    StoreError,
    is_sqlite,
    opened,
    settings_of,
    site_settings,
    snapshot,
    unapplied,
)
from games.maintenance.verifying import Earlier, Verdict, played, verify


@dataclass
class Drill:
    """What a drill found."""

    backup: str
    size: int
    rows: int = 0
    migrated: list[str] = field(default_factory=list)
    """The migrations that the backup lacked, and took."""
    matches: int = 0
    compared: int = 0
    """Matches of the backup that are still in the site's database, and were replayed there."""
    faulty: list[str] = field(default_factory=list)


def drill(path: Path | None, jobs: int = 1) -> Drill:
    """Test a backup, or one taken now, by `jobs` processes; nothing of it is left. StoreError."""
    if path is None:
        with TemporaryDirectory(prefix="tavola-drill-") as folder:
            return drill(backups.back_up(Path(folder)), jobs)
    found = Drill(path.name, path.stat().st_size if path.exists() else 0)
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
            digests = _collect(watched("Replayed of the backup", len(ids), verdicts), found)
            found.matches = len(ids)
    # Where the site's database is lost, the backup is tested by itself.
    if _has_matches():
        with snapshot(site_settings()) as alias:
            # Matches may have gone on since then, or have been deleted.
            ids = [id for id in played(alias) if id in digests]
            verdicts = verify(ids, alias, jobs=jobs, against=digests)
            _collect(watched("Compared with the store", len(ids), verdicts), found, " in the store")
            found.compared = len(ids)
    return found


def _collect(verdicts: Iterable[Verdict], found: Drill, where: str = "") -> dict[str, Earlier]:
    """The digests of matches that are the same; the others are named in `found`."""
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
def _scratch(kind: str) -> Iterator[dict[str, Any]]:
    """The settings of an empty database for a kind of backup, deleted afterwards."""
    if kind == backups.FILE:
        with TemporaryDirectory(prefix="tavola-drill-") as folder:
            yield settings_of(str(Path(folder) / "scratch.sqlite3"))
        return
    settings = site_settings()
    if is_sqlite(settings):
        raise StoreError("For a drill with this backup DATABASE_URL must name a PostgreSQL.")
    name = f"tavola_drill_{secrets.token_hex(4)}"
    with opened(settings) as alias, connections[alias].cursor() as cursor:
        try:
            cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        except DatabaseError as error:
            raise StoreError(f"No database for the drill can be made: {error}") from error
        try:
            yield {**settings, "NAME": name}
        finally:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
