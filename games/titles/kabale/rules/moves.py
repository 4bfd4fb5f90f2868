"""The moves of Kabale und Hiebe (spec: Moves)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from games.engine.contract import Json, Move
from games.engine.fields import is_int, read_name
from games.engine.moves import given, named, reader
from games.engine.refusals import BadMove, noted
from games.titles.kabale.rules.cards import CARDS, MOST_SEATS


def _read_column(data: Json, key: str, seats: int) -> int:
    value = given(data, key)
    if not is_int(value) or not 0 <= value < seats:
        raise BadMove("Columns are counted from 0 to {last}.", last=seats - 1)
    return value


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Lay a hand card face down at the end of a column."""

    card: str
    column: int
    type: ClassVar[str] = "place"


@dataclass(frozen=True, slots=True)
class Cloak(Move):
    """Hide a hand card under one's uncovered cloak; None declines."""

    card: Annotated[str, named(CARDS)] | None
    type: ClassVar[str] = "cloak"


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """Swap the goal of one's uncovered traitor's column with another's; None declines."""

    column: Annotated[int, _read_column] | None
    type: ClassVar[str] = "swap"


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


def _read_place(data: Json, seats: int) -> Move:
    # Both have to be there before either is looked at.
    for key in ("card", "column"):
        given(data, key)
    return Place(read_name(data, "card", CARDS), _read_column(data, "column", seats))


read_move = reader(noted("Kabale und Hiebe has no move “{type}”."), Cloak, Swap, place=_read_place)
