"""Backups are taken while the site is in use, restored completely or not at all, and tested."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from random import Random
from shutil import copyfile
from threading import Event, Thread
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connections

from games.maintenance import backups, restore_test, schemas, sql_tables, stores
from games.maintenance.stores import StoreError
from games.matches.models import Match
from tests.games.maintenance.processes import python_on
from tests.helpers.matches import act, fresh, legal, mover, people, started

ON_POSTGRESQL = """
from games.matches.models import Event

outputs = [said("backup"), said("restore_test", jobs=1)]
Event.objects.filter(match__game="babel", match__status="finished", number=1).delete()
outputs += [
    said("restore_test", outputs[0], jobs=1),
    said("restore", outputs[0]),
    said("restore", outputs[0], force=True),
    said("verify_matches", jobs=1),
]
print(json.dumps(outputs))
"""
TABLES_OF_LESSONS = (
    r"SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'lessons\_%' ESCAPE '\'"
)


def said(*words: Any, **options: Any) -> str:
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue().strip()


def refused(*words: Any, **options: Any) -> str:
    with pytest.raises(CommandError) as refusal:
        said(*words, **options)
    return str(refusal.value)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets the commands keep another file than the test's own database."""

    def keep(path: str) -> None:
        settings = stores.settings_of(path)
        monkeypatch.setattr(backups, "site_settings", lambda: {**settings})

    return keep


def test_backup_is_one_private_complete_file(store: str, at: Any, tmp_path: Path) -> None:
    at(store)
    folder = tmp_path / "kept" / "here"
    path = Path(said("backup", to=folder))
    assert backups.NAMED.fullmatch(path.name)
    assert [path] == list(folder.iterdir())
    assert (stat.S_IMODE(path.stat().st_mode), stat.S_IMODE(folder.stat().st_mode)) == (
        0o600,
        0o700,
    )
    with (
        stores.opened(stores.settings_of(store)) as one,
        stores.opened(stores.settings_of(str(path))) as other,
    ):
        for kind in sql_tables.kinds():
            assert sql_tables.summary_of(kind, one) == sql_tables.summary_of(kind, other)


def test_old_backups_are_deleted_and_other_files_kept(store: str, at: Any, tmp_path: Path) -> None:
    at(store)
    (tmp_path / "kept").mkdir()
    mine = tmp_path / "kept" / "notes.sqlite3"
    mine.touch()
    made = [said("backup", to=tmp_path / "kept", keep=2) for _ in range(4)]
    left = {str(path) for path in (tmp_path / "kept").iterdir()}
    assert len(left) == 3
    assert left == {*made[-2:], str(mine)}


def test_backup_elsewhere_succeeds_while_own_disk_is_full(
    store: str,
    at: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    at(store)
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path / "not" / "written")
    path = Path(said("backup", to=tmp_path / "kept"))
    assert [path] == list((tmp_path / "kept").iterdir())
    assert "The backup is complete" in caplog.text


def test_failed_backup_leaves_no_file(at: Any, tmp_path: Path) -> None:
    at(str(tmp_path / "gone.sqlite3"))
    assert "no database" in refused("backup", to=tmp_path / "kept")
    (tmp_path / "broken.sqlite3").write_bytes(b"no database at all" * 999)
    at(str(tmp_path / "broken.sqlite3"))
    assert "cannot be copied" in refused("backup", to=tmp_path / "kept")
    (tmp_path / "file").touch()
    assert "Cannot write to" in refused("backup", to=tmp_path / "file" / "in")
    assert list((tmp_path / "kept").iterdir()) == []


def test_backups_during_moves_are_consistent(
    own_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "PAGES", 5)  # Many steps, so that moves come in between.
    last_kept = backups.last_backup()
    match = started(*people("Anna", "Berta"), game="kabale")
    over = Event()

    def play() -> None:
        try:
            while not over.is_set() and fresh(match).status == Match.Status.RUNNING:
                act(match, seat := mover(match), legal(match, seat)[0])
        finally:
            connections.close_all()

    player = Thread(target=play)
    player.start()
    try:
        found = [restore_test.restore_and_replay(None) for _ in range(4)]
    finally:
        over.set()
        player.join()
    assert fresh(match).last_number > 0
    assert all(not one.faulty and one.matches == one.compared == 1 for one in found)
    assert backups.last_backup() == last_kept, "these are deleted"


@pytest.mark.parametrize(
    ("command", "option"),
    [("backup", "keep"), ("verify_matches", "jobs"), ("verify_matches", "sample")],
)
def test_number_that_means_nothing_is_refused(command: str, option: str) -> None:
    assert refused(command, **{option: -1}).startswith(f"--{option} takes ")


def test_restore_needs_empty_store_or_force(store: str, at: Any, tmp_path: Path) -> None:
    at(store)
    path = Path(said("backup", to=tmp_path / "kept"))
    with closing(sqlite3.connect(store)) as database:
        database.execute("DELETE FROM chat_chatline")
        database.commit()
    assert "is not empty" in refused("restore", path)
    assert "is restored" in said("restore", path, force=True)
    with closing(sqlite3.connect(store)) as database:
        assert database.execute("SELECT count(*) FROM chat_chatline").fetchone() == (1,)


def test_restore_over_open_site_is_refused(store: str, at: Any, tmp_path: Path) -> None:
    at(store)
    path = Path(said("backup", to=tmp_path / "kept"))
    with closing(sqlite3.connect(store)) as idle:
        idle.execute("PRAGMA journal_mode=WAL")
        idle.execute("SELECT count(*) FROM matches_match").fetchone()
        assert "Stop the servers" in refused("restore", path, force=True)


@pytest.mark.usefixtures("damaged_file")
def test_invalid_or_damaged_backup_is_refused_and_changes_nothing(
    store: str, at: Any, tmp_path: Path
) -> None:
    at(store)
    before = Path(store).read_bytes()
    assert "cannot be read" in refused("restore", tmp_path / "gone")
    (tmp_path / "text").write_text("nothing")
    assert "is not a backup" in refused("restore", tmp_path / "text")
    (tmp_path / "dump").write_bytes(b"PGDMP...")
    assert "migrate_store" in refused("restore", tmp_path / "dump")
    damaged = Path(copyfile(store, tmp_path / "damaged.sqlite3"))
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[: 4096 * 8] + b"\xff" * 4096 * 20 + whole[4096 * 28 :])
    with pytest.raises(StoreError):
        backups.restore(damaged, force=True)
    assert Path(store).read_bytes() == before


HOSTILE = {
    "has the trigger or view “make_root”": """
        CREATE TRIGGER make_root AFTER INSERT ON accounts_user BEGIN
        UPDATE accounts_user SET is_superuser = 1 WHERE id = NEW.id; END;
    """,
    "has the trigger or view “endless”": """
        CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i FROM n;
    """,
    "has the trigger or view “book_of_acts_is_append_only”": """
        DROP TRIGGER book_of_acts_is_append_only;
        CREATE TRIGGER book_of_acts_is_append_only BEFORE UPDATE ON accounts_auditentry
        BEGIN SELECT 1; END;
    """,
    "lacks the trigger “book_of_acts": "DROP TRIGGER book_of_acts_is_append_only;",
    "lacks the table “chat_muted”": "DROP TABLE chat_muted;",
    "table “chat_muted” has other columns": """
        ALTER TABLE chat_muted ADD COLUMN root INTEGER GENERATED ALWAYS AS (1);
    """,
    "it has no migrations": "DELETE FROM django_migrations;",
    "belongs to a newer version": """
        INSERT INTO django_migrations (app, name, applied)
        VALUES ('chat', '9999_later', '2026-11-25 12:00:00');
    """,
}


def test_backup_with_foreign_schema_is_refused_and_changes_nothing(
    store: str, at: Any, tmp_path: Path
) -> None:
    at(store)
    before = Path(store).read_bytes()
    for problem, statements in HOSTILE.items():
        hostile = Path(copyfile(store, tmp_path / "hostile.sqlite3"))
        with closing(sqlite3.connect(hostile)) as database:
            database.executescript(statements)
        assert problem in refused("restore", hostile, force=True)
        assert Path(store).read_bytes() == before
    with closing(sqlite3.connect(tmp_path / "notes.sqlite3")) as database:
        database.execute("CREATE TABLE notes (text)")
    assert "it has no migrations" in refused("restore", tmp_path / "notes.sqlite3", force=True)


def test_backup_with_additional_plain_table_is_restored(
    store: str, at: Any, tmp_path: Path
) -> None:
    backup = Path(copyfile(store, tmp_path / "backup.sqlite3"))
    with closing(sqlite3.connect(backup)) as database:
        database.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
    at(str(tmp_path / "new.sqlite3"))
    assert "is restored" in said("restore", backup)


@pytest.mark.usefixtures("damaged_file")
def test_flipped_bytes_are_refused_in_a_sentence(store: str, tmp_path: Path) -> None:
    whole, rng, outcomes = Path(store).read_bytes(), Random(60), set()
    for number in range(5):
        damaged = bytearray(whole)
        for place in (rng.randrange(100, len(whole)) for _ in range(60)):
            damaged[place] ^= rng.randrange(1, 256)
        path = tmp_path / "damaged.sqlite3"
        path.write_bytes(damaged)
        settings = stores.settings_of(str(tmp_path / f"new-{number}.sqlite3"))
        try:
            backups.restore(path, settings=settings)
            outcomes.add("unnoticed")
        except StoreError:
            outcomes.add("refused")
    assert "refused" in outcomes


def test_named_pipe_is_refused_at_once(store: str, at: Any, tmp_path: Path) -> None:
    at(store)
    os.mkfifo(tmp_path / "pipe")
    assert "is not a file" in refused("restore", tmp_path / "pipe")
    assert "is not a file" in refused("restore", tmp_path)


def test_restore_test_finds_match_that_does_not_replay(store: str, at: Any, tmp_path: Path) -> None:
    at(store)
    with closing(sqlite3.connect(store)) as database:
        database.execute("DELETE FROM matches_event WHERE number = 1 AND kind = 'move'")
        database.commit()
    path = said("backup", to=tmp_path / "kept")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("restore_test", path, jobs=1, stdout=out)
    assert "broken: LookupError: Events are missing." in out.getvalue()
    assert "The restore test FAILED" in out.getvalue()


def stands_at(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this the store with which a restore test compares."""
    monkeypatch.setattr(restore_test, "site_settings", lambda: stores.settings_of(store))
    monkeypatch.setattr(restore_test, "_has_matches", lambda: True)


def test_old_backup_is_migrated_in_restore_test(
    store: str,
    tmp_path: Path,
    whole_schema: Callable[[], schemas.Schema],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The schema of an earlier version is made by test_upgrading.py, which takes seconds."""
    stands_at(store, monkeypatch)
    whole = whole_schema()
    tables = {name: of for name, of in whole.tables.items() if not name.startswith("lessons_")}
    earlier = schemas.Schema(tables, whole.programs)
    monkeypatch.setattr(schemas, "_made_by", lambda _migrations: earlier)
    old = Path(copyfile(store, tmp_path / "old.sqlite3"))
    with closing(sqlite3.connect(old)) as database:
        for (table,) in database.execute(TABLES_OF_LESSONS).fetchall():
            database.execute(f"DROP TABLE {table}")
        database.execute("DELETE FROM django_migrations WHERE app = 'lessons'")
        database.commit()
    before = old.read_bytes()
    output = said("restore_test", old, jobs=1)
    assert re.search(r"rows restored, then \d+ migrations applied\.", output)
    assert "11 matches replayed, 11 of them compared" in output
    assert "The restore test passed." in output
    assert old.read_bytes() == before


def test_restore_test_finds_match_that_differs_in_store(
    store: str, at: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(store)
    path = said("backup", to=tmp_path / "kept")
    with closing(sqlite3.connect(store)) as database:
        database.execute("UPDATE matches_matchsecret SET seed = replace(seed, 'a', 'b')")
        database.execute("UPDATE matches_match SET digest = ''")
        database.commit()
    stands_at(store, monkeypatch)
    found = restore_test.restore_and_replay(Path(path))
    assert found.faulty
    assert all("in the store" in fault for fault in found.faulty)


@pytest.mark.long
def test_backup_and_restore_work_on_postgresql(
    store: str, empty_postgresql: str, tmp_path: Path
) -> None:
    call_command("migrate_store", source=store, target=empty_postgresql, jobs=1, stdout=StringIO())
    output = python_on(empty_postgresql, ON_POSTGRESQL, var=tmp_path).stdout
    path, tested, spoiled, not_empty, restored, verified = json.loads(output)
    assert path.endswith(".pgdump")
    assert stat.S_IMODE(Path(path).stat().st_mode) == 0o600
    assert "11 matches replayed, 11 of them compared with the store." in tested
    assert "The restore test passed." in tested
    assert "in the store: LookupError: Events are missing." in spoiled
    assert "is not empty" in not_empty
    assert "The previous data is in" in restored
    assert "11 matches: 11 same" in verified
    assert _databases(empty_postgresql) == []


def _databases(url: str) -> list[str]:
    """Return the databases that restore tests left behind."""
    with stores.opened(stores.settings_of(url)) as alias, connections[alias].cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'tavola_restore_test%'")
        return [name for (name,) in cursor.fetchall()]


def test_missing_postgresql_programs_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreError, match="apt-get install postgresql-client"):
        backups._run("pg_dump", ["--version"])
