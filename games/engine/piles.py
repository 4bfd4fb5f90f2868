"""Helpers for piles of cards, which are lists."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

Card = TypeVar("Card", bound=Hashable)


def without(cards: Iterable[Card], taken: Iterable[Card]) -> list[Card]:
    """Return the cards without the taken ones, copy by copy.

    Raises:
        ValueError: A taken card is not among them.
    """
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def seen_by(seat: int | None, hands: Sequence[list[Card]]) -> list[list[Card] | int]:
    """Return the seat's own hand and the sizes of the other hands."""
    return [hand.copy() if owner == seat else len(hand) for owner, hand in enumerate(hands)]
