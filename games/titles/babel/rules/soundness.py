"""What is true of every position: the cards add up, temples rise, somebody can act."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from games.titles.babel.rules import hidden
from games.titles.babel.rules.cards import QUARRY, SITES, TEMPLE_COPIES, TRIBE_COPIES

if TYPE_CHECKING:
    from games.titles.babel.rules.position import Babel


def tribe_counts(position: Babel) -> Counter[str]:
    """How many of each tribe card are in the game."""
    in_hands = position.hands[0] + position.hands[1]
    return Counter(in_hands + hidden.open_tribes(position) + position.tribe_deck)


def temple_counts(position: Babel) -> Counter[int]:
    """How many of each temple card are in the game."""
    return Counter(hidden.open_temples(position) + position.temple_deck)


def rises(temple: list[int]) -> bool:
    """Whether each card of a temple is higher than the one below."""
    return all(lower < upper for lower, upper in pairwise(temple))


def check(position: Babel) -> None:
    """Raise AssertionError unless the position is sound."""
    assert all(n <= TRIBE_COPIES[card] for card, n in tribe_counts(position).items())
    assert all(n <= TEMPLE_COPIES[card] for card, n in temple_counts(position).items())
    assert 0 <= position.known <= len(position.temple_deck)
    assert set(position.stones) <= {QUARRY, *SITES}
    for seat in range(position.seats):
        temples = position.temples[seat]
        assert tuple(temples) == tuple(position.tribes[seat]) == SITES
        assert all(map(rises, temples.values()))
        assert position.totals[seat] == sum(position.height(seat, site) for site in SITES)
        assert not position.duty[seat] or position.rows[seat] == [1]
    assert (position.due > 0) == (position.phase == "halve")
    assert position.due <= len(position.hands[1 - position.turn])
    assert (position.ended is not None) == (position.phase == "over") == (not position.to_move())
    assert all(position.moves(seat) for seat in position.to_move())
