"""The reason of a refusal names what the player has overlooked."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.refusals import IllegalMove
from tests.helpers import kabale as table


@pytest.mark.parametrize(
    ("phase", "asked", "reason"),
    [
        ("place", ("place", "queen", 0), "You don’t have that card."),
        ("place", ("place", "witch", 1), "A storm has closed that column."),
        ("place", ("swap", 1), "It’s your turn: lay a card at the end of a column."),
        ("cloak", ("cloak", "queen"), "You don’t have that card."),
        (
            "cloak",
            ("place", "witch", 0),
            "Your cloak was uncovered: hide a card under it, or decline.",
        ),
        ("swap", ("swap", 0), "The traitor swaps with another column, not his own."),
        (
            "swap",
            ("place", "witch", 0),
            "Your traitor was uncovered: swap his goal with another, or decline.",
        ),
    ],
)
def test_refused_move_has_its_reason(phase: str, asked: tuple[Any, ...], reason: str) -> None:
    card = "traitor" if phase == "swap" else "cloak"
    position = table.load(
        table.column("music 3", f"0 {card}", "1 king down"),
        table.column("trade 3", storm=True),
        hands=["witch", "queen"],
        phase=phase,
        pending=None if phase == "place" else {"seat": 0, "column": 0},
    )
    with pytest.raises(IllegalMove) as refusal:
        table.play(position, 0, *asked)
    assert refusal.value.reason == reason
