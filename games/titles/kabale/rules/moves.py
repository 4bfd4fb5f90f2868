"""The moves of Kabale und Hiebe (spec: Moves)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from games.engine.contract import Json, Move
from games.engine.fields import read_name
from games.engine.moves import below_seats, given, named, reader
from games.engine.refusals import noted
from games.titles.kabale.rules.cards import CARDS, MOST_SEATS

_read_column = below_seats(noted("Columns are numbered from 0 to {last}."))


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Lay a hand card face down at the end of a column."""

    card: str
    """The card."""
    column: int
    """The column, from 0 on the left."""


@dataclass(frozen=True, slots=True)
class Cloak(Move):
    """Hide a hand card under one's uncovered cloak."""

    card: Annotated[str, named(CARDS)] | None
    """The card; null declines."""


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """Swap the goal of one's uncovered traitor's column with another's."""

    column: Annotated[int, _read_column] | None
    """The other column, from 0 on the left; null declines."""


PLACE: Mapping[str, tuple[Move, ...]] = {
    card: tuple(Place(card, column) for column in range(MOST_SEATS)) for card in CARDS
}
PLACINGS: tuple[Mapping[str, tuple[Move, ...]], ...] = tuple(
    {card: places[:seats] for card, places in PLACE.items()} for seats in range(MOST_SEATS + 1)
)
"""By number of seats, and so of columns: every way to place a card."""
CLOAK: Mapping[str, Move] = {card: Cloak(card) for card in CARDS}
SWAP: tuple[Move, ...] = tuple(Swap(column) for column in range(MOST_SEATS))
NO_CLOAK, NO_SWAP = Cloak(None), Swap(None)


def _read_place(data: Json, seats: int) -> Move:
    # Both must be present before either is checked.
    for key in ("card", "column"):
        given(data, key)
    card = read_name(data, "card", CARDS)
    return PLACE[card][_read_column(data, "column", seats)]


read_move = reader(noted("Kabale und Hiebe has no move “{type}”."), Cloak, Swap, place=_read_place)
