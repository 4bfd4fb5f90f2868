"""What is true of every position: the cards add up, lines hold their own, somebody can act."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from games.titles.kharnage.rules.deployment import WEBS
from games.titles.kharnage.rules.scoring import ROUNDS

if TYPE_CHECKING:
    from games.titles.kharnage.rules.cards import Card
    from games.titles.kharnage.rules.position import Kharnage


def copies(position: Kharnage) -> Counter[Card]:
    """How many of each card are in the game."""
    counted: Counter[Card] = Counter()
    for seat in range(position.seats):
        counted.update(position.standing(seat))
        for cards in (position.generals, position.reserves, position.piles, position.kills):
            counted.update(cards[seat])
    return counted


def check(position: Kharnage) -> None:
    """Raise AssertionError unless the position is sound."""
    assert all(n <= card.count for card, n in copies(position).items())
    assert sum(map(len, position.webs)) <= WEBS
    assert 1 <= position.round <= ROUNDS
    for seat in range(position.seats):
        _check_seat(position, seat)
    _check_phase(position)
    assert (position.outcome() is not None) == (position.phase == "over")
    assert (position.outcome() is not None) == (not position.to_move())
    assert all(position.moves(seat) for seat in position.to_move())


def _check_seat(position: Kharnage, seat: int) -> None:
    army = position.armies[seat]
    own = set(army.units) | set(army.generals)
    for cards in (position.generals, position.reserves, position.piles):
        assert own.issuperset(cards[seat])
    assert own.issuperset(position.standing(seat))
    assert own.isdisjoint(position.kills[seat])
    assert all(card.is_general for card in position.generals[seat])
    assert not any(card.is_general for card in position.reserves[seat])
    for number, line in enumerate(position.lines[seat]):
        assert all(card.line == number for card in line)
    assert position.sizes[seat] == len(position.standing(seat))
    assert len(set(position.hands[seat])) == len(position.hands[seat])
    assert set(army.hand).issuperset(position.hands[seat])
    assert position.points[seat] >= 0
    assert position.kharnage[seat] >= 0


def _check_phase(position: Kharnage) -> None:
    assert (position.turn is None) == (position.phase in ("plan", "over"))
    if position.turn is None:
        assert position.attack is None
        assert not position.surprises
    assert bool(position.cheer) == (position.phase == "cheer")
    for seat, plan in enumerate(position.plans):
        if plan is not None:
            assert (plan in position.hands[seat]) == (position.phase == "plan")
