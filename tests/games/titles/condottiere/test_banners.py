"""The banners of Condottiere's highlights."""

from __future__ import annotations

from typing import Any

import pytest

from games.boards.highlights import Banner
from games.engine.contract import Effect
from games.titles.condottiere.board.board import CondottiereBoard

NAMES = ("Anna", "Ben", "Cleo")


def battle(**facts: Any) -> Effect:
    usual = {
        "city": "torino",
        "cause": "passed",
        "winner": 1,
        "owner": None,
        "strengths": [4, 12, 0],
        "armies": [["m4"], ["m10", "m2"], []],
        "holder": 1,
    }
    return Effect("battle-ended", {**usual, **facts})


def banner(you: int | None, *effects: Effect) -> Banner:
    found = CondottiereBoard().banner(effects, NAMES, you)
    assert found is not None
    return found


def test_battle_banner_shows_winner_and_strengths() -> None:
    shown = banner(0, battle())
    assert (shown.title, shown.lines) == ("Ben takes Torino.", ("Ben 12 against Anna 4",))
    assert shown.seat == 1
    assert banner(1, battle()).title == "You take Torino."


@pytest.mark.parametrize(
    ("facts", "title", "lines"),
    [
        ({"owner": 1}, "Ben keeps Torino.", ("Ben 12 against Anna 4",)),
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
            {"winner": None, "strengths": [0, 0, 0], "armies": [[], ["surrender"], []]},
            "No single army is strongest: Torino stays as it was.",
            (),
        ),
        (
            {"winner": None, "cause": "bishop"},
            "The bishop ends the battle: no one takes Torino.",
            (),
        ),
        (
            {"winner": None, "strengths": [4, 4, 0], "armies": [["m4"], ["m4"], []]},
            "No single army is strongest: Torino stays as it was.",
            ("Anna 4 against Ben 4",),
        ),
    ],
)
def test_battle_banner_shows_reason_of_the_end(
    facts: dict[str, Any], title: str, lines: tuple[str, ...]
) -> None:
    shown = banner(None, battle(**facts))
    assert (shown.title, shown.lines) == (title, lines)


def test_deal_is_shown_below_battle_banner_with_hand_size() -> None:
    dealt = Effect("dealt", {"hands": [10, 12, 10]})
    shown = banner(1, battle(), dealt)
    assert shown.title == "You take Torino."
    assert shown.lines[1:] == ("A new round: the cards are dealt again.", "You hold 12 cards.")
