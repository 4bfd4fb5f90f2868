"""The moves of Condottiere (rules: Moves)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from games.engine.contract import Json, Move
from games.engine.fields import read_name, read_optional_name
from games.engine.refusals import BadMove
from games.rules.condottiere.cards import COPIES, MERCENARIES
from games.rules.condottiere.cities import CITIES


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """The holder of the pawn picks the city to fight for."""

    city: str
    type: ClassVar[str] = "choose"


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """The holder hands the pawn to the left instead."""

    type: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Lay a card in front of oneself; a scarecrow may take back one mercenary."""

    card: str
    take: str | None = None
    type: ClassVar[str] = "play"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """No more cards in this battle."""

    type: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Throw away a whole hand without mercenaries."""

    type: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Keep it."""

    type: ClassVar[str] = "keep"


CHOOSE: Mapping[str, Move] = {city: Choose(city) for city in CITIES}
PLAY: Mapping[str, Move] = {card: Play(card) for card in COPIES}
TAKE_BACK: Mapping[str, Move] = {card: Play("scarecrow", card) for card in MERCENARIES}
DECLINE, PASS, DISCARD, KEEP = Decline(), Pass(), Discard(), Keep()

_READERS: Mapping[str, Callable[[Json], Move]] = {
    "choose": lambda data: Choose(read_name(data, "city", CITIES)),
    "decline": lambda data: DECLINE,
    "play": lambda data: Play(
        read_name(data, "card", COPIES), read_optional_name(data, "take", COPIES)
    ),
    "pass": lambda data: PASS,
    "discard": lambda data: DISCARD,
    "keep": lambda data: KEEP,
}


def read_move(data: Json) -> Move:
    """A move from a record's object, whether legal or not; BadMove."""
    reader = _READERS.get(data["type"])
    if reader is None:
        raise BadMove("Condottiere has no move “{type}”.", type=data["type"])
    return reader(data)
