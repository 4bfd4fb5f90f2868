"""The memory of a seat of Kharnage: every position it resamples agrees with it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Effect
from games.engine.information_state import information_state_of, tell
from games.titles.kharnage.rules.cards import ids
from games.titles.kharnage.rules.information_state import Memory
from games.titles.kharnage.rules.position import Kharnage
from tests.games.titles.kharnage.rules.tables import deal, plan_all, play, table, unit
from tests.helpers.information_state import WORLDS, worlds

BOSS = unit("boss", "melee melee", defence=3, count=1)
STABBER = unit("stabber", "surprise-melee")


def remembered(position: Kharnage, seat: int) -> Memory:
    information_state = information_state_of(position, seat)
    assert isinstance(information_state, Memory)
    return information_state


def ambushed() -> tuple[Kharnage, Memory]:
    """Return a position in which a general lies in the pile, and a card above it attacks."""
    position = table(
        "", "grunt", rows="general unit", reserve="stabber", units=(STABBER,), generals=(BOSS,)
    )
    information_state = remembered(position, 1)
    tell(information_state, plan_all(position))
    tell(information_state, play(position, "reinforce", general="human-boss"))
    return position, information_state


def test_seat_remembers_place_of_general_in_pile() -> None:
    position, information_state = ambushed()
    assert position.phase == "target"
    assert ids(position.piles[0]) == ["human-boss"]
    assert all(
        ids(world.piles[0]) == ["human-boss"] for world in worlds(position, information_state)
    )
    late = remembered(position, 1)
    assert any(ids(world.piles[0]) != ["human-boss"] for world in worlds(position, late))


def test_piece_fetched_from_pile_leaves_its_place_unknown() -> None:
    position = deal(2)
    information_state = remembered(position, 1)
    army = position.armies[0]
    general, piece = army.generals[0].id, next(card for card in army.units if not card.large).id
    put_down = {"seat": 0, "card": piece, "line": "front"}
    for effect in (
        Effect("flag", {"seat": 0, "pile": 1}),
        Effect("flag", {"seat": 0, "pile": 2}),
        Effect("general", {"seat": 0, "card": general}),
        Effect("flag", {"seat": 0, "pile": 4}),
        Effect("flag", {"seat": 0, "pile": 5}),
        Effect("deployed", {**put_down, "fetched": False, "pile": 3}),
        Effect("deployed", {**put_down, "fetched": True, "pile": 3}),
    ):
        information_state.learn(effect)
    view: dict[str, Any] = dict(position.view(1))
    view["generals"] = [[g for g in view["generals"][0] if g != general], view["generals"][1]]
    view["piles"] = [3, 0]
    view["reserves"] = [2, view["reserves"][1]]
    piles = [ids(information_state.resample(view, Random(n)).piles[0]) for n in range(WORLDS)]
    assert {len(pile) for pile in piles} == {3}
    assert {pile.index(general) for pile in piles} == {1, 2}
    # The general comes next: what seemed to lie above him was the gap.
    information_state.learn(
        Effect("deployed", {**put_down, "card": general, "fetched": False, "pile": 2})
    )
    view["piles"] = [2, 0]
    world = information_state.resample(view, Random(1))
    assert len(world.piles[0]) == 2
    assert not any(card.is_general for card in world.piles[0])


def test_destroyed_cards_of_earlier_rounds_are_in_no_reserve() -> None:
    """A view no longer shows what fell in the rounds before."""
    position = deal(3, number=2)
    everything = [Counter(army.reserve) for army in position.armies]
    known = [remembered(position, seat) for seat in range(3)]
    rng, step = Random(2), 0
    while position.round < 4:
        step += 1
        (seat, *_) = position.to_move()
        effects = position.play(seat, rng.choice(position.moves(seat)), Chance(bytes(32), step))
        for information_state in known:
            tell(information_state, effects)
    out = [
        army - Counter(ids([*position.reserves[seat], *position.piles[seat]]))
        for seat, army in enumerate(everything)
    ]
    fallen = [lost - Counter(ids(position.in_play(seat))) for seat, lost in enumerate(out)]
    assert sum(map(Counter.total, fallen)) > 3
    for information_state in known:
        for world in worlds(position, information_state):
            for seat in range(3):
                there = Counter(ids([*world.reserves[seat], *world.piles[seat]]))
                assert there == Counter(ids([*position.reserves[seat], *position.piles[seat]]))
