"""What a machine lacks: skipped and listed, and in CI a failure."""

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
    NotInstalled,
    provided,
)

NEEDY = (
    "tests/test_translations.py::test_they_hold_all_messages_of_code_and_templates",
    "tests/watch/test_deploy.py::test_systemd_understands_the_units",
)


@contextmanager
def nothing_to_serve() -> Iterator[str]:
    raise NotInstalled(GETTEXT)
    yield ""


def test_what_is_missing_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.skip.Exception, match="MISSING systemd: not installed; apt-get"):
        requirements.require(SYSTEMD)
    with pytest.raises(pytest.skip.Exception, match="MISSING gettext: "):
        next(provided(nothing_to_serve))


def test_in_ci_it_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.fail.Exception, match="apt-get install systemd"):
        requirements.require(SYSTEMD)
    with pytest.raises(pytest.fail.Exception, match="apt-get install gettext"):
        next(provided(nothing_to_serve))


def test_what_is_there_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "xgettext"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert requirements.require(GETTEXT) == str(program)


def test_one_table_of_all_calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record, said = tmp_path / "var" / "missing", list[str]()
    monkeypatch.setenv(requirements.RECORD, str(record))
    for skipped in ({"Redis": 2, "Chromium": 40}, {}, {"Redis": 1}):
        requirements.report(Counter(skipped), said.append)
    assert said == [], "each call leaves it to the last line"
    assert requirements.table(requirements.recorded(record)) == [
        "MISSING HERE  TESTS NOT RUN   INSTALL IT WITH",
        "Chromium                 40   apt-get install chromium",
        "Redis                     3   apt-get install redis-server",
    ]
    monkeypatch.delenv(requirements.RECORD)
    requirements.report(Counter({"nginx": 1}), said.append)
    assert said[1].endswith("apt-get install nginx-light"), "alone, a call says it itself"


def test_stand_in_is_named_with_the_number_of_its_tests() -> None:
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


def test_nothing_is_said_where_nothing_is_missing(tmp_path: Path) -> None:
    assert requirements.table(requirements.recorded(tmp_path / "never written")) == []


def test_workers_skip_and_the_call_they_belong_to_records_it(tmp_path: Path) -> None:
    """Real tests, on a machine without programs, shared among two workers."""
    record = tmp_path / "missing"
    without = {k: v for k, v in os.environ.items() if k != "CI" and not k.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "2", "-q", "-p", "no:cacheprovider", *NEEDY],
        cwd=settings.BASE_DIR,
        env={**without, "PATH": "", requirements.RECORD: str(record)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert requirements.recorded(record) == {"gettext": 1, "systemd": 1}


def test_packages_of_all_missing_programs_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requirements, "search_path", list)
    packages = [each.package for each in REQUIREMENTS.values() if each.programs]
    assert requirements.missing_packages() == [package for package in packages if package]
    monkeypatch.setattr(requirements, "find", lambda requirement: "/usr/bin/it")
    assert requirements.missing_packages() == []


def test_ci_and_newcomers_install_the_same_packages() -> None:
    """One list: neither names a package that is not in the table, nor a way of its own."""
    script = (settings.BASE_DIR / ".ci/run").read_text("utf-8")
    page = (settings.BASE_DIR / "CONTRIBUTING.md").read_text("utf-8")
    listing = ".venv/bin/python -m tests.helpers.requirements --packages"
    assert f"< <({listing})" in script
    assert f"apt-get install $({listing})" in page
    for each in REQUIREMENTS.values():
        if each.package:
            assert not re.search(rf"(?<![\w-]){each.package}(?![\w-])", script), each.name
    assert f"\n{OPENSPIEL.made_by}\n" in script
    assert re.findall(r"\+=\((\S+)\)", script) == ["python3-venv", "make"]
