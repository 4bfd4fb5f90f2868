"""What mypy overlooks has a reason."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.helpers.requirements import GIT, require

ROOT = Path(__file__).resolve().parents[1]
REASONED = re.compile(r"# type: ignore\[[a-z-]+(, ?[a-z-]+)*\]  # \w")


def overlooked() -> list[str]:
    """Return each line of the repository's Python that mypy overlooks, with its file and number."""
    found = subprocess.run(
        [require(GIT), "grep", "-n", "# type: ignore", "--", "*.py", ":!tests/test_types.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.splitlines()


def test_each_overlooked_type_has_its_code_and_a_reason() -> None:
    lines = overlooked()
    assert lines
    assert [line for line in lines if not REASONED.search(line)] == []


@pytest.mark.parametrize("line", ["x = 1  # type: ignore", "x = 1  # type: ignore[misc]"])
def test_line_without_code_or_reason_is_found(line: str) -> None:
    assert not REASONED.search(line)
