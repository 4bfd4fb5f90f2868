"""The reason of a refusal names what the player has overlooked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.titles.kharnage.rules.tables import battle, refusal_of, unit

OUT_OF_REACH = (
    "Melee reaches the armies to your left and right, and the opposite one only while one of them"
    " has no cards."
)


@pytest.mark.parametrize(
    ("rows", "move", "reason"),
    [
        ("melee", {"type": "target", "seats": [2]}, OUT_OF_REACH),
        ("ranged", {"type": "target", "seats": [0]}, "You can’t attack yourself."),
        ("ranged", {"type": "target", "seats": [1, 1]}, "Attack one army, or two different ones."),
        (
            "ranged",
            {"type": "target", "seats": [2], "as": "ranged"},
            "Only a magic attack chooses between melee and ranged.",
        ),
        (
            "melee",
            {"type": "target", "seats": [], "as": "melee"},
            "An attack that is skipped needs no “as”.",
        ),
        ("melee", {"type": "stop"}, "There’s nothing to stop."),
        ("melee", {"type": "throw", "do": True}, "Choose an army to attack, or don’t attack."),
    ],
)
def test_refused_target_has_its_reason(rows: str, move: dict[str, Any], reason: str) -> None:
    position = battle("mage", "grunt", "grunt", "grunt", rows=rows)
    refusal = refusal_of(position, {"seat": 0, **move})
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ({"seats": [1]}, "Choose whether the magic strikes as melee or ranged."),
        ({"seats": [2], "as": "melee"}, OUT_OF_REACH),
    ],
)
def test_refused_target_of_magic_has_its_reason(move: dict[str, Any], reason: str) -> None:
    storm = unit("storm", "surprise-magic", count=4)
    armies = ("", "grunt", "grunt", "grunt")
    position = battle(*armies, rows="unit", reserve="storm", units=(storm,))
    refusal = refusal_of(position, {"seat": 0, "type": "target", **move})
    assert refusal is not None
    assert refusal.reason == reason
