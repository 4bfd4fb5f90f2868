"""The current result of a column, as far as a viewer can see it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.contract import Json
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.reckoning import award_as_seen
from tests.helpers.kabale import column, load


def columns(position: Kabale, seat: int | None) -> list[Json]:
    """Return the columns as a seat, or the public, sees them."""
    return [dict(column) for column in position.view(seat)["columns"]]


def as_seen(seat: int | None, *cards: str, aim: str = "music 5") -> Any:
    position = load(column(aim, *cards), column("trade 1"), hands=["storm", ""])
    given = award_as_seen(columns(position, seat)[0])
    return given.winner, given.sums


def test_tally_counts_own_hidden_card_but_not_those_of_others() -> None:
    cards = ("0 king down", "1 queen down", "1 squire")
    assert as_seen(0, *cards) == (0, {0: 20, 1: 2})
    assert as_seen(1, *cards) == (1, {1: 18})
    assert as_seen(None, *cards) == (1, {1: 2})


def test_column_without_known_cards_has_no_winner() -> None:
    assert as_seen(None, "0 king down", "1 queen down") == (None, {})
    assert as_seen(0) == (None, {})


@pytest.mark.parametrize(("card", "number"), [("hermit", 10), ("giant", 8)])
def test_unseen_card_occupies_its_place(card: str, number: int) -> None:
    assert as_seen(0, f"0 {card} down", "1 king down", "1 queen down") == (0, {0: number})


def test_double_before_unseen_card_has_no_number() -> None:
    assert as_seen(0, "0 double", "1 king down") == (None, {})
    assert as_seen(1, "0 double", "1 king down") == (0, {0: 20, 1: 20})


def test_unseen_card_is_not_removed_and_removes_nothing() -> None:
    assert as_seen(0, "0 wizard", "1 king", "1 wizard down") == (0, {0: 7})
    assert as_seen(1, "0 wizard", "1 king", "1 wizard down") == (1, {0: 7, 1: 27})


@pytest.mark.parametrize("seed", range(10))
def test_tally_of_known_cards_equals_award(seed: int) -> None:
    """Hidden cards change nothing, because only the view is used."""
    rng = Random(seed)
    position = Kabale.deal(3, {}, Chance(bytes([seed]) * 32, 0))
    for step in range(1, 40):
        if position.outcome():
            break
        seat = rng.choice(position.to_move())
        move = rng.choice(position.moves(seat))
        position.play(seat, move, Chance(bytes([seed]) * 32, step))
        for at, real in enumerate(position.columns):
            laid = [(card.seat, card.card) for card in real.cards]
            if all(card.up or card.seat == 0 for card in real.cards):
                seen = award_as_seen(columns(position, 0)[at])
                assert seen == award(Goal(*real.goal), laid)
        other = position.resample(0, rng)
        before = [award_as_seen(one) for one in columns(position, 0)]
        assert [award_as_seen(one) for one in columns(other, 0)] == before
