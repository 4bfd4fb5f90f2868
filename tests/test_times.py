"""The table of seconds by directory: recorded by every call, compared relative to the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.times import (
    DOCUMENT,
    RECORD,
    Run,
    begin,
    directory_of,
    documented,
    recorded,
    table,
    written,
)


@pytest.mark.parametrize(
    ("nodeid", "directory"),
    [
        ("tests/test_times.py::test_it", "tests"),
        ("tests/safety/test_fuzz.py::test_form[a/b]", "tests/safety"),
        ("tests/games/titles/babel/rules/test_raze.py::test_raze", "tests/games/titles"),
        ("tests/games/test_rating.py::test_draw", "tests/games"),
    ],
)
def test_directory_is_the_area_below_tests_or_games(nodeid: str, directory: str) -> None:
    assert directory_of(nodeid) == directory


def test_growth_is_measured_relative_to_the_machine() -> None:
    known = Run(0.1, seconds={"tests/safety": 60.0, "tests/server": 60.0, "tests/tools": 1.0})
    run = Run(0.2, seconds={"tests/safety": 140.0, "tests/server": 170.0, "tests/tools": 8.0})
    lines = table(run, known)
    assert [line.split()[-1] for line in lines[1:4]] == ["+17%", "+42%", "+300%"]
    warnings = [line for line in lines if line.startswith("WARNING")]
    assert [line.split()[1] for line in warnings] == ["tests/server"]
    assert "85 s, 60 s in docs" in warnings[0]


def test_directory_missing_in_the_document_is_new() -> None:
    lines = table(Run(0.1, seconds={"tests/clubs": 5.0}), Run(0.1))
    assert lines[1].endswith("new")
    assert lines[-1].startswith("WARNING: tests/clubs takes 5 s, 0 s in")


def test_written_document_reads_back_as_the_run() -> None:
    run = Run(
        0.125, tests={"tests": 3, "tests/safety": 7}, seconds={"tests": 1.5, "tests/safety": 9.0}
    )
    again = documented(written(DOCUMENT.read_text("utf-8"), run))
    assert again == run


def test_document_in_the_repository_has_figures() -> None:
    known = documented(DOCUMENT.read_text("utf-8"))
    assert 0.01 < known.calibration < 10
    assert {"tests/safety", "tests/games/titles", "tests/browser"} <= set(known.seconds)


def test_calls_of_pytest_with_workers_add_to_one_record(tmp_path: Path) -> None:
    record = tmp_path / "var" / "times"
    begin(record)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    for workers in ("0", "2"):
        command = [sys.executable, "-m", "pytest", "-q", "-n", workers, "tests/test_times.py"]
        chosen = [*command, "-k", "test_directory_is"]
        subprocess.run(chosen, env={**environment, RECORD: str(record)}, check=True)
    run = recorded(record)
    assert run.tests == {"tests": 8}
    assert run.seconds["tests"] > 0
    assert run.calibration > 0
