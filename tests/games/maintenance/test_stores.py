"""Databases that are opened temporarily in addition to the site's own."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections

from core import databases
from games.maintenance import schemas, stores

pytestmark = pytest.mark.django_db(transaction=True)
IDLE = 0.2
"""Seconds that a transaction may be idle in this test."""


@pytest.mark.parametrize("opened", [stores.snapshot, stores.locked], ids=["snapshot", "locked"])
def test_slow_replay_outlasts_idle_transaction_limit(
    empty_postgresql: str,
    opened: Callable[..., AbstractContextManager[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`verify_matches` and `restore_test` ended in a traceback once a replay took 20 seconds."""
    short = databases.RELEASE_LOCKS.replace("timeout=20s", f"timeout={IDLE * 1000:.0f}ms")
    assert short != databases.RELEASE_LOCKS
    monkeypatch.setattr(databases, "RELEASE_LOCKS", short)
    # As `site_settings` has them: those of a site, without its pool.
    settings = databases.database(empty_postgresql, pool=2)
    del settings["OPTIONS"]["pool"]
    assert settings["OPTIONS"] == {"options": short}
    with opened(settings) as alias:
        time.sleep(3 * IDLE)  # The replay, which asks the database for nothing.
        with connections[alias].cursor() as cursor:
            cursor.execute("SELECT 1")
            assert cursor.fetchone() == (1,)


def test_database_in_memory_is_closed() -> None:
    memory = {**stores.settings_of(":memory:"), "NAME": "file:some?mode=memory", "OPTIONS": {}}
    with stores.opened(memory) as alias:
        connections[alias].ensure_connection()
        connection = connections[alias].connection
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


@pytest.mark.parametrize("folder", ["plain", "what?", "50%41", "#1"])
def test_message_names_whole_path_of_database(tmp_path: Path, folder: str) -> None:
    path = tmp_path / folder / "store.sqlite3"
    path.parent.mkdir()
    path.touch()
    for settings in (stores.settings_of(str(path)), schemas._read_only(path)):
        with stores.opened(settings) as alias:
            assert stores.name_of(alias) == str(path)


def test_postgresql_backup_cannot_be_moved(tmp_path: Path) -> None:
    """A closed database must not be reported as in use."""
    backup = tmp_path / "tavola-20261121T173000Z.pgdump"
    backup.write_bytes(b"PGDMP\x01\x0e\x00" + bytes(100))
    with pytest.raises(stores.StoreError, match="is a PostgreSQL backup"):
        call_command("migrate_store", "--from", str(backup), "--to", "sqlite:////nowhere")
