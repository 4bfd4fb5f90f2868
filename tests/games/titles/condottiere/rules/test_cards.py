"""The 96 cards and the strength of armies."""

from __future__ import annotations

from collections import Counter

import pytest

from games.titles.condottiere.rules.cards import (
    COPIES,
    DECK,
    MERCENARIES,
    counts,
    is_winter,
    strengths,
    strongest,
)
from tests.helpers.condottiere import piles

THE_36 = "m10 m10 m5 m4 m4 m1 m1 m1"
"""The rulebook's army for winter."""


def test_deck_has_96_cards() -> None:
    assert len(DECK) == sum(COPIES.values()) == 96
    assert Counter(DECK) == COPIES


def test_deck_has_documented_copies_of_each_card() -> None:
    assert sum(COPIES[card] for card in MERCENARIES) == 63
    assert COPIES["m1"] == COPIES["scarecrow"] == 15
    assert {COPIES[card] for card in MERCENARIES if card != "m1"} == {8}
    assert COPIES["drum"] == 6
    assert {COPIES[card] for card in ("bishop", "surrender", "winter", "heroine")} == {3}


def test_heroine_is_not_a_mercenary() -> None:
    assert "heroine" not in MERCENARIES
    assert all(card.startswith("m") for card in MERCENARIES)


@pytest.mark.parametrize(
    ("armies", "expected"),
    [
        # The rulebook's examples.
        (THE_36, [36]),
        (f"{THE_36} winter", [8]),
        (f"{THE_36} | winter", [8, 0]),
        ("m10 m6 m5", [21]),
        ("m10 m6 m5 drum", [42]),
        ("m10 m6 m5 drum winter", [6]),
        ("m10 m6 m5 drum | winter", [6, 0]),
        # Winter: every mercenary of every army.
        ("m10 m10 | m1 m1 m1 | winter", [2, 3, 0]),
        ("m10 winter winter", [1]),
        # Drum: one's own mercenaries only, and once only.
        ("m3 drum | m3", [6, 3]),
        ("m3 drum drum drum", [6]),
        ("drum", [0]),
        # Heroine: always 10.
        ("heroine", [10]),
        ("heroine heroine heroine", [30]),
        ("heroine drum winter", [10]),
        ("heroine m3 drum", [16]),
        ("heroine m3 drum | winter", [12, 0]),
        # Worth nothing.
        ("scarecrow scarecrow | surrender | bishop |", [0, 0, 0, 0]),
        ("m5 scarecrow drum", [10]),
    ],
)
def test_army_strengths_follow_the_rules(armies: str, expected: list[int]) -> None:
    laid = piles(armies)
    assert strengths(laid) == expected
    winter = is_winter(laid)
    assert [sum(counts(card, army, winter) for card in army) for army in laid] == expected


@pytest.mark.parametrize(
    ("by_seat", "seat"),
    [
        ([0, 0], None),
        ([3, 3, 1], None),
        ([0, 1], 1),
        ([5, 4, 4], 0),
        ([0], None),
        ([2], 0),
    ],
)
def test_only_single_strongest_above_zero_conquers(by_seat: list[int], seat: int) -> None:
    assert strongest(by_seat) == seat
