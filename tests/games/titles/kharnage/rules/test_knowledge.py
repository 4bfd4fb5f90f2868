"""What a seat of Kharnage remembers, and that all it imagines agrees with it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Happening
from games.engine.knowledge import knowledge_of, tell
from games.titles.kharnage.rules.cards import ids
from games.titles.kharnage.rules.knowledge import Memory
from games.titles.kharnage.rules.position import Kharnage
from tests.games.titles.kharnage.rules.tables import deal, plan_all, play, table, unit
from tests.helpers.knowledge import WORLDS, worlds

BOSS = unit("boss", "melee melee", defence=3, count=1)
STABBER = unit("stabber", "surprise-melee")


def remembered(position: Kharnage, seat: int) -> Memory:
    knowledge = knowledge_of(position, seat)
    assert isinstance(knowledge, Memory)
    return knowledge


def ambushed() -> tuple[Kharnage, Memory]:
    """A general went to the pile, a card over him is deployed and attacks: he still lies there."""
    position = table(
        "", "grunt", rows="general unit", reserve="stabber", units=(STABBER,), generals=(BOSS,)
    )
    knowledge = remembered(position, 1)
    tell(knowledge, plan_all(position))
    tell(knowledge, play(position, "reinforce", general="human-boss"))
    return position, knowledge


def test_a_general_lies_where_all_have_seen_him_go() -> None:
    position, knowledge = ambushed()
    assert position.phase == "target"
    assert ids(position.piles[0]) == ["human-boss"]
    assert all(ids(world.piles[0]) == ["human-boss"] for world in worlds(position, knowledge))
    late = remembered(position, 1)
    assert any(ids(world.piles[0]) != ["human-boss"] for world in worlds(position, late))


def test_a_piece_fetched_out_of_a_pile_leaves_a_gap_that_may_be_anywhere() -> None:
    position = deal(2)
    knowledge = remembered(position, 1)
    army = position.armies[0]
    general, piece = army.generals[0].id, next(card for card in army.units if not card.large).id
    put_down = {"seat": 0, "card": piece, "line": "front"}
    for happening in (
        Happening("flag", {"seat": 0, "pile": 1}),
        Happening("flag", {"seat": 0, "pile": 2}),
        Happening("general", {"seat": 0, "card": general}),
        Happening("flag", {"seat": 0, "pile": 4}),
        Happening("flag", {"seat": 0, "pile": 5}),
        Happening("deployed", {**put_down, "fetched": False, "pile": 3}),
        Happening("deployed", {**put_down, "fetched": True, "pile": 3}),
    ):
        knowledge.learn(happening)
    view: dict[str, Any] = dict(position.view(1))
    view["generals"] = [[g for g in view["generals"][0] if g != general], view["generals"][1]]
    view["piles"] = [3, 0]
    view["reserves"] = [2, view["reserves"][1]]
    piles = [ids(knowledge.imagine(view, Random(n)).piles[0]) for n in range(WORLDS)]
    assert {len(pile) for pile in piles} == {3}
    assert {pile.index(general) for pile in piles} == {1, 2}
    # The general comes next: what seemed to lie above him was the gap.
    knowledge.learn(
        Happening("deployed", {**put_down, "card": general, "fetched": False, "pile": 2})
    )
    view["piles"] = [2, 0]
    world = knowledge.imagine(view, Random(1))
    assert len(world.piles[0]) == 2
    assert not any(card.is_general for card in world.piles[0])


def test_cards_that_left_the_game_are_in_no_reserve() -> None:
    """A view no longer shows what fell in the rounds before."""
    position = deal(3, number=2)
    everything = [Counter(army.reserve) for army in position.armies]
    known = [remembered(position, seat) for seat in range(3)]
    rng, step = Random(2), 0
    while position.round < 4:
        step += 1
        (seat, *_) = position.to_move()
        happenings = position.play(seat, rng.choice(position.moves(seat)), Chance(bytes(32), step))
        for knowledge in known:
            tell(knowledge, happenings)
    out = [
        army - Counter(ids([*position.reserves[seat], *position.piles[seat]]))
        for seat, army in enumerate(everything)
    ]
    fallen = [lost - Counter(ids(position.in_play(seat))) for seat, lost in enumerate(out)]
    assert sum(map(Counter.total, fallen)) > 3
    for knowledge in known:
        for world in worlds(position, knowledge):
            for seat in range(3):
                there = Counter(ids([*world.reserves[seat], *world.piles[seat]]))
                assert there == Counter(ids([*position.reserves[seat], *position.piles[seat]]))
