"""An empty, migrated SQLite database, made once for all processes of all test runs of a checkout.

Migrations take some seconds of a core, and a run of the suite wants a dozen such databases.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "tests"


def copy_of_migrated(to: Path) -> Path:
    """A new file `to` that holds the migrated database."""
    return Path(copyfile(_migrated(), to))


def _migrated() -> Path:
    made = FOLDER / f"migrated-{_fingerprint()}.sqlite3"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            for older in FOLDER.glob("migrated-*"):
                older.unlink()
            with TemporaryDirectory(dir=FOLDER) as place:
                _migrate(Path(place)).rename(made)
    return made


def _fingerprint() -> str:
    """What the database hangs on: our migrations, and the versions of everybody else's."""
    files = [
        *ROOT.glob("*/migrations/*.py"),
        *ROOT.glob("games/*/migrations/*.py"),
        ROOT / "requirements.txt",
    ]
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _migrate(place: Path) -> Path:
    environment = {**os.environ, "TAVOLA_VAR": str(place)}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    file = place / "tavola.sqlite3"
    assert not file.with_name(f"{file.name}-wal").exists(), "all of it is in the one file"
    return file
