"""Backups of the whole store while it is in use, and back again: SQLite and PostgreSQL."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from django.db import connections
from psycopg import conninfo

from config.databases import make_private
from games.maintenance import sql_tables
from games.maintenance.stores import HOME, StoreError, held, is_file, name_of, opened, settings_at

FILE, DUMP = "sqlite3", "pgdump"
NAMED = re.compile(rf"tavola-(\d{{8}}T\d{{6}})Z(?:-(\d+))?\.(?:{FILE}|{DUMP})")
MAGIC = {b"SQLite format 3\0": FILE, b"PGDMP": DUMP}
PAGES = 4096
"""So many pages are copied at a step; writers go on between and during them."""


def back_up(folder: Path, keep: int = 0) -> Path:
    """Write a backup that only its owner may read; the oldest beyond `keep` go. StoreError."""
    settings = settings_at(HOME)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = _free_name(folder, FILE if is_file(settings) else DUMP)
        with _whole_or_not_at_all(path) as unfinished:
            if is_file(settings):
                _copy_file(Path(settings["NAME"]), unfinished)
            else:
                _dump(settings, unfinished)
    except OSError as error:
        raise StoreError(f"Nothing can be written to {folder}: {error}") from error
    _drop_oldest(folder, keep)
    return path


def restore(path: Path, *, force: bool = False, settings: dict[str, Any] | None = None) -> None:
    """Put a backup in the place of a store, whole or not at all; StoreError.

    A store with something in it is overwritten only by `force`; nobody may have it open.
    """
    kind, settings = kind_of(path), settings or settings_at(HOME)
    if kind != (FILE if is_file(settings) else DUMP):
        raise StoreError(
            f"{path.name} is no backup of this kind of database. manage.py migrate_store moves"
            " an SQLite backup to PostgreSQL."
        )
    if is_file(settings):
        make_private(Path(settings["NAME"]))
    with held(settings) as alias:
        if not force and (there := sql_tables.filled(alias)):
            raise StoreError(
                f"{name_of(alias)} is not empty: there is something in {there[0]}. With --force"
                " it is overwritten."
            )
    if kind == FILE:
        _restore_file(path, Path(settings["NAME"]))
    else:
        _restore_dump(path, settings)


def is_filled() -> bool:
    """Whether there is anything in the store of this house; StoreError if somebody has it open."""
    settings = settings_at(HOME)
    if is_file(settings) and not Path(settings["NAME"]).exists():
        return False
    with held(settings) as alias:
        return bool(sql_tables.filled(alias))


def kind_of(path: Path) -> str:
    """What kind of database a backup is of; StoreError if it is none."""
    try:
        with path.open("rb") as file:
            head = file.read(16)
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    for magic, kind in MAGIC.items():
        if head.startswith(magic):
            return kind
    raise StoreError(f"{path} is no backup of this house.")


def _free_name(folder: Path, kind: str) -> Path:
    """A name behind all others of this second: one that was dropped is not given again."""
    moment = f"{datetime.now(UTC):%Y%m%dT%H%M%S}"
    named = (NAMED.fullmatch(path.name) for path in folder.iterdir())
    numbers = [int(name[2] or 0) for name in named if name and name[1] == moment]
    number = f"-{max(numbers) + 1}" if numbers else ""
    return folder / f"tavola-{moment}Z{number}.{kind}"


@contextmanager
def _whole_or_not_at_all(path: Path) -> Iterator[Path]:
    """A file under another name till it is finished and on the disk."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        make_private(unfinished)
        yield unfinished
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _drop_oldest(folder: Path, keep: int) -> None:
    if keep:
        named = ((path, NAMED.fullmatch(path.name)) for path in folder.iterdir())
        ages = {path: (name[1], int(name[2] or 0)) for path, name in named if name}
        for path in sorted(ages, key=ages.__getitem__)[:-keep]:
            path.unlink()


# --- SQLite.


def _copy_file(source: Path, target: Path) -> None:
    if not source.exists():
        raise StoreError(f"There is no database at {source}.")
    try:
        with (
            closing(sqlite3.connect(source, timeout=20, isolation_level=None)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            # What is read from here on is of one moment, however long the copying takes.
            old.execute("BEGIN")
            old.execute("SELECT 1 FROM sqlite_master").fetchone()
            old.backup(new, pages=PAGES)
            _require_sound(new, target)
            # One file, without a log beside it.
            new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied: {error}") from error


def _restore_file(path: Path, target: Path) -> None:
    """SQLite itself writes one database over the other, in one transaction of the other."""
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
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be restored: {error}") from error


def _require_sound(database: sqlite3.Connection, path: Path) -> None:
    found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreError(f"{path} is damaged: {found}")


# --- PostgreSQL, by its own programs.


def _dump(settings: dict[str, Any], target: Path) -> None:
    words = ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}"]
    _finish(_start([*words, _address(settings)], settings))


def _restore_dump(path: Path, settings: dict[str, Any]) -> None:
    """All that is there gives way to the backup in one transaction.

    The last word, COMMIT, is said only when the whole backup has been read.
    """
    reader = _start(
        ["pg_restore", "--no-owner", "--no-privileges", "--file=-", str(path)],
        settings,
        stdout=subprocess.PIPE,
    )
    words = ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
    writer = _start([*words, _address(settings)], settings, stdin=subprocess.PIPE)
    assert reader.stdout is not None
    assert writer.stdin is not None
    try:
        with suppress(BrokenPipeError):
            writer.stdin.write(b"BEGIN;\n" + _drop_all(settings).encode())
            _pour(reader.stdout, writer.stdin)
            _finish(reader)
            writer.stdin.write(b"COMMIT;\n")
    finally:
        reader.stdout.close()
        with suppress(BrokenPipeError):
            writer.stdin.close()
        reader.wait()
        failed = writer.wait()
    if failed:
        raise StoreError(f"The backup was not restored: {_said(writer)}")


def _pour(source: IO[bytes], target: IO[bytes]) -> None:
    while piece := source.read(1 << 16):
        target.write(piece)


ROUTINES = """
    SELECT p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
"""
"""What triggers call; an extension's own stay."""


def _drop_all(settings: dict[str, Any]) -> str:
    with opened(settings) as alias:
        connection = connections[alias]
        with connection.cursor() as cursor:
            names = connection.introspection.table_names(cursor)
            cursor.execute(ROUTINES)
            routines = [routine for (routine,) in cursor.fetchall()]
        things = [f"TABLE IF EXISTS {connection.ops.quote_name(name)}" for name in names]
        things += [f"ROUTINE IF EXISTS {routine}" for routine in routines]
        drops = "".join(f"DROP {thing} CASCADE;\n" for thing in things)
        return f"SET client_min_messages = warning;\n{drops}"


def _address(settings: dict[str, Any]) -> str:
    """Where the database is, for its programs; the password goes another way."""
    options = {k: v for k, v in settings["OPTIONS"].items() if k.startswith("ssl")}
    known = {
        "dbname": settings["NAME"],
        "user": settings["USER"],
        "host": settings["HOST"],
        "port": settings["PORT"],
        **options,
    }
    return f"--dbname={conninfo.make_conninfo(**{k: v for k, v in known.items() if v})}"


def _start(words: list[str], settings: dict[str, Any], **more: Any) -> subprocess.Popen[bytes]:
    environment = {**os.environ}
    if settings["PASSWORD"]:
        # Other users of the machine see the words of a command, but not its environment.
        environment["PGPASSWORD"] = settings["PASSWORD"]
    try:
        return subprocess.Popen(  # noqa: S603
            words, env=environment, stderr=subprocess.PIPE, **more
        )
    except FileNotFoundError as error:
        raise StoreError(f"{words[0]} is missing: apt-get install postgresql-client") from error


def _finish(program: subprocess.Popen[bytes]) -> None:
    if program.wait():
        raise StoreError(f"PostgreSQL says: {_said(program)}")


def _said(program: subprocess.Popen[bytes]) -> str:
    assert program.stderr is not None
    with program.stderr as errors:
        return " ".join(errors.read().decode(errors="replace").split()) or "nothing"
