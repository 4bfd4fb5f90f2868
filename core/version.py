"""The version of the site, and the commit it runs."""

import subprocess
import tomllib
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
VERSION: str = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
"""The version, from `pyproject.toml`, the only place that states it."""


@cache
def commit() -> str:
    """Return the commit of the code as git names it, with "-dirty" if files differ; "" if unknown.

    It is read once, so a running process names the code that it was started with. An image has no
    folder of git, and the commit that it was built from in the file COMMIT.
    """
    stored = _ROOT / "COMMIT"
    if stored.exists():
        return stored.read_text("utf-8").strip()
    command = [
        "git",
        "-C",
        str(_ROOT),
        "describe",
        "--always",
        "--dirty",
        "--abbrev=12",
        "--exclude=*",
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
