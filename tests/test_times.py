"""The table of seconds by directory: recorded by every call, compared relative to the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests import conftest
from tests.helpers import requirements
from tests.helpers.times import (
    DOCUMENT,
    RECORD,
    ROOT,
    Collector,
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
def test_directory_is_area_below_tests_or_games(nodeid: str, directory: str) -> None:
    assert directory_of(nodeid) == directory


def test_growth_is_measured_relative_to_machine() -> None:
    known = Run(0.1, seconds={"tests/core/server": 60.0, "tests/safety": 60.0, "tests/tools": 1.0})
    run = Run(0.2, seconds={"tests/core/server": 170.0, "tests/safety": 140.0, "tests/tools": 8.0})
    lines = table(run, known)
    assert [line.split()[-1] for line in lines[1:4]] == ["+42%", "+17%", "+300%"]
    warnings = [line for line in lines if line.startswith("WARNING")]
    assert [line.split()[1] for line in warnings] == ["tests/core/server"]
    assert "85 s, 60 s in docs" in warnings[0]


def test_directory_missing_in_document_is_new() -> None:
    lines = table(Run(0.1, seconds={"tests/clubs": 5.0}), Run(0.1))
    assert lines[1].endswith("new")
    assert lines[-1].startswith("WARNING: tests/clubs takes 5 s, 0 s in")


def test_written_document_reads_back_as_run() -> None:
    run = Run(
        0.125, tests={"tests": 3, "tests/safety": 7}, seconds={"tests": 1.5, "tests/safety": 9.0}
    )
    again = documented(written(DOCUMENT.read_text("utf-8"), run))
    assert again == run


def test_document_in_repository_has_figures() -> None:
    known = documented(DOCUMENT.read_text("utf-8"))
    assert 0.01 < known.calibration < 10
    assert {"tests/safety", "tests/games/titles", "tests/browser"} <= set(known.seconds)


CONFTEST = """
from tests.helpers.times import register

def pytest_configure(config):
    register(config)
"""
"""The conftest of a small project, which is recorded as the tests of this one are."""


def test_calls_of_pytest_with_workers_add_to_one_record(tmp_path: Path) -> None:
    record = tmp_path / "var" / "times"
    begin(record)
    for directory in ("tests", "tests/games/titles"):
        (tmp_path / directory).mkdir(parents=True)
        name = directory.replace("/", "_")
        passing = "\n".join(f"def test_{number}(): pass" for number in range(3))
        (tmp_path / directory / f"test_of_{name}.py").write_text(passing)
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    environment |= {RECORD: str(record), "PYTHONPATH": str(ROOT)}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for workers in ("0", "2"):
        command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", workers, "tests"]
        subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    run = recorded(record)
    assert run.tests == {"tests": 6, "tests/games/titles": 6}
    assert all(seconds > 0 for seconds in run.seconds.values())
    assert run.calibration > 0


@pytest.mark.parametrize("is_worker", [False, True])
def test_conftest_records_each_call_of_pytest_but_no_worker(
    is_worker: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = ["pluginmanager", "addinivalue_line", *(["workerinput"] if is_worker else [])]
    config = Mock(spec=known)
    monkeypatch.setenv(RECORD, str(tmp_path))
    conftest.pytest_configure(config)
    registered = [call.args[0] for call in config.pluginmanager.register.mock_calls]
    registered.remove(requirements)
    assert [type(one) for one in registered] == ([] if is_worker else [Collector])
    assert all(one.record == tmp_path for one in registered)
    assert RECORD not in os.environ
