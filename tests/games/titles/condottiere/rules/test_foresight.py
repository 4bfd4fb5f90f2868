"""What a move in a battle comes to, told from a view (spec: Play)."""

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
def test_every_card_is_counted_as_the_rules_count_it(card: str, strengths: tuple[int, int]) -> None:
    hands = "m4 drum winter heroine scarecrow | m1"
    found = prospect(battle(hands, armies="m3 m10 | m5"), PLAY[card])
    assert (found.strengths, found.leader, found.ended) == (strengths, 0, None)


def test_a_scarecrow_gives_up_what_it_takes_back() -> None:
    found = prospect(battle("scarecrow | m1", armies="m3 m10 | m5"), TAKE_BACK["m10"])
    assert (found.strengths, found.leader) == ((3, 5), 1)


def test_the_last_pass_ends_the_battle_and_may_win_the_match() -> None:
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


def test_a_bishop_leaves_nobody_a_winner() -> None:
    found = prospect(battle("bishop m1 | m2", armies="m10 | m5"), PLAY["bishop"])
    assert found.ended is not None
    assert found.leader is None


def test_my_last_card_ends_a_battle_that_nobody_else_is_in() -> None:
    table = battle("m10 | m2", armies="m1 | m5", passed=[False, True])
    found = prospect(table, PLAY["m10"])
    assert found.ended is not None
    assert found.leader == 0


def test_an_owner_who_passes_before_his_first_card_ends_nothing() -> None:
    options = {"taking_cities": True}
    cities = {"parma": 0}
    table = battle("m1 | m2", cities=cities, holder=1, turn=0, options=options)
    assert prospect(table, PASS).ended is None


@settings(max_examples=examples(30))
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_nothing_told_hangs_on_what_is_hidden(seed: int, seats: int) -> None:
    """Any hands that the viewer cannot tell from the true ones come to the same."""
    rng = Random(seed)
    table = Table(seats=seats).position
    chance = Table(seats=seats).record.chance(1)
    for _ in range(rng.randrange(1, 40)):
        [seat] = table.to_move()[:1]
        if table.view(None)["phase"] == "battle":
            view, moves = table.view(seat), table.moves(seat)
            forecast = foresee(view, table.options, seat, moves)
            other = table.imagine(seat, rng)
            assert forecast == foresee(other.view(seat), table.options, seat, moves)
            for move in moves:
                true = table.clone()
                ends = [h for h in true.apply(seat, move, chance) if h.kind == "battle-ended"]
                found = forecast[move]
                assert [h.facts for h in ends] == ([] if found.ended is None else [found.ended])
                if not ends:
                    assert list(found.strengths) == true.view(None)["strengths"]
        table.apply(seat, rng.choice(table.moves(seat)), chance)
        if table.outcome() is not None:
            break
