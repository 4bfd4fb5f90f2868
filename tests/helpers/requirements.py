"""Programs that tests need and a machine may lack.

If one is missing, a test that needs it fails in CI and is skipped elsewhere. A table at the end
lists the skipped tests with the command that installs each program. Each call of pytest prints its
own table, unless RECORD names a file: then it adds to the file, and
`python -m tests.helpers.requirements` prints the table of all calls (see the Makefile). With
`--packages` this prints the missing packages, for apt-get.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import pytest

RECORD = "MISSING_PROGRAMS"
"""The environment variable that names the file to add to."""
MARK = "MISSING "
STOOD_IN = "stood in"
"""The property of a test that names the program it ran in instead of a missing one."""
RESEARCH = Path(__file__).resolve().parents[2] / ".venv-research/bin/python"
Served = TypeVar("Served")


@dataclass(frozen=True)
class Requirement:
    """A need of tests: its programs, any one of which is enough, and the package to install."""

    name: str
    programs: tuple[str, ...]
    package: str = ""
    renamed: str = ""
    """The package's name in newer releases of Debian."""
    made_by: str = ""
    """The command that installs it, if no system package does."""
    stand_in: str = ""
    """The program that most tests use outside CI if this one is missing."""

    @property
    def debian_package(self) -> str:
        """The name of the package in the release of this machine."""
        return self.renamed if is_in_archive(self.renamed) else self.package

    @property
    def installed_by(self) -> str:
        return self.made_by or f"apt-get install {self.debian_package}"


def is_in_archive(package: str) -> bool:
    """Return whether apt knows a package; not before `apt-get update` on a new machine."""
    apt = shutil.which("apt-cache")
    if not package or not apt:
        return False
    return not subprocess.run([apt, "show", package], capture_output=True).returncode


CHROMIUM = Requirement(
    "Chromium",
    ("chromium", "chromium-browser"),
    "chromium",
    stand_in="chromium-headless-shell",
)
FIREFOX = Requirement("Firefox", ("firefox-esr",), "firefox-esr")
GETTEXT = Requirement("gettext", ("xgettext",), "gettext")
NGINX = Requirement("nginx", ("nginx",), "nginx-light")
GIT = Requirement("git", ("git",), "git")
OPENSPIEL = Requirement("OpenSpiel", (str(RESEARCH),), made_by="make research")
POSTGRESQL = Requirement("PostgreSQL", ("initdb",), "postgresql")
REDIS = Requirement("Redis", ("redis-server",), "redis-server")
REGISTRY = Requirement("Registry", (), made_by="a network, or HTTPS_PROXY")
SYSTEMD = Requirement("systemd", ("systemd-analyze",), "systemd")
USER_NAME = Requirement("User name", (), made_by="a line for this user id in /etc/passwd")
WEBKIT = Requirement(
    "WebKit", ("WebKitWebDriver",), "webkit2gtk-driver", renamed="webkitgtk-webdriver"
)
XVFB = Requirement("Xvfb", ("Xvfb",), "xvfb")
REQUIREMENTS = {
    each.name: each
    for each in (
        CHROMIUM,
        FIREFOX,
        GETTEXT,
        GIT,
        NGINX,
        OPENSPIEL,
        POSTGRESQL,
        REDIS,
        REGISTRY,
        SYSTEMD,
        USER_NAME,
        WEBKIT,
        XVFB,
    )
}


STAND_INS = {each.stand_in: each for each in REQUIREMENTS.values() if each.stand_in}


class NotInstalled(Exception):
    """A program is missing on this machine; one that is there but fails is another error."""

    def __init__(self, requirement: Requirement, why: str = "not installed") -> None:
        super().__init__(f"{requirement.name}: {why}; {requirement.installed_by}")
        self.requirement = requirement


def search_path() -> list[Path]:
    """Return the folders of the PATH, and those of servers, which Debian leaves out of it."""
    postgresql = Path("/usr/lib/postgresql").glob("*/bin")
    newest_first = sorted(postgresql, key=lambda folder: float(folder.parts[-2]), reverse=True)
    listed = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return [*map(Path, filter(None, listed)), Path("/usr/sbin"), *newest_first]


def find(requirement: Requirement) -> str | None:
    """Return the path of the first of the programs that this machine has."""
    path = os.pathsep.join(map(str, search_path()))
    found = (shutil.which(program, path=path) for program in requirement.programs)
    return next(filter(None, found), None)


def require(requirement: Requirement) -> str:
    """Return the path of a program, or end the test if there is none."""
    return find(requirement) or give_up(NotInstalled(requirement))


def give_up(missing: NotInstalled) -> NoReturn:
    """End a test that cannot run: failed in CI, skipped elsewhere."""
    if os.environ.get("CI"):
        pytest.fail(str(missing))
    pytest.skip(f"{MARK}{missing}")


def provided(serve: Callable[[], AbstractContextManager[Served]]) -> Iterator[Served]:
    """Run a server for a fixture, or end the test if its program is missing."""
    try:
        serving = serve()
        served = serving.__enter__()
    except NotInstalled as missing:
        give_up(missing)
    try:
        yield served
    finally:
        serving.__exit__(None, None, None)


def skipped_for(reports: Iterable[pytest.TestReport]) -> Counter[str]:
    """Count the tests that were skipped for each missing requirement, by its name."""
    reasons = [str(report.longrepr[-1]) for report in reports if isinstance(report.longrepr, tuple)]
    words = [reason.partition(MARK)[2] for reason in reasons if MARK in reason]
    return Counter(word.partition(":")[0] for word in words)


def stood_in(reports: Iterable[pytest.TestReport]) -> Counter[str]:
    """Count the tests that ran in each stand-in."""
    return Counter(
        str(value)
        for report in reports
        for name, value in report.user_properties
        if name == STOOD_IN and report.when == "call"
    )


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Report the skipped tests at the end of a call of pytest."""
    if hasattr(config, "workerinput"):
        return  # A worker of xdist: the main process reports.
    skipped = skipped_for(terminalreporter.stats.get("skipped", []))
    for outcome in ("passed", "failed"):
        skipped += stood_in(terminalreporter.stats.get(outcome, []))
    report(skipped, terminalreporter.write_line)


def report(skipped: Counter[str], write: Callable[[str], Any]) -> None:
    """Write the table of one call of pytest, or add to the record of several."""
    record = os.environ.get(RECORD)
    if record is None:
        for line in table(skipped):
            write(line)
    elif skipped:
        Path(record).parent.mkdir(parents=True, exist_ok=True)
        with Path(record).open("a") as file:
            file.write(json.dumps(skipped) + "\n")


def recorded(record: Path) -> Counter[str]:
    """Return what all calls of pytest added."""
    skipped: Counter[str] = Counter()
    if record.exists():
        for line in record.read_text().splitlines():
            skipped.update(json.loads(line))
    return skipped


def table(skipped: Counter[str]) -> list[str]:
    """List the missing requirements, and the stand-ins that tests ran in."""
    rows = [
        (name, str(skipped[name]), REQUIREMENTS[name].installed_by)
        for name in sorted(skipped.keys() & REQUIREMENTS.keys())
    ]
    if rows:
        rows.insert(0, ("MISSING HERE", "TESTS NOT RUN", "INSTALL IT WITH"))
    lines = [f"{name:<14}{count:>13}   {line}" for name, count, line in rows]
    for program in sorted(skipped.keys() & STAND_INS.keys()):
        full = STAND_INS[program]
        lines.append(
            f"full {full.name} is missing: {skipped[program]} tests ran in {program} instead; "
            f"{full.installed_by}"
        )
    return lines


def missing_packages() -> list[str]:
    """Return the packages with the programs that this machine lacks."""
    missing = (each for each in REQUIREMENTS.values() if each.package and not find(each))
    return [each.debian_package for each in missing]


if __name__ == "__main__":
    if sys.argv[1:] == ["--packages"]:
        print(*missing_packages())
    else:
        for line in table(recorded(Path(os.environ[RECORD]))):
            print(line)
