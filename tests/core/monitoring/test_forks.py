"""A fork opens no SQLite database that its parent has open, because it lacks its locks."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler

from core.databases import database, sqlite_url

pytestmark = pytest.mark.django_db


@pytest.fixture
def connections(tmp_path: Path) -> Iterator[ConnectionHandler]:
    connections = ConnectionHandler({"default": database(sqlite_url(tmp_path / "site.sqlite3"))})
    with connections["default"].cursor() as cursor:
        cursor.execute("CREATE TABLE moves (number)")
    yield connections
    connections.close_all()


def at(path: Path) -> ConnectionHandler:
    return ConnectionHandler({"default": database(sqlite_url(path))})


def write(path: Path) -> None:
    with at(path)["default"].cursor() as cursor:
        cursor.execute("INSERT INTO moves VALUES (1)")


def refused(path: Path) -> None:
    with pytest.raises(OperationalError, match="was open when this process was forked"):
        write(path)


def in_a_fork(do: Callable[[Path], None], path: Path) -> bool:
    """Return whether a fork did this; the fork exits without cleaning up, as if killed."""
    pid = os.fork()
    if not pid:
        try:
            do(path)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


def test_fork_cannot_open_database_that_parent_has_open(
    connections: ConnectionHandler, tmp_path: Path
) -> None:
    assert in_a_fork(refused, tmp_path / "site.sqlite3")
    (tmp_path / "link").symlink_to(tmp_path / "site.sqlite3")
    assert in_a_fork(refused, tmp_path / "link")


def test_fork_of_fork_cannot_open_database_either(
    connections: ConnectionHandler, tmp_path: Path
) -> None:
    def refused_too(path: Path) -> None:
        connections.close_all()
        assert in_a_fork(refused, path)

    assert in_a_fork(refused_too, tmp_path / "site.sqlite3")


def test_fork_opens_closed_database_and_writes(
    connections: ConnectionHandler, tmp_path: Path
) -> None:
    connections.close_all()
    assert in_a_fork(write, tmp_path / "site.sqlite3")
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT number FROM moves")
        assert cursor.fetchall() == [(1,)]


def test_fork_opens_other_database(connections: ConnectionHandler, tmp_path: Path) -> None:
    def begin(path: Path) -> None:
        at(path)["default"].ensure_connection()

    assert in_a_fork(begin, tmp_path / "another.sqlite3")
