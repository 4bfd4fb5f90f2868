"""Piles of cards as lists: what every game does with them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

Card = TypeVar("Card", bound=Hashable)


def without(cards: Iterable[Card], taken: Iterable[Card]) -> list[Card]:
    """The cards less the taken ones, copy by copy; ValueError if one is not there."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def seen_by(seat: int | None, hands: Sequence[list[Card]]) -> list[list[Card] | int]:
    """One's own hand, and the sizes of the others."""
    return [hand.copy() if owner == seat else len(hand) for owner, hand in enumerate(hands)]
