"""The benchmark of tournaments, with few players."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from bench import tournaments


def test_bench_prints_rounds_of_every_table_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "PLAYERS", 24)
    monkeypatch.setattr(tournaments, "SIZES", (2, 3))
    monkeypatch.setattr(tournaments, "MINUTES", 10)
    printed = StringIO()
    call_command("bench", "--only", "tournaments", stdout=printed)
    lines = printed.getvalue().splitlines()
    assert [line.split(",")[1].strip() for line in lines] == [
        *["tables of 2"] * 3,
        *["tables of 3"] * 3,
        *("tables of 2", "tables of 4"),
    ]
    assert all(line.endswith("met") for line in lines if "standings" not in line)
