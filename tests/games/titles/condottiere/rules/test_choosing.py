"""Choosing a city or declining, step 2 (spec: Play)."""

from __future__ import annotations

import pytest

from games.titles.condottiere.rules.cities import CITIES
from tests.helpers.condottiere import Table, owned


def test_pawn_holder_chooses_free_city_or_declines() -> None:
    table = Table(hands="m1 | m1 | m1", holder=1, cities=owned(s0="roma", s2="torino"))
    free = [city for city in CITIES if city not in ("roma", "torino")]
    assert table.to_move == (1,)
    assert table.legal(1) == [*(f"choose {city}" for city in free), "decline"]


@pytest.mark.parametrize("city", ["roma", "torino"])
def test_conquered_city_cannot_be_chosen(city: str) -> None:
    table = Table(hands="m1 | m1", cities=owned(s0="roma", s1="torino"))
    assert table.refuses(f"0 choose {city}") == "illegal-move"


def test_only_pawn_holder_chooses() -> None:
    table = Table(hands="m1 | m1 | m1", holder=1)
    assert table.refuses("0 choose roma") == "not-your-turn"
    assert table.refuses("2 decline") == "not-your-turn"


@pytest.mark.parametrize("line", ["0 pass", "0 play m1", "0 discard", "0 keep"])
def test_only_choose_and_decline_are_legal_when_choosing(line: str) -> None:
    assert Table(hands="m1 | m1").refuses(line) == "illegal-move"


def test_declining_passes_pawn_to_the_left() -> None:
    table = Table(hands="m1 | m1 | m1", holder=2).say("2 decline")
    assert (table["holder"], table["turn"], table["declines"]) == (0, 0, 1)


def test_pawn_passes_even_to_seat_without_cards() -> None:
    table = Table(hands="m1 | | m1").say("0 decline")
    assert table["holder"] == 1
    assert "choose roma" in table.legal(1)
    assert table.say("1 decline")["holder"] == 2


def test_pawn_holder_must_choose_after_all_declined() -> None:
    table = Table(hands="m1 | m1 | m1", holder=1).say("1 decline", "2 decline", "0 decline")
    assert (table["holder"], table["declines"]) == (1, 3)
    assert "decline" not in table.legal(1)
    assert table.refuses("1 decline") == "illegal-move"


def test_declines_reset_after_city_is_chosen() -> None:
    table = Table(hands="m1 m1 | m1 | m1").say("0 decline", "1 choose roma")
    assert table["declines"] == 0
    table.say("1 pass", "2 pass", "0 pass")
    assert "decline" in table.legal(table["holder"])


def test_city_left_free_may_be_chosen_again() -> None:
    table = Table(hands="m1 m1 | m1 | m1").say("0 choose roma", "0 pass", "1 pass", "2 pass")
    assert "choose roma" in table.legal(1)
