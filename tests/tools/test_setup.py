"""`make setup` reports what a machine lacks in one sentence, before it downloads anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEW, OLD, WITHOUT_VENV = (
    f'exec {sys.executable} "$@"',
    'if [ "$1" = --version ]; then echo "Python 3.10.9"; else exit 1; fi',
    'case "$2" in *ensurepip*) exit 1;; esac',
)
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run tools/setup.sh on a machine whose Pythons are these scripts, by their names."""

    def run(*arguments: str, **pythons: str) -> subprocess.CompletedProcess[str]:
        for program in ("basename", "cat", "grep", "mktemp", "rm", "sh", "uname"):
            link = tmp_path / program
            if not link.exists():
                link.symlink_to(shutil.which(program) or program)
        for name, script in pythons.items():
            python = tmp_path / name.replace("_", ".")
            python.write_text(f"#!/bin/sh\n{script}\n")
            python.chmod(0o755)
        command = ["sh", str(ROOT / "tools" / "setup.sh"), *arguments]
        path = {"PATH": str(tmp_path)}
        return subprocess.run(command, env=path, capture_output=True, text=True, check=False)

    return run


def test_first_sufficient_python_is_used(run: Run) -> None:
    done = run("python", python3=OLD, python3_13=NEW, python3_12=NEW)
    assert (done.stdout, done.stderr, done.returncode) == ("python3.13\n", "", 0)


def test_chosen_python_is_used(run: Run) -> None:
    done = run("python", "python3.12", python3=NEW, python3_12=NEW)
    assert done.stdout == "python3.12\n"


@pytest.mark.parametrize(
    ("arguments", "pythons", "sentence"),
    [
        (
            (),
            {"python3": OLD},
            "Tavola needs Python 3.11 or newer, and this machine has Python 3.10.9",
        ),
        ((), {}, "Tavola needs Python 3.11 or newer, and this machine has no python3"),
        (("python3.9",), {"python3": NEW}, "needs Python 3.11 or newer"),
        ((), {"python3": WITHOUT_VENV}, "Python's venv module is missing here: install it"),
    ],
)
def test_missing_usable_python_is_reported_in_one_sentence(
    run: Run, arguments: tuple[str, ...], pythons: dict[str, str], sentence: str
) -> None:
    done = run("python", *arguments, **pythons)
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert "install" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "error",
    [
        "  Caused by: dns error: failed to lookup address information",
        "NewConnectionError(': [Errno -3] Temporary failure in name resolution')",
        "npm error code ENOTFOUND",
    ],
)
def test_download_without_network_is_reported_in_one_sentence(run: Run, error: str) -> None:
    done = run("fetch", "sh", "-c", 'echo "many lines" >&2; echo "$0" >&2; exit 2', error)
    assert done.returncode == 1
    assert done.stderr.startswith("The registry of packages cannot be reached: connect")
    assert done.stderr.count("\n") == 1


def test_other_download_failure_is_shown_completely(run: Run) -> None:
    done = run("fetch", "sh", "-c", "echo out; echo 'Hash mismatch' >&2; exit 2")
    assert (done.stdout, done.stderr, done.returncode) == ("out\n", "Hash mismatch\n", 2)
    assert run("fetch", "sh", "-c", "exit 0").returncode == 0


def test_command_line_without_packages_names_make_play() -> None:
    bare = [sys.executable, "-S", "manage.py", "check"]
    done = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "run `make play`" in done.stderr
    assert "Traceback" not in done.stderr


def test_environment_of_removed_python_is_deleted_by_make(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "uv").touch()
    (programs / "python").symlink_to(tmp_path / "removed" / "python3.11")
    kept = {k: v for k, v in os.environ.items() if not k.startswith("MAKE")}
    make = ["make", "--dry-run", "lint"]
    subprocess.run(make, cwd=tmp_path, env=kept, capture_output=True, check=True)
    assert not programs.exists()
