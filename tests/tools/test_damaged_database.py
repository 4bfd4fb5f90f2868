"""A command that finds a damaged database tells the user what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.helpers.ports import free_port
from tests.helpers.schema import copy_of_migrated


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """Return a site whose database is partly overwritten, as by a failing disk."""
    file = copy_of_migrated(tmp_path / "tavola.sqlite3")
    whole = bytearray(file.read_bytes())
    for page in range(1, len(whole) // 4096, 2):
        whole[page * 4096 : (page + 1) * 4096] = b"\xff" * 4096
    file.write_bytes(whole)
    return tmp_path


@pytest.mark.parametrize("command", ["serve", "verify_matches"])
def test_command_with_damaged_database_names_restore(damaged: Path, command: str) -> None:
    environment = {**os.environ, "TAVOLA_VAR": str(damaged)}
    environment.pop("DATABASE_URL", None)
    words = ["--port", str(free_port())] if command == "serve" else []
    done = subprocess.run(
        [sys.executable, "manage.py", command, *words],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "manage.py restore FILE" in done.stderr
