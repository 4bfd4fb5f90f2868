"""Tests that need a missing program are skipped and listed; in CI they fail."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from django.conf import settings

from tests.helpers import requirements
from tests.helpers.requirements import (
    GETTEXT,
    OPENSPIEL,
    REQUIREMENTS,
    SYSTEMD,
    WEBKIT,
    NotInstalled,
    provided,
)

PROJECT = {
    "conftest.py": "from tests.helpers.requirements import pytest_terminal_summary",
    "pytest.ini": "[pytest]",
    "test_needy.py": """
from tests.helpers.requirements import GETTEXT, SYSTEMD, require

def test_one():
    require(GETTEXT)

def test_other():
    require(SYSTEMD)
""",
}
"""The files of a small project, whose tests are reported as those of this one are."""


@contextmanager
def nothing_to_serve() -> Iterator[str]:
    raise NotInstalled(GETTEXT)
    yield ""


def test_missing_program_skips_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.skip.Exception, match="MISSING systemd: not installed; apt-get"):
        requirements.require(SYSTEMD)
    with pytest.raises(pytest.skip.Exception, match="MISSING gettext: "):
        next(provided(nothing_to_serve))


def test_missing_program_fails_test_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.fail.Exception, match="apt-get install systemd"):
        requirements.require(SYSTEMD)
    with pytest.raises(pytest.fail.Exception, match="apt-get install gettext"):
        next(provided(nothing_to_serve))


def test_installed_program_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "xgettext"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert requirements.require(GETTEXT) == str(program)


def test_calls_are_reported_in_one_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record, said = tmp_path / "var" / "missing", list[str]()
    monkeypatch.setenv(requirements.RECORD, str(record))
    for skipped in ({"Redis": 2, "Chromium": 40}, {}, {"Redis": 1}):
        requirements.report(Counter(skipped), said.append)
    assert said == [], "a recorded call reports nothing itself"
    assert requirements.table(requirements.recorded(record)) == [
        "MISSING HERE  TESTS NOT RUN   INSTALL IT WITH",
        "Chromium                 40   apt-get install chromium",
        "Redis                     3   apt-get install redis-server",
    ]
    monkeypatch.delenv(requirements.RECORD)
    requirements.report(Counter({"nginx": 1}), said.append)
    assert said[1].endswith("apt-get install nginx-light"), (
        "a call without a record reports it itself"
    )


def test_stand_in_is_named_with_number_of_tests() -> None:
    def ran(when: Literal["setup", "call"], *properties: tuple[str, object]) -> pytest.TestReport:
        return pytest.TestReport(
            "node", ("file", 1, "name"), {}, "passed", None, when, user_properties=properties
        )

    shell = (requirements.STOOD_IN, "chromium-headless-shell")
    counted = requirements.stood_in([ran("setup", shell), ran("call", shell), ran("call")])
    assert counted == {"chromium-headless-shell": 1}
    assert requirements.table(counted) == [
        "full Chromium is missing: 1 tests ran in chromium-headless-shell instead; "
        "apt-get install chromium"
    ]


def test_nothing_is_reported_if_nothing_is_missing(tmp_path: Path) -> None:
    assert requirements.table(requirements.recorded(tmp_path / "never written")) == []


def test_skips_in_workers_are_recorded_once(tmp_path: Path) -> None:
    """Run two tests in two workers without any programs in the PATH."""
    record = tmp_path / "missing"
    for name, text in PROJECT.items():
        (tmp_path / name).write_text(text)
    without = {k: v for k, v in os.environ.items() if k != "CI" and not k.startswith("PYTEST_")}
    own = {"PATH": "", "PYTHONPATH": str(settings.BASE_DIR), requirements.RECORD: str(record)}
    own["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", "2"],
        cwd=tmp_path,
        env={**without, **own},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert requirements.recorded(record) == {"gettext": 1, "systemd": 1}


def test_conftest_reports_skips(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.pluginmanager.is_registered(requirements)


def test_packages_of_all_missing_programs_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requirements, "search_path", list)
    monkeypatch.setattr(requirements, "is_in_archive", lambda package: False)
    packages = [each.package for each in REQUIREMENTS.values() if each.programs]
    assert requirements.missing_packages() == [package for package in packages if package]
    monkeypatch.setattr(requirements, "find", lambda requirement: "/usr/bin/it")
    assert requirements.missing_packages() == []


def test_package_has_name_that_apt_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian 12 has webkit2gtk-driver, and releases after 13 have only webkitgtk-webdriver."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert WEBKIT.installed_by == "apt-get install webkit2gtk-driver"
    apt = tmp_path / "apt-cache"
    apt.write_text('#!/bin/sh\n[ "$1 $2" = "show webkitgtk-webdriver" ]\n')
    apt.chmod(0o755)
    assert WEBKIT.installed_by == "apt-get install webkitgtk-webdriver"
    assert "webkitgtk-webdriver" in requirements.missing_packages()
    apt.write_text("#!/bin/sh\nexit 100\n")
    assert WEBKIT.installed_by == "apt-get install webkit2gtk-driver"


def test_ci_and_contributors_install_same_packages() -> None:
    """CI and CONTRIBUTING.md install exactly the packages of the table."""
    script = (settings.BASE_DIR / ".ci/run").read_text("utf-8")
    page = (settings.BASE_DIR / "CONTRIBUTING.md").read_text("utf-8")
    listing = ".venv/bin/python -m tests.helpers.requirements --packages"
    assert f"< <({listing})" in script
    assert f"apt-get install $({listing})" in page
    for each in REQUIREMENTS.values():
        for package in filter(None, (each.package, each.renamed)):
            assert not re.search(rf"(?<![\w-]){package}(?![\w-])", script), each.name
    assert f"\n{OPENSPIEL.made_by}\n" in script
    assert re.findall(r"\+=\((\S+)\)", script) == ["python3-venv", "make"]
