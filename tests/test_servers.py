"""The servers of the tests start on any machine."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.helpers import servers
from tests.helpers.requirements import NotInstalled, provided
from tests.helpers.values import not_none

Account = dict[str, Any]


@pytest.fixture
def served_from_copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """Run the wheel's PostgreSQL with an account that can enter neither the wheel nor TMPDIR."""
    monkeypatch.setattr(servers, "search_path", list)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    wheels = servers.postgresql_programs()

    def reaches(path: Path, _account: Account) -> bool:
        return path != tmp_path and wheels not in path.parents

    monkeypatch.setattr(servers, "_reaches", reaches)
    yield from provided(servers.postgresql)


def test_postgresql_starts_where_its_account_reaches(served_from_copy: str) -> None:
    with psycopg.connect(served_from_copy) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
    assert Path(not_none(row)[0]).parent.parent in (Path("/tmp"), Path("/var/tmp"))


def test_lone_initdb_in_path_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lone = tmp_path / "initdb"
    lone.write_text("#!/bin/sh\n")
    lone.chmod(0o755)
    monkeypatch.setattr(servers, "search_path", lambda: [tmp_path])
    assert servers.postgresql_programs() != tmp_path


def test_other_programs_are_found_by_link_to_initdb(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    programs = servers.postgresql_programs()
    (tmp_path / "initdb").symlink_to(programs / "initdb")
    monkeypatch.setattr(servers, "search_path", lambda: [tmp_path])
    assert servers.postgresql_programs() == programs


def test_user_without_name_is_missing_requirement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 2**31 - 7)
    with pytest.raises(NotInstalled, match=r"User name: .* a line for this user id in /etc/passwd"):
        servers._unprivileged()
