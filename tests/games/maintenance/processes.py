"""Run commands in separate processes on a given database."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from tests.helpers.servers import postgresql_programs

SETUP = "import django; django.setup()\n"


def python_on(
    url: str, *words: str, fails: bool = False, var: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """`manage.py …`, or `-c` and a program, where DATABASE_URL names a database."""
    if words[0] == "-c":
        command = [sys.executable, "-c", SETUP + words[1]]
    else:
        command = [sys.executable, "manage.py", *words]
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "TAVOLA_VAR": str(var or settings.VAR_DIR),
    }
    if not url.startswith("sqlite"):
        environment["PATH"] = f"{postgresql_programs()}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert bool(done.returncode) == fails, done.stdout + done.stderr
    return done
