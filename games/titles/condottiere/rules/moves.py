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
    """The holder of the pawn picks the city to fight for."""

    city: City
    """The city."""


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """The holder hands the pawn to the left instead."""


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Lay a card in front of oneself."""

    card: Card
    """The card."""
    take: Card | None = None
    """With a scarecrow: the mercenary that is taken back; left out: none."""


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """No more cards in this battle."""


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Throw away a whole hand without mercenaries."""


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Keep such a hand."""


CHOOSE: Mapping[str, Move] = {city: Choose(city) for city in CITIES}
PLAY: Mapping[str, Move] = {card: Play(card) for card in COPIES}
TAKE_BACK: Mapping[str, Move] = {card: Play("scarecrow", card) for card in MERCENARIES}
DECLINE, PASS, DISCARD, KEEP = Decline(), Pass(), Discard(), Keep()

read_move = reader(
    noted("Condottiere has no move “{type}”."), Choose, Decline, Play, Pass, Discard, Keep
)
