"""Views and resampled positions of Kharnage reveal nothing hidden."""

import json
from random import Random

import pytest

from tests.games.titles.kharnage.rules.tables import battle, deal, play, random_moves, table, unit


def test_plans_are_hidden_until_all_are_made() -> None:
    position = table("", "")
    play(position, "plan", 0, strategy="human-plan")
    assert position.view(0)["plans"] == ["human-plan", None]
    assert position.view(1)["plans"] == [None, None]
    assert position.view(None)["plans"] == [None, None]
    assert position.view(1)["planned"] == [True, False]


def test_complete_plans_are_public() -> None:
    position = battle("grunt", "grunt", rows="melee")
    assert position.view(None)["plans"] == ["human-plan", "orc-plan"]


def test_view_shows_hands_of_strategies_and_generals() -> None:
    position = deal(4)
    for viewer in (None, 0, 3):
        view = position.view(viewer)
        assert view["hands"] == position.dump()["hands"]
        assert view["generals"] == position.dump()["generals"]


def test_view_shows_reserves_and_piles_as_sizes() -> None:
    position = table("", "", reserve="grunt bow", pile="mage")
    for viewer in (None, 0, 1):
        assert position.view(viewer)["reserves"] == [2, 0]
        assert position.view(viewer)["piles"] == [1, 0]


def test_face_down_flag_is_hidden() -> None:
    boss = unit("boss", count=1)
    position = battle("", "", rows="general", reserve="grunt bow", generals=(boss,))
    effects = play(position, "reinforce", general=None)
    assert effects[0].kind == "flag"
    assert effects[0].facts == {"seat": 0, "pile": 1}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_resampled_position_has_same_view_and_moves(seats: int) -> None:
    rng = Random(seats)
    for position, seat, move, chance in random_moves(seats, seats, cheer="manual"):
        before = position.dump()
        for viewer in (None, *range(seats)):
            resampled = position.resample(viewer, rng)
            resampled.check()
            assert resampled.view(viewer) == position.view(viewer)
            assert resampled.to_move() == position.to_move()
            if viewer is not None:
                assert resampled.moves(viewer) == position.moves(viewer)
        assert position.dump() == before
        resampled = position.resample(seat, rng)
        true = position.clone().play(seat, move, chance)
        assert resampled.play(seat, move, chance)[0] == true[0]


def test_resampled_world_redraws_plans_and_orders() -> None:
    position = deal(3)
    for seat in (0, 1):
        play(position, "plan", seat, strategy=position.hands[seat][0].id)
    rng = Random(1)
    resampled = [position.resample(0, rng) for _ in range(30)]
    assert {p.plans[0].id for p in resampled if p.plans[0]} == {position.hands[0][0].id}
    assert len({p.plans[1].id for p in resampled if p.plans[1]}) > 3
    assert all(p.plans[2] is None for p in resampled)
    for seat in range(3):
        orders = {json.dumps([card.id for card in p.reserves[seat]]) for p in resampled}
        assert len(orders) == 30


def test_general_in_pile_is_resampled_in_its_place() -> None:
    boss = unit("boss", count=1)
    position = battle(
        "grunt", "grunt", rows="general melee unit", reserve="bow bow mage", generals=(boss,)
    )
    play(position, "reinforce", general="human-boss")
    for number in range(10):
        resampled = position.resample(1, Random(number))
        assert [card.id for card in resampled.piles[0]] == ["human-boss"]
