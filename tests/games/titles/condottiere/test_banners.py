"""The great moments of Condottiere in large."""

from __future__ import annotations

from typing import Any

import pytest

from games.boards.beats import Banner
from games.engine.contract import Happening
from games.titles.condottiere.board.board import CondottiereBoard

NAMES = ("Anna", "Ben", "Cleo")


def battle(**facts: Any) -> Happening:
    usual = {
        "city": "torino",
        "cause": "passed",
        "winner": 1,
        "owner": None,
        "strengths": [4, 12, 0],
        "armies": [["m4"], ["m10", "m2"], []],
        "holder": 1,
    }
    return Happening("battle-ended", {**usual, **facts})


def banner(you: int | None, *happenings: Happening) -> Banner:
    found = CondottiereBoard().banner(happenings, NAMES, you)
    assert found is not None
    return found


def test_a_battle_says_who_took_the_city_with_how_much_against_whom() -> None:
    shown = banner(0, battle())
    assert (shown.title, shown.lines) == ("Ben takes Torino.", ("Ben 12 against Anna 4",))
    assert shown.seat == 1
    assert banner(1, battle()).title == "You take Torino."


@pytest.mark.parametrize(
    ("facts", "title", "lines"),
    [
        ({"owner": 1}, "Ben holds Torino.", ("Ben 12 against Anna 4",)),
        (
            {"cause": "surrender"},
            "Ben takes Torino.",
            ("Ben 12 against Anna 4", "Surrender: the strongest army takes it."),
        ),
        (
            {"strengths": [0, 3, 0], "armies": [[], ["m3"], []]},
            "Ben takes Torino.",
            ("Ben 3, unopposed",),
        ),
        (
            {"winner": None, "cause": "bishop"},
            "The bishop ends it: nobody takes Torino.",
            (),
        ),
        (
            {"winner": None, "strengths": [4, 4, 0], "armies": [["m4"], ["m4"], []]},
            "Nobody is strongest: Torino stays as it was.",
            ("Anna 4 against Ben 4",),
        ),
    ],
)
def test_why_it_ended_is_said(facts: dict[str, Any], title: str, lines: tuple[str, ...]) -> None:
    shown = banner(None, battle(**facts))
    assert (shown.title, shown.lines) == (title, lines)


def test_the_deal_that_a_battle_led_to_stands_below_it_with_my_cards() -> None:
    dealt = Happening("dealt", {"hands": [10, 12, 10]})
    shown = banner(1, battle(), dealt)
    assert shown.title == "You take Torino."
    assert shown.lines[1:] == ("A new round: the cards are dealt anew.", "You hold 12 cards.")
