"""Repeat chosen tests on a real PostgreSQL and a real Redis."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.helpers.schema import TEMPLATE


def again(mark: str, **environment: str) -> None:
    """Run the tests of a mark in a process of their own, with the server in its settings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COV_"))}
    options = ["-p", "no:cacheprovider", "-n", "0", "-q", "--no-header"]
    files = [str(path) for path in (settings.BASE_DIR / "tests").rglob("test_*.py")]
    marked = [path for path in files if f"mark.{mark}" in Path(path).read_text("utf-8")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-m", mark, *marked],
        cwd=settings.BASE_DIR,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout.strip().splitlines()[-1])


@pytest.mark.long
def test_on_postgresql(real_postgresql: str) -> None:
    migrated = {TEMPLATE: real_postgresql.rpartition("/")[2]}
    again("on_postgresql", DATABASE_URL=real_postgresql, **migrated)


@pytest.mark.long
def test_through_redis(real_redis: str) -> None:
    again("on_redis", REDIS_URL=real_redis)
