"""The reason of a refusal names what the player has overlooked."""

from __future__ import annotations

import pytest

from tests.helpers.condottiere import Table, battle, owned


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0 play m6", "You don’t have that card."),
        ("0 play m1 take m2", "Only a scarecrow takes a card back."),
        ("0 play scarecrow take drum", "A scarecrow only takes back mercenaries."),
        ("0 play scarecrow take m5", "You have no such mercenary in this battle."),
        ("0 choose roma", "There’s a battle: play a card or pass."),
    ],
)
def test_move_refused_in_battle_has_its_reason(line: str, reason: str) -> None:
    table = battle("m1 scarecrow | m1", armies="m2 drum | m5")
    assert table.refusal(line).reason == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0 choose roma", "That city is already yours."),
        ("0 choose siena", "That city is already conquered."),
        ("0 decline", "Everyone has declined, so you must choose a city."),
        ("0 pass", "Choose a city to fight for, or decline."),
    ],
)
def test_refused_choice_of_city_has_its_reason(line: str, reason: str) -> None:
    table = Table(hands="m1 | m1", cities=owned(s0="roma", s1="siena"), declines=2)
    assert table.refusal(line).reason == reason
