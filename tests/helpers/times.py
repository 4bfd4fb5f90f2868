"""Seconds that the tests of each directory take, compared with the table in docs/test-times.md.

`make test` begins with `python -m tests.helpers.times begin`, every call of pytest adds its tests
to the record, and `python -m tests.helpers.times end` prints the table. `make test-times` writes
the figures of the last whole run into the document.

Seconds are compared relative to the speed of the machine: a loop of plain Python, timed before the
run, says how fast it is.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "test-times.md"
RECORD = "TEST_TIMES"
"""The environment variable that names the record of a run; without it nothing is recorded."""
GROWTH, LEAST_SECONDS = 1 / 3, 3.0
"""A directory is reported if it takes a third longer, and at least some seconds longer."""
ROW = re.compile(r"^\| `(?P<directory>[^`]+)` \| (?P<tests>\d+) \| (?P<seconds>[\d.]+) \|$", re.M)
CALIBRATION = re.compile(r"calibration loop took (?P<seconds>[\d.]+) s")


@dataclass
class Run:
    """A run of the suite: seconds of the calibration loop, then tests and seconds by directory."""

    calibration: float
    began: float = 0.0
    tests: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def add(self, tests: dict[str, int], seconds: dict[str, float]) -> None:
        """Add the tests of one call of pytest."""
        for name, count in tests.items():
            self.tests[name] = self.tests.get(name, 0) + count
        for name, spent in seconds.items():
            self.seconds[name] = self.seconds.get(name, 0.0) + spent


class Collector:
    """A pytest plugin that adds up the seconds of set-up, call and teardown by directory."""

    def __init__(self, record: Path) -> None:
        self.record = record
        self.tests: dict[str, int] = {}
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = directory_of(report.nodeid)
        self.seconds[name] = self.seconds.get(name, 0.0) + report.duration
        if report.when == "call":
            self.tests[name] = self.tests.get(name, 0) + 1

    def pytest_sessionfinish(self) -> None:
        with self.record.open("a") as file:
            file.write(json.dumps({"tests": self.tests, "seconds": self.seconds}) + "\n")


def register(config: pytest.Config) -> None:
    """Record this call of pytest, unless it is a worker or no record is asked for.

    The variable is removed, so that a pytest which a test starts is not counted as well.
    """
    record = os.environ.pop(RECORD, None)
    if record and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Collector(Path(record)))


def directory_of(nodeid: str) -> str:
    """Return the directory that a test is counted in: `tests/<name>` or `tests/games/<name>`."""
    parents = Path(nodeid.partition("::")[0]).parts[:-1]
    return "/".join(parents[: 3 if parents[1:2] == ("games",) else 2])


def calibrate() -> float:
    """Return the seconds that this machine takes for a loop of plain Python."""

    def timed() -> float:
        began, total = time.perf_counter(), 0
        for number in range(2_000_000):
            total += number & 7
        return time.perf_counter() - began

    return median(timed() for _ in range(5))


def begin(record: Path) -> None:
    """Start a record with the speed of the machine and the time of day."""
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(json.dumps({"calibration": calibrate(), "began": time.time()}) + "\n")


def recorded(record: Path) -> Run:
    """Return what all calls of pytest added to a record."""
    first, *calls = map(json.loads, record.read_text().splitlines())
    run = Run(**first)
    for call in calls:
        run.add(**call)
    return run


def documented(text: str) -> Run:
    """Return the run that the document shows."""
    speed = CALIBRATION.search(text)
    run = Run(calibration=float(speed["seconds"]) if speed else 1.0)
    for row in ROW.finditer(text):
        run.add({row["directory"]: int(row["tests"])}, {row["directory"]: float(row["seconds"])})
    return run


def table(run: Run, known: Run) -> list[str]:
    """Return a line for each directory with its change, and a warning for each that grew."""
    scale = known.calibration / run.calibration
    lines = [f"{'DIRECTORY':<28}{'TESTS':>7}{'SECONDS':>9}   AGAINST docs/test-times.md"]
    warnings = []
    for name in sorted(run.seconds):
        spent, before = run.seconds[name], known.seconds.get(name, 0.0)
        now = spent * scale
        change = f"{now / before - 1:+.0%}" if before else "new"
        lines.append(f"{name:<28}{run.tests.get(name, 0):>7}{spent:>9.1f}   {change:>5}")
        if now > before * (1 + GROWTH) and now - before > LEAST_SECONDS:
            warnings.append(
                f"WARNING: {name} takes {now:.0f} s, {before:.0f} s in docs/test-times.md:"
                " make room, or say why and run `make test-times`."
            )
    tests, seconds = sum(run.tests.values()), sum(run.seconds.values())
    minutes, rest = divmod(round(time.time() - run.began), 60) if run.began else (0, 0)
    lines.append(
        f"{'all':<28}{tests:>7}{seconds:>9.1f}   {minutes} min {rest} s on the clock,"
        f" this machine at {scale:.0%} of the speed in the document"
    )
    return lines + warnings


def written(text: str, run: Run) -> str:
    """Return the document with the figures of a run."""
    rows = [
        f"| `{name}` | {run.tests.get(name, 0)} | {run.seconds[name]:.1f} |"
        for name in sorted(run.seconds)
    ]
    head = text[: text.index("| directory |")]
    head = CALIBRATION.sub(f"calibration loop took {run.calibration:.3f} s", head)
    return "\n".join((head + "| directory | tests | seconds |", "|---|---:|---:|", *rows, ""))


def main(arguments: Iterable[str]) -> None:
    """Run `begin`, `end` or `write` on the record of the environment."""
    record = Path(os.environ[RECORD])
    match list(arguments):
        case ["begin"]:
            begin(record)
        case ["end"]:
            print("\n".join(table(recorded(record), documented(DOCUMENT.read_text("utf-8")))))
        case ["write"]:
            text = DOCUMENT.read_text("utf-8")
            DOCUMENT.write_text(written(text, recorded(record)), "utf-8")
        case other:
            sys.exit(f"begin, end or write, not {other}")


if __name__ == "__main__":
    main(sys.argv[1:])
