"""Run programs in separate processes on a given database."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from tests.helpers.servers import postgresql_programs

SETUP = """
import gc

# What is loaded stays, and the models of migrations are many.
gc.disable()
import json
from io import StringIO

import django

django.setup()
gc.freeze()
gc.set_threshold(100_000, 50, 50)
gc.enable()

from django.core.management import CommandError, call_command
from django.db import connection

def said(*words, **options):
    out = StringIO()
    try:
        call_command(*words, stdout=out, stderr=out, **options)
    except (CommandError, SystemExit) as end:
        out.write(str(end))
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()
    return out.getvalue().strip()
"""
"""Run before a program: `said` returns what a command printed, and leaves no connection open."""


def python_on(
    url: str, program: str, *words: str, var: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program with these arguments, where DATABASE_URL names a database."""
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "TAVOLA_VAR": str(var or settings.VAR_DIR),
    }
    if not url.startswith("sqlite"):
        environment["PATH"] = f"{postgresql_programs()}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, "-c", SETUP + program, *words],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done
