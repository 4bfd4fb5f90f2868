"""What `manage.py` loads and does before a command runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
STARTS = """
import gc, json, runpy, ssl, sys

trusted, rounds = [], []
load = ssl.create_default_context
ssl.create_default_context = lambda *args, **kwargs: trusted.append(args) or load(*args, **kwargs)
gc.callbacks.append(lambda phase, info: rounds.append(info["generation"]))
sys.argv[0] = "manage.py"
try:
    runpy.run_path("manage.py", run_name="__main__")
except SystemExit:
    pass
loaded = sorted({name.partition(".")[0] for name in sys.modules})
seen = {"loaded": loaded, "trusted": len(trusted), "frozen": gc.get_freeze_count()}
print(json.dumps({**seen, "collects": gc.isenabled(), "whole": rounds.count(2)}))
"""


def start(tmp_path: Path, *command: str) -> dict[str, Any]:
    """Return the state that a command leaves in its process."""
    environment = {**os.environ, "TAVOLA_VAR": str(tmp_path)}
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", STARTS, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return seen


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Run the command that loads the most: every page, template tag and model."""
    return start(tmp_path_factory.mktemp("site"), "check")


def test_start_loads_no_unused_server_or_client(check: dict[str, Any]) -> None:
    unwanted = {"daphne", "twisted", "autobahn", "redis", "uvicorn", "pytest"}
    assert unwanted.isdisjoint(check["loaded"])
    assert check["trusted"] == 0, "certificates are not loaded at start"


def test_loaded_objects_are_frozen_for_garbage_collector(
    check: dict[str, Any], tmp_path: Path
) -> None:
    assert check["frozen"] > 100_000
    assert check["collects"], "what the command itself leaves behind is collected"
    assert check["whole"] == 0
    assert start(tmp_path, "help")["whole"] == 0
