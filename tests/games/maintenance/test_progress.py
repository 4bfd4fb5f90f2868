"""Progress output of long commands."""

from io import StringIO

import pytest

from games.maintenance import progress
from games.maintenance.progress import watched


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_updates_one_line_on_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "ON_SCREEN", 0.0)
    out = Screen()
    assert list(watched("Replayed", 1200, range(1200), out)) == list(range(1200))
    last = out.getvalue().split("\r")[-1]
    assert last.startswith("\x1b[KReplayed: 1,200 of 1,200, ")
    assert last.endswith(" a second\n")


def test_progress_prints_few_whole_lines_in_log(monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    list(watched("Replayed", 3, range(3), out))
    assert out.getvalue() == ""
    monkeypatch.setattr(progress, "IN_A_LOG", 0.0)
    list(watched("Replayed", 3, range(3), out))
    assert out.getvalue().splitlines()[-1].startswith("Replayed: 3 of 3, ")


def test_progress_yields_items_unchanged() -> None:
    assert list(watched("Copied", 2, iter("ab"))) == ["a", "b"]
