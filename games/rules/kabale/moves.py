"""The moves of Kabale und Hiebe (rules: Moves)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from games.engine.contract import Json, Move
from games.engine.fields import is_int, read_name
from games.engine.refusals import BadMove
from games.rules.kabale.cards import CARDS, MOST_SEATS


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Lay a hand card face down at the end of a column."""

    card: str
    column: int
    type: ClassVar[str] = "place"


@dataclass(frozen=True, slots=True)
class Cloak(Move):
    """Hide a hand card under one's uncovered cloak; None declines."""

    card: str | None
    type: ClassVar[str] = "cloak"

    def dump(self) -> Json:
        return {"type": self.type, "card": self.card}


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """Swap the goal of one's uncovered traitor's column with another's; None declines."""

    column: int | None
    type: ClassVar[str] = "swap"

    def dump(self) -> Json:
        return {"type": self.type, "column": self.column}


PLACE: Mapping[str, tuple[Move, ...]] = {
    card: tuple(Place(card, column) for column in range(MOST_SEATS)) for card in CARDS
}
PLACINGS: tuple[Mapping[str, tuple[Move, ...]], ...] = tuple(
    {card: places[:seats] for card, places in PLACE.items()} for seats in range(MOST_SEATS + 1)
)
"""By number of seats, and so of columns: every way to lay a card."""
CLOAK: Mapping[str, Move] = {card: Cloak(card) for card in CARDS}
SWAP: tuple[Move, ...] = tuple(Swap(column) for column in range(MOST_SEATS))
NO_CLOAK, NO_SWAP = Cloak(None), Swap(None)

_READERS: Mapping[str, Callable[[Json, int], Move]] = {
    "place": lambda data, seats: Place(
        read_name(data, "card", CARDS), _read_column(data["column"], seats)
    ),
    "cloak": lambda data, seats: (
        NO_CLOAK if data["card"] is None else Cloak(read_name(data, "card", CARDS))
    ),
    "swap": lambda data, seats: (
        NO_SWAP if data["column"] is None else Swap(_read_column(data["column"], seats))
    ),
}
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "place": ("card", "column"),
    "cloak": ("card",),
    "swap": ("column",),
}


def read_move(data: Json, seats: int) -> Move:
    """A move from a record's object, whether legal or not; BadMove.

    For cloak and swap null is an answer: it must be given.
    """
    kind = data["type"]
    if kind not in _READERS:
        raise BadMove("Kabale und Hiebe has no move “{type}”.", type=kind)
    for field in _FIELDS[kind]:
        if field not in data:
            raise BadMove("A “{type}” needs its “{field}”.", type=kind, field=field)
    return _READERS[kind](data, seats)


def _read_column(value: object, seats: int) -> int:
    if not is_int(value) or not 0 <= value < seats:
        raise BadMove("Columns are counted from 0 to {last}.", last=seats - 1)
    return value
