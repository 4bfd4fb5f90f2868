"""The effect of a move in a battle, computed from a view (spec: Play)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.contract import Move
from games.titles.condottiere.rules.foresight import Prospect, foresee
from games.titles.condottiere.rules.moves import PASS, PLAY, TAKE_BACK
from tests.helpers.condottiere import Table, battle, owned
from tests.helpers.effort import examples


def prospect(table: Table, move: Move, seat: int = 0) -> Prospect:
    position = table.position
    return foresee(position.view(seat), position.options, seat, [move])[move]


@pytest.mark.parametrize(
    ("card", "strengths"),
    [
        ("m4", (17, 5)),
        ("drum", (26, 5)),
        ("winter", (2, 1)),
        ("heroine", (23, 5)),
        ("scarecrow", (13, 5)),
    ],
)
def test_forecast_follows_rules_for_every_card(card: str, strengths: tuple[int, int]) -> None:
    hands = "m4 drum winter heroine scarecrow | m1"
    found = prospect(battle(hands, armies="m3 m10 | m5"), PLAY[card])
    assert (found.strengths, found.leader, found.ended) == (strengths, 0, None)


def test_forecast_of_scarecrow_excludes_card_taken_back() -> None:
    found = prospect(battle("scarecrow | m1", armies="m3 m10 | m5"), TAKE_BACK["m10"])
    assert (found.strengths, found.leader) == ((3, 5), 1)


def test_forecast_of_last_pass_shows_end_of_battle_and_match() -> None:
    table = battle("m1 | m2 | m3 | m4", armies="m5 | m4 | | ", passed=[False, True, True, True])
    found = prospect(table, PASS)
    assert found.ended is not None
    assert (found.leader, found.wins) == (0, False)
    nearly = battle(
        "m1 | m2 | m3 | m4",
        armies="m5 | m4 | | ",
        passed=[False, True, True, True],
        cities=owned(s0="genova milano"),
    )
    assert prospect(nearly, PASS).wins


def test_forecast_of_bishop_shows_end_without_winner() -> None:
    found = prospect(battle("bishop m1 | m2", armies="m10 | m5"), PLAY["bishop"])
    assert found.ended is not None
    assert found.leader is None


def test_forecast_of_last_card_shows_end_of_battle() -> None:
    table = battle("m10 | m2", armies="m1 | m5", passed=[False, True])
    found = prospect(table, PLAY["m10"])
    assert found.ended is not None
    assert found.leader == 0


def test_forecast_of_owners_first_pass_shows_no_end() -> None:
    options = {"taking_cities": True}
    cities = {"parma": 0}
    table = battle("m1 | m2", cities=cities, holder=1, turn=0, options=options)
    assert prospect(table, PASS).ended is None


@settings(max_examples=examples(30))
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_forecast_does_not_depend_on_hidden_cards(seed: int, seats: int) -> None:
    """Any hands that the viewer cannot tell from the true ones come to the same."""
    rng = Random(seed)
    table = Table(seats=seats).position
    chance = Table(seats=seats).record.chance(1)
    for _ in range(rng.randrange(1, 40)):
        [seat] = table.to_move()[:1]
        if table.view(None)["phase"] == "battle":
            view, moves = table.view(seat), table.moves(seat)
            forecast = foresee(view, table.options, seat, moves)
            other = table.resample(seat, rng)
            assert forecast == foresee(other.view(seat), table.options, seat, moves)
            for move in moves:
                true = table.clone()
                ends = [one for one in true.apply(seat, move, chance) if one.kind == "battle-ended"]
                found = forecast[move]
                assert [one.facts for one in ends] == ([] if found.ended is None else [found.ended])
                if not ends:
                    assert list(found.strengths) == true.view(None)["strengths"]
        table.apply(seat, rng.choice(table.moves(seat)), chance)
        if table.outcome() is not None:
            break
