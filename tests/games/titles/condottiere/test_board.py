"""Condottiere on its page."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games.titles.condottiere.board import board
from games.titles.condottiere.board.board import CondottiereTable
from games.titles.condottiere.rules.cities import group_needed
from games.titles.condottiere.rules.moves import PASS, Play


def table_of(seats: int, options: dict[str, Any]) -> Any:
    match = SimpleNamespace(options=options)
    return CondottiereTable(SimpleNamespace(view={}, chairs=[None] * seats, match=match))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bigger", [False, True])
def test_the_page_says_how_many_cities_the_rules_ask_for(seats: int, bigger: bool) -> None:
    options = {"bigger_kingdom": bigger}
    assert table_of(seats, options).needed == group_needed(seats, options)


def test_the_page_has_no_rule_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "group_needed", lambda seats, options: seats + options["more"])
    assert table_of(3, {"more": 40}).needed == 43


@pytest.mark.parametrize(
    ("passed", "strengths", "waits"),
    [
        ([False, False, True], [10, 1, 4], True),
        ([False, True, True], [3, 1, 4], True),
        ([False, True, True], [10, 1, 4], False),
    ],
)
def test_passing_waits_unless_it_takes_the_city(
    passed: list[bool], strengths: list[int], waits: bool
) -> None:
    view = {"phase": "battle", "passed": passed, "strengths": strengths}
    table: Any = SimpleNamespace(view=view, seat=0, moves=[Play("m1"), PASS], recent=[])
    assert CondottiereTable(table).grave == (({"type": "pass"},) if waits else ())
