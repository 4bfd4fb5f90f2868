"""The table: columns of cards under goals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.titles.kabale.rules import shapes
from games.titles.kabale.rules.cards import CARDS, MOST_SEATS, Goal


class Laid(NamedTuple):
    """A card in a column: its owner, whether it lies face up, whether a cloak hides it."""

    seat: int
    card: str
    up: bool = True
    cloaked: bool = False

    def dump(self) -> shapes.Laid:
        return {"seat": self.seat, "card": self.card, "up": self.up, "cloaked": self.cloaked}


ONLY = tuple(frozenset((seat,)) for seat in range(MOST_SEATS))
"""By seat: the recipients of its own secrets, which is the seat itself."""
FACE_DOWN: tuple[Mapping[str, Laid], ...] = tuple(
    {card: Laid(seat, card, up=False) for card in CARDS} for seat in range(MOST_SEATS)
)
FACE_UP: tuple[Mapping[str, Laid], ...] = tuple(
    {card: Laid(seat, card) for card in CARDS} for seat in range(MOST_SEATS)
)


class Column:
    """A goal, the cards beneath it from the goal outwards, and whether a storm closed it."""

    __slots__ = ("cards", "goal", "storm")

    def __init__(self, goal: Goal, cards: list[Laid], storm: bool = False) -> None:
        self.goal = goal
        self.cards = cards
        self.storm = storm

    def fulfilled(self) -> bool:
        """Return whether a storm closed the column, or it has a card for each point of its goal.

        The goal is the one that lies there now. A card hidden under a cloak counts (spec: Play).
        """
        return self.storm or len(self.cards) >= self.goal.points

    def dump(self) -> shapes.Column:
        return {
            "goal": list(self.goal),
            "storm": self.storm,
            "cards": [laid.dump() for laid in self.cards],
        }

    def clone(self) -> Column:
        return Column(self.goal, list(self.cards), self.storm)
