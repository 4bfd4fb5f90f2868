"""The moves of Babel (rules: Moves)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from games.engine.contract import Json, Move
from games.engine.fields import is_int, read_name
from games.engine.refusals import BadMove
from games.rules.babel.cards import SITES, TRIBES

POWER_OF = {
    "mede": "expel",
    "sumerian": "bribe",
    "hittite": "steal",
    "persian": "skip",
    "assyrian": "raze",
}
"""The power that only this tribe's cards give."""

HALVE = "halve"
"""The power that any tribe gives."""

POWERS = (*POWER_OF.values(), HALVE)


@dataclass(frozen=True, slots=True)
class Travel(Move):
    """Discard a hand card: the stone goes to that card's site."""

    tribe: str
    type: ClassVar[str] = "travel"


@dataclass(frozen=True, slots=True)
class Settle(Move):
    """A hand card onto one's own row at the stone's site."""

    tribe: str
    type: ClassVar[str] = "settle"


@dataclass(frozen=True, slots=True)
class Build(Move):
    """The top temple card of a seat's row onto one's own temple at the stone's site."""

    row: int
    type: ClassVar[str] = "build"


@dataclass(frozen=True, slots=True)
class Migrate(Move):
    """The top three cards of one own row to another."""

    source: str
    target: str
    type: ClassVar[str] = "migrate"

    def dump(self) -> Json:
        return {"type": self.type, "from": self.source, "to": self.target}


@dataclass(frozen=True, slots=True)
class Power(Move):
    """Use a power; `run` is the lowest card of the run that pays for it.

    A record may leave the run out where only one serves; then it is None until it is played.
    """

    power: str
    run: int | None
    tribe: str | None = None
    row: int | None = None
    type: ClassVar[str] = "power"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """One card of a hand that is being halved."""

    tribe: str
    type: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True)
class End(Move):
    """End one's turn."""

    type: ClassVar[str] = "end"


TRAVEL: Mapping[str, Move] = {tribe: Travel(tribe) for tribe in TRIBES}
SETTLE: Mapping[str, Move] = {tribe: Settle(tribe) for tribe in TRIBES}
DISCARD: Mapping[str, Move] = {tribe: Discard(tribe) for tribe in TRIBES}
BUILD: tuple[Move, Move] = (Build(0), Build(1))
MIGRATE: Mapping[str, tuple[Move, ...]] = {
    source: tuple(Migrate(source, target) for target in SITES if target != source)
    for source in SITES
}
END: Move = End()
power = cache(Power)
"""Made once each: a row is no longer than the cards there are."""


def _read_row(data: Json) -> int:
    row = data.get("row")
    if not is_int(row) or row not in (0, 1):
        raise BadMove("“row” is the seat whose row's top card is taken: 0 or 1.")
    return row


def _read_power(data: Json) -> Move:
    name = read_name(data, "power", POWERS)
    run = data.get("run")
    if run is not None and not is_int(run):
        raise BadMove("“run” is the place of a card in the row, counted from 0 at the bottom.")
    if name == "expel":
        return Power(name, run, tribe=read_name(data, "tribe", TRIBES))
    if name == "skip":
        return Power(name, run, row=_read_row(data))
    return Power(name, run)


_READERS: Mapping[str, Callable[[Json], Move]] = {
    "travel": lambda data: TRAVEL[read_name(data, "tribe", TRIBES)],
    "settle": lambda data: SETTLE[read_name(data, "tribe", TRIBES)],
    "build": lambda data: BUILD[_read_row(data)],
    "migrate": lambda data: Migrate(read_name(data, "from", SITES), read_name(data, "to", SITES)),
    "power": _read_power,
    "discard": lambda data: DISCARD[read_name(data, "tribe", TRIBES)],
    "end": lambda data: END,
}


def read_move(data: Json) -> Move:
    """A move from a record's object, whether legal or not; BadMove."""
    reader = _READERS.get(data["type"])
    if reader is None:
        raise BadMove("Babel has no move “{type}”.", type=data["type"])
    return reader(data)
