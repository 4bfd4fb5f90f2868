"""Back up a SQLite or PostgreSQL database while it is in use, and restore a backup."""

from __future__ import annotations

import json
import logging
import os
import re
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings as site
from django.db.backends.postgresql.client import DatabaseClient

from core.databases import make_private
from games.maintenance import sql_tables
from games.maintenance.schemas import require_own_schema
from games.maintenance.stores import (
    DUMP_MAGIC,
    StoreError,
    is_sqlite,
    locked,
    name_of,
    site_settings,
)

logger = logging.getLogger(__name__)
FILE, DUMP = "sqlite3", "pgdump"
NOTE = "last-backup.json"
BACKUP_OLD = timedelta(days=2)
NAMED = re.compile(rf"tavola-(\d{{8}}T\d{{6}})Z(?:-(\d+))?\.(?:{FILE}|{DUMP})")
MAGIC = {b"SQLite format 3\0": FILE, DUMP_MAGIC: DUMP}
SQLITE_ERRORS = (sqlite3.Error, UnicodeError)
"""What a damaged file may raise; its messages can quote bytes that are no text."""
PAGES = 4096
"""Number of pages copied in one step; other connections may write between and during steps."""


def back_up(
    folder: Path,
    keep: int = 0,
    settings: dict[str, object] | None = None,
    name: str = "",
    *,
    stays: bool = True,
) -> Path:
    """Back up a database to a file that only its owner may read, and return the file's path.

    The file gets its final name only when it is complete and on the disk.

    Args:
        folder: Where the backup goes; created if it is missing.
        keep: How many of the newest backups stay in the folder; 0 keeps all of them.
        settings: Django's settings of the database; by default those of the site.
        name: The name of the file; by default one with the time.
        stays: Whether it counts as the site's last backup, because it is not deleted after use.

    Raises:
        StoreError: If the database cannot be read or the folder cannot be written.
    """
    settings = settings or site_settings()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = name or _free_name(folder, FILE if is_sqlite(settings) else DUMP)
        path = folder / name
        unfinished = path.with_name(f"{path.name}.unfinished")
        try:
            make_private(unfinished)
            if is_sqlite(settings):
                _copy_file(Path(str(settings["NAME"])), unfinished)
            else:
                args = ["--format=custom", "--no-owner", "--no-privileges", f"--file={unfinished}"]
                _run("pg_dump", args, settings)
            with unfinished.open("rb") as file:
                os.fsync(file.fileno())
            unfinished.rename(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"Cannot write to {folder}: {error}") from error
    if stays:
        _note(path)
    if keep:
        taken = _taken(folder)
        for old in sorted(taken, key=taken.__getitem__)[:-keep]:
            old.unlink()
    return path


@dataclass(frozen=True)
class Backup:
    """A backup that was taken: its file, time and size in bytes."""

    path: Path
    at: datetime
    size: int


def last_backup() -> Backup | None:
    """Return the last backup this site took, in any folder; None if it took none."""
    try:
        note = json.loads((site.VAR_DIR / NOTE).read_text("utf-8"))
        return Backup(Path(note["path"]), datetime.fromisoformat(note["at"]), int(note["size"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_backup_recent() -> bool:
    """Return whether the last backup is younger than `BACKUP_OLD`."""
    taken = last_backup()
    return taken is not None and datetime.now(UTC) - taken.at <= BACKUP_OLD


def _note(path: Path) -> None:
    """Note that a backup was taken, for the administrators' page.

    A backup to another disk is complete even if the site's own disk is full.
    """
    now = datetime.now(UTC).isoformat(timespec="seconds")
    written = {"path": str(path), "at": now, "size": path.stat().st_size}
    note = site.VAR_DIR / NOTE
    unfinished = note.with_name(f"{note.name}.{os.getpid()}")
    try:
        unfinished.write_text(json.dumps(written), "utf-8")
        unfinished.replace(note)
    except OSError as error:
        logger.warning("The backup is complete, but %s cannot be written: %s", note, error)
        unfinished.unlink(missing_ok=True)


def restore(
    path: Path, *, force: bool = False, settings: dict[str, object] | None = None
) -> Path | None:
    """Replace a database with a backup, completely or not at all.

    No other client may be connected to the database.

    Args:
        path: The backup.
        force: Whether to overwrite a database that is not empty; it is backed up first.
        settings: Django's settings of the database; by default those of the site.

    Returns:
        The backup of the overwritten data, or None if the database was empty.

    Raises:
        StoreError: If the backup does not fit the database or is damaged, if the database is in
            use, or if it is not empty and `force` is off.
    """
    kind, settings = kind_of(path), settings or site_settings()
    if kind != (FILE if is_sqlite(settings) else DUMP):
        raise StoreError(
            f"{path.name} is not a backup of this kind of database. manage.py migrate_store moves"
            " an SQLite backup to PostgreSQL."
        )
    if is_sqlite(settings):
        require_own_schema(path)
        make_private(Path(str(settings["NAME"])))
    with locked(settings) as alias:
        filled = sql_tables.filled(alias)
        if filled and not force:
            raise StoreError(
                f"{name_of(alias)} is not empty: {filled[0]} has rows. Use --force to overwrite it."
            )
    saved = back_up(site.VAR_DIR / "backups", settings=settings) if filled else None
    if kind == FILE:
        _restore_file(path, Path(str(settings["NAME"])))
    else:
        _restore_dump(path, settings)
    return saved


def kind_of(path: Path) -> str:
    """Return the kind of a backup, FILE or DUMP; raise StoreError if the file is no backup."""
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is not a file.")
    try:
        with path.open("rb") as file:
            head = file.read(16)
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    for magic, kind in MAGIC.items():
        if head.startswith(magic):
            return kind
    raise StoreError(f"{path} is not a backup of Tavola.")


def _taken(folder: Path) -> dict[Path, tuple[str, int]]:
    """Return the backups in a folder, each with its second and its number within that second."""
    named = ((path, NAMED.fullmatch(path.name)) for path in folder.iterdir())
    return {path: (name[1], int(name[2] or 0)) for path, name in named if name}


def _free_name(folder: Path, kind: str) -> str:
    """Return a name after all others of this second, so that names sort by age."""
    now = f"{datetime.now(UTC):%Y%m%dT%H%M%S}"
    numbers = [number for second, number in _taken(folder).values() if second == now]
    number = f"-{max(numbers) + 1}" if numbers else ""
    return f"tavola-{now}Z{number}.{kind}"


def _copy_file(source: Path, target: Path) -> None:
    if not source.exists():
        raise StoreError(f"There is no database at {source}.")
    try:
        with (
            closing(sqlite3.connect(source, timeout=20, isolation_level=None)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            # One read transaction, so that a writer does not make the copy start again.
            old.execute("BEGIN")
            old.execute("SELECT 1 FROM sqlite_master").fetchone()
            old.backup(new, pages=PAGES)
            _require_sound(new, target)
            # One file, without a separate log.
            new.execute("PRAGMA journal_mode=DELETE")
    except SQLITE_ERRORS as error:
        raise StoreError(f"{source} cannot be copied: {error}") from error


def _restore_file(path: Path, target: Path) -> None:
    """Overwrite one SQLite database with another, in one transaction."""
    try:
        with (
            closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target, timeout=2, isolation_level=None)) as new,
        ):
            _require_sound(old, path)
            new.execute("PRAGMA locking_mode=EXCLUSIVE")
            new.execute("BEGIN EXCLUSIVE")
            new.execute("COMMIT")
            old.backup(new)
    except SQLITE_ERRORS as error:
        raise StoreError(f"{path} cannot be restored: {error}") from error


def _require_sound(database: sqlite3.Connection, path: Path) -> None:
    found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreError(f"{path} is damaged: {found}")


# pg_restore --clean drops only what is in the backup, not the tables of later migrations.
DROP_ALL = """
    SET client_min_messages = warning;
    DO $$ DECLARE thing text; BEGIN FOREACH thing IN ARRAY ARRAY(
        SELECT format('TABLE IF EXISTS %I', tablename) FROM pg_tables
        WHERE schemaname = current_schema()
        UNION ALL
        SELECT format('ROUTINE IF EXISTS %s', p.oid::regprocedure) FROM pg_proc p
        WHERE p.pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    ) LOOP EXECUTE 'DROP ' || thing || ' CASCADE'; END LOOP; END $$
"""
"""All tables, and the routines that triggers call; those of extensions stay."""


def _restore_dump(path: Path, settings: dict[str, object]) -> None:
    """Drop everything and read the backup, in one transaction.

    The backup is written out as SQL first, so a truncated one never reaches the database.
    """
    with TemporaryDirectory(prefix="tavola-restore-") as folder:
        script = Path(folder) / "backup.sql"
        _run("pg_restore", ["--no-owner", "--no-privileges", f"--file={script}", str(path)])
        args = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        args += ["--single-transaction", f"--command={DROP_ALL}", f"--file={script}"]
        _run("psql", args, settings)


def _run(program: str, args: list[str], settings: dict[str, object] | None = None) -> None:
    """Run a PostgreSQL program, on a database if settings are given; raise StoreError."""
    environment = dict(os.environ)
    if settings is not None:
        # The password goes into the environment: other users can see a command's arguments.
        (_psql, *args), secret = DatabaseClient.settings_to_cmd_args_env(settings, args)
        environment |= secret or {}
    try:
        subprocess.run([program, *args], env=environment, stderr=subprocess.PIPE, check=True)  # noqa: S603
    except FileNotFoundError as error:
        raise StoreError(f"{program} is missing: apt-get install postgresql-client") from error
    except subprocess.CalledProcessError as error:
        text = " ".join(error.stderr.decode(errors="replace").split())
        raise StoreError(f"{program} failed: {text}") from error
