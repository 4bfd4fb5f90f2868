"""Records, digests and dealt games are the same on every Python of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
REPLAY = """
import importlib, json, sys
from hashlib import sha256
from pathlib import Path

root = Path(sys.argv[1])
sys.path.insert(0, str(root))
from games.engine.record import parse_json, read_record
from games.engine.replay import replay

cores = sorted(root.glob("games/titles/*/core.py"))
modules = [importlib.import_module(f"games.titles.{path.parent.name}.core") for path in cores]
known = {(one.game.slug, one.game.rules): one for module in modules for one in module.CORE.rules}
golden = root / "tests/games/titles/golden"
records = [parse_json(path.read_bytes()) for path in sorted(golden.glob("*.json"))]
for path in sorted(golden.glob("tables/*.jsonl")):
    records += [parse_json(line) for line in path.read_bytes().splitlines()]
wrong = []
for record in records:
    reached = replay(read_record(record, known))
    text = json.dumps(reached.position.dump(), sort_keys=True, separators=(",", ":"))
    outcome = reached.position.outcome()
    end = {"digest": sha256(text.encode()).hexdigest(), "outcome": outcome and outcome.dump()}
    if any(record["expect"][key] != value for key, value in end.items()):
        wrong.append(record.get("name", record["game"]))
print(json.dumps([sys.version_info[:2], len(records), wrong]))
"""


def interpreter(version: str) -> str | None:
    """Return a Python of this version: on the PATH, or where pyenv keeps them."""
    kept = Path(os.environ.get("PYENV_ROOT", Path("~/.pyenv").expanduser())) / "versions"
    found = [shutil.which(f"python{version}"), *map(str, kept.glob(f"{version}.*/bin/python3"))]
    return next((path for path in found if path and is_version(path, version)), None)


def is_version(path: str, version: str) -> bool:
    """Return whether this runs: a shim of pyenv may stand for a version that is switched off."""
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.startswith(f"Python {version}.")


@pytest.mark.parametrize("version", VERSIONS)
def test_golden_records_replay_to_same_digests_on_every_python(version: str) -> None:
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    path = sys.executable if version == running else interpreter(version)
    if path is None:
        pytest.skip(f"no Python {version} on this machine")
    command = [path, "-I", "-S", "-c", REPLAY, str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    major, minor = map(int, version.split("."))
    records = len(list((ROOT / "tests/games/titles/golden").glob("*.json")))
    assert done.stdout.startswith(f"[[{major}, {minor}], ")
    assert done.stdout.endswith(", []]\n"), done.stdout
    assert int(done.stdout.split(",")[2]) > records
