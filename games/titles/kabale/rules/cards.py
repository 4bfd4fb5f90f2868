"""The influence cards and the 36 goals (spec: The 25 influence cards of every seat)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.fields import is_int, pile

MOST_SEATS = 6

Number = int | float
"""A card's number: whole, except the assassin's 9½. Floats hold halves and their sums exactly."""

AREAS: tuple[str, ...] = ("alchemy", "fencing", "farming", "trade", "religion", "music")
POINTS: tuple[int, ...] = (1, 2, 3, 3, 4, 5)

SPECIALISTS: Mapping[str, str] = {
    "alchemist": "alchemy",
    "fencer": "fencing",
    "landlord": "farming",
    "merchant": "trade",
    "cardinal": "religion",
    "minstrel": "music",
}
"""The six cards that count more at a goal of their own area. This is not an ability."""
AT_HOME, ABROAD = 12, 8

ACTS_AT_ONCE = frozenset(("explorer", "assassin", "storm", "cloak", "traitor"))
"""The cards that act during the round, and only when another card uncovers them."""

_NUMBERS: Mapping[str, Number | None] = {
    "king": 20,
    "queen": 16,
    "juliet": 14,
    **dict.fromkeys(SPECIALISTS, ABROAD),
    "explorer": 13,
    "assassin": 9.5,
    "storm": 9,
    "cloak": 0,
    "traitor": 10,
    "musketeers": 11,
    "wizard": 7,
    "witch": 1,
    "prince": 14,
    "squire": 2,
    "hermit": 12,
    "giant": 2,
    "double": None,
    "dragon": 11,
    "romeo": 5,
    "beggar": 4,
}
CARDS: tuple[str, ...] = tuple(_NUMBERS)
are_cards = pile(CARDS)

UNKNOWN = "unknown"
"""Stands for a face-down card in an award from what a viewer sees."""

PRINTED: Mapping[str, Mapping[str, Number | None]] = {
    area: {
        **{
            card: AT_HOME if SPECIALISTS.get(card) == area else number
            for card, number in _NUMBERS.items()
        },
        UNKNOWN: None,
    }
    for area in AREAS
}
"""The printed number of every card at a goal of the area; the double has none."""


class Goal(NamedTuple):
    """The goal of a column: its area and its points."""

    area: str
    points: int


def is_goal(value: object, seats: int) -> bool:
    """Return whether a JSON value is a goal, like ["music", 3]."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    area, points = value
    return isinstance(area, str) and area in AREAS and is_int(points) and points in POINTS


GOALS: tuple[Goal, ...] = tuple(Goal(area, points) for area in AREAS for points in POINTS)


def plain(number: Number) -> Number:
    """Return a whole number as an int: 20, not 20.0; 9.5 stays."""
    return int(number) if isinstance(number, float) and number.is_integer() else number
