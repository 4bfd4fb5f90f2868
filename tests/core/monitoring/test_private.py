"""The SQLite file of the site holds every secret, so only its owner may read it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler

from core.databases import database, sqlite_url

pytestmark = pytest.mark.django_db


def test_database_and_log_are_readable_only_by_owner(tmp_path: Path) -> None:
    connections = ConnectionHandler({"default": database(sqlite_url(tmp_path / "site.sqlite3"))})
    with connections["default"].cursor() as cursor:
        cursor.execute("CREATE TABLE secrets (word)")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    connections.close_all()
    assert modes == dict.fromkeys(["site.sqlite3", "site.sqlite3-wal", "site.sqlite3-shm"], 0o600)


@pytest.mark.parametrize("name", ["c++", "50%41", "a b", "#1", "what?", "Bücher"])
def test_database_may_be_in_folder_of_any_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    connections = ConnectionHandler({"default": database(sqlite_url(folder / "site.sqlite3"))})
    connections["default"].ensure_connection()
    connections.close_all()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (folder / "site.sqlite3").exists()


def test_changed_file_mode_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "site.sqlite3"
    path.touch(0o640)
    path.chmod(0o640)
    connections = ConnectionHandler({"default": database(sqlite_url(path))})
    connections["default"].ensure_connection()
    connections.close_all()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_database_in_missing_folder_raises_operational_error(tmp_path: Path) -> None:
    connections = ConnectionHandler(
        {"default": database(sqlite_url(tmp_path / "nowhere" / "site.sqlite3"))}
    )
    with pytest.raises(OperationalError):
        connections["default"].ensure_connection()
