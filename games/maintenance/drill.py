"""A backup put to the test: restored beside the store, brought up to date, replayed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management import call_command
from django.db import DatabaseError, connections

from games.maintenance import backups, sql_tables
from games.maintenance.replays import Earlier
from games.maintenance.stores import (
    HOME,
    StoreError,
    is_file,
    opened,
    settings_at,
    settings_of,
    snapshot,
    unapplied,
)
from games.maintenance.verifying import played, verify


@dataclass
class Drill:
    """What a drill found."""

    backup: str
    size: int
    rows: int = 0
    migrated: list[str] = field(default_factory=list)
    """What the backup lacked of this house's migrations, and had no trouble taking."""
    matches: int = 0
    compared: int = 0
    """Matches of the backup that are still in the store, and come to the same there."""
    faulty: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.faulty


Watch = Callable[[str, int, Iterator[Any]], Iterator[Any]]


def drill(path: Path | None, watch: Watch, jobs: int = 1) -> Drill:
    """Test a backup, or one taken now; nothing of it is left behind. StoreError."""
    if path is not None:
        return _tested(path, watch, jobs)
    with TemporaryDirectory(prefix="tavola-drill-") as folder:
        return _tested(backups.back_up(Path(folder)), watch, jobs)


def _tested(path: Path, watch: Watch, jobs: int) -> Drill:
    found = Drill(path.name, path.stat().st_size if path.exists() else 0)
    with _scratch(backups.kind_of(path)) as settings:
        backups.restore(path, settings=settings)
        with opened(settings) as alias:
            found.migrated = unapplied(alias)
            if found.migrated:
                call_command("migrate", database=alias, verbosity=0, interactive=False)
        with snapshot(settings) as alias:
            found.rows = sum(kind._base_manager.using(alias).count() for kind in sql_tables.kinds())
            stood = _replay(alias, found, watch, jobs)
    _compare(stood, found, watch, jobs)
    return found


def _replay(alias: str, found: Drill, watch: Watch, jobs: int) -> dict[str, Earlier]:
    """Every match of the backup against what is stored with it; how each stands."""
    ids, stood = played(alias), {}
    for one in watch("Replayed of the backup", len(ids), verify(ids, alias, jobs=jobs)):
        found.matches += 1
        if one.verdict == "same":
            stood[one.match] = Earlier(one.number, one.digest)
        elif one.verdict != "missing":
            found.faulty.append(f"{one.match} {one.verdict}: {one.why}")
    return stood


def _compare(stood: dict[str, Earlier], found: Drill, watch: Watch, jobs: int) -> None:
    """The same matches in the store, as they were when the backup was taken.

    Matches go on meanwhile, and some may be gone; where there is no store any more the backup
    stands alone.
    """
    with snapshot(settings_at(HOME)) if _has_matches() else _nothing() as alias:
        if alias is None:
            return
        ids = [one for one in played(alias) if one in stood]
        verdicts = verify(ids, alias, jobs=jobs, against=stood)
        for one in watch("Compared with the store", len(ids), verdicts):
            found.compared += 1
            if one.verdict != "same":
                found.faulty.append(f"{one.match} {one.verdict} in the store: {one.why}")


@contextmanager
def _nothing() -> Iterator[None]:
    yield None


def _has_matches() -> bool:
    try:
        with connections[HOME].cursor() as cursor:
            return "matches_match" in connections[HOME].introspection.table_names(cursor)
    except DatabaseError:
        return False


@contextmanager
def _scratch(kind: str) -> Iterator[dict[str, Any]]:
    """An empty database of this kind, gone afterwards."""
    if kind == backups.FILE:
        with TemporaryDirectory(prefix="tavola-drill-") as folder:
            yield settings_of(str(Path(folder) / "scratch.sqlite3"))
        return
    settings = settings_at(HOME)
    if is_file(settings):
        raise StoreError("For a drill with this backup DATABASE_URL must name a PostgreSQL.")
    name = f"tavola_drill_{secrets.token_hex(4)}"
    with opened(settings) as alias:
        server = connections[alias]
        try:
            with server.cursor() as cursor:
                cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        except DatabaseError as error:
            raise StoreError(f"No database for the drill can be made: {error}") from error
        try:
            yield {**settings, "NAME": name}
        finally:
            with server.cursor() as cursor:
                cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
