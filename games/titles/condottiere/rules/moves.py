"""The moves of Condottiere (spec: Moves)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from games.engine.contract import Move
from games.engine.moves import named, reader
from games.engine.refusals import noted
from games.titles.condottiere.rules.cards import COPIES, MERCENARIES
from games.titles.condottiere.rules.cities import CITIES

City = Annotated[str, named(CITIES)]
Card = Annotated[str, named(COPIES)]


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """Choose the city to fight for, as the holder of the pawn."""

    city: City
    """The city."""


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """Hand the pawn to the next seat on the left instead."""


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Lay a card into the own army."""

    card: Card
    """The card."""
    take: Card | None = None
    """With a scarecrow: the mercenary that it takes back, if any."""


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Play no more cards in this battle."""


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard a whole hand without mercenaries."""


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Keep a hand without mercenaries."""


CHOOSE: Mapping[str, Move] = {city: Choose(city) for city in CITIES}
PLAY: Mapping[str, Move] = {card: Play(card) for card in COPIES}
TAKE_BACK: Mapping[str, Move] = {card: Play("scarecrow", card) for card in MERCENARIES}
DECLINE, PASS, DISCARD, KEEP = Decline(), Pass(), Discard(), Keep()

read_move = reader(
    noted("Condottiere has no move “{type}”."), Choose, Decline, Play, Pass, Discard, Keep
)
