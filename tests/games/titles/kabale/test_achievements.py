"""Positions that earn Kabale's achievements, and similar ones that do not."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.achievements import Played
from games.titles.kabale.rules.position import Kabale
from tests.helpers.kabale import column
from tests.helpers.played import choices, earned, played, random_match

AREAS = ("alchemy", "fencing", "farming", "trade", "religion", "music")


def last_round(aim: str, *lying: str, last: str = "0 queen", **more: Any) -> Played:
    """Play the last card of a match of two.

    The given cards lie in the first column, and the other column is full. `last` is the seat and
    the card that it lays in the first column.
    """
    seat, card = last.split()
    other = 1 - int(seat)
    hands = [[], []] if not more.get("hands") else more.pop("hands")
    hands[int(seat)] = [card]
    hands[other] = hands[other] or ["fencer"]
    position = {
        "round": 6,
        "turn": int(seat),
        "columns": [column(aim, *lying), column("music 1", "0 landlord", "1 landlord")],
        "hands": hands,
        "stacks": [["merchant"], ["merchant"]],
        "goals": [],
        **more,
    }
    moves = [{"seat": int(seat), "type": "place", "card": card, "column": 0}]
    return played("kabale", moves, position=position)


def test_goal_taken_with_one_card_against_four_earns_alone() -> None:
    won = last_round("trade 5", "1 squire", "1 wizard", "1 cloak", "1 romeo", last="0 king")
    assert earned(won, "alone") == set(), "a wizard sends the king away"
    won = last_round("trade 5", "1 squire", "1 hermit", "1 cloak", "1 romeo", last="0 king")
    assert earned(won, "alone") == {0}
    few = last_round("trade 4", "1 squire", "1 cloak", "1 romeo", last="0 king")
    assert earned(few, "alone") == set()


def test_romeo_and_juliet_at_won_goal_earn_lovers() -> None:
    assert earned(last_round("trade 3", "0 romeo", "1 cloak", last="0 juliet"), "lovers") == {0}
    apart = last_round("trade 3", "0 romeo", "1 juliet", last="0 king")
    assert earned(apart, "lovers") == set()
    lost = last_round("trade 4", "0 romeo", "1 king", "1 queen", last="0 juliet")
    assert earned(lost, "lovers") == set()


def test_prince_and_squire_at_won_goal_earn_couple() -> None:
    assert earned(last_round("trade 3", "0 prince", "1 king", last="0 squire"), "couple") == {0}
    parted = last_round("trade 3", "1 prince", "1 cloak", last="0 squire")
    assert earned(parted, "couple") == set()


@pytest.mark.parametrize(("aim", "who"), [("trade 5", {1}), ("trade 4", set())])
def test_beggar_at_goal_of_5_earns_beggar(aim: str, who: set[int]) -> None:
    lying = ("0 king", "0 queen", "1 beggar", "1 squire")[: int(aim[-1]) - 1]
    assert earned(last_round(aim, *lying, last="0 juliet"), "beggar") == who


def test_win_without_beggar_does_not_earn_beggar() -> None:
    plain = last_round("trade 5", "0 king", "0 queen", "1 minstrel", "1 squire", last="0 juliet")
    assert earned(plain, "beggar") == set()


@pytest.mark.parametrize(("card", "who"), [("king", {1}), ("queen", {1}), ("juliet", set())])
def test_assassin_killing_king_or_queen_earns_crown_stabbed(card: str, who: set[int]) -> None:
    """Seat 1's Assassin lies face down: what uncovers it is gone, and the round goes on."""
    stabbed = played(
        "kabale",
        [{"seat": 0, "type": "place", "card": card, "column": 0}],
        position={
            "columns": [column("trade 5", "1 assassin down"), column("music 5")],
            "hands": [[card], ["fencer"]],
        },
        places=[1, 2],
    )
    assert earned(stabbed, "crown-stabbed") == who


def test_assassin_killing_own_queen_earns_nothing() -> None:
    own = played(
        "kabale",
        [{"seat": 0, "type": "place", "card": "queen", "column": 0}],
        position={
            "columns": [column("trade 5", "0 assassin down"), column("music 5")],
            "hands": [["queen"], ["fencer"]],
        },
        places=[1, 2],
    )
    assert earned(own, "crown-stabbed") == set()


def test_winner_with_goals_of_all_areas_earns_all_areas() -> None:
    won = [[[area, 3] for area in AREAS if area != "trade"], []]
    every = last_round("trade 3", "0 king", "1 cloak", last="0 queen", won=won)
    assert every.winner == 0
    assert earned(every, "all-areas") == {0}
    other = last_round("religion 3", "0 king", "1 cloak", last="0 queen", won=won)
    assert other.winner == 0
    assert earned(other, "all-areas") == set()


def test_goal_in_every_round_earns_every_round() -> None:
    """Random matches are compared with an independent count of the goals in each round."""
    matches = [random_match("kabale", number, seats=2) for number in range(12)]
    for one in matches:
        gained = [set[int]() for _round in range(6)]
        for decision in one.decisions:
            assert isinstance(decision.before, Kabale)
            for award in decision.facts("awarded"):
                gained[decision.before.round - 1].add(award["winner"])
        expected = {seat for seat in range(2) if all(seat in seats for seats in gained)}
        assert earned(one, "every-round") == expected
    who = [earned(one, "every-round") for one in matches]
    assert any(who)
    assert any(len(seats) < 2 for seats in who)


def test_habits_count_first_cards_and_areas() -> None:
    one = last_round("trade 3", "0 king", "1 cloak", last="0 queen")
    assert choices(one, "first-card") == {0: "queen"}
    assert choices(one, "area")[0] in ("trade", "music")
