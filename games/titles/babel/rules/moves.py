"""The moves of Babel (spec: Moves)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated

from games.engine.contract import Json, Move
from games.engine.fields import is_int, read_name
from games.engine.moves import named, reader
from games.engine.refusals import BadMove, noted
from games.titles.babel.rules.cards import SITES, TRIBES

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


def _read_row(data: Json, key: str, seats: int) -> int:
    row = data.get(key)
    if not is_int(row) or row not in (0, 1):
        raise BadMove("“row” is the seat whose row's top card is taken: 0 or 1.")
    return row


Tribe = Annotated[str, named(TRIBES)]
Site = Annotated[str, named(SITES)]


@dataclass(frozen=True, slots=True)
class Travel(Move):
    """Discard a hand card: the stone goes to that card's site."""

    tribe: Tribe


@dataclass(frozen=True, slots=True)
class Settle(Move):
    """A hand card onto one's own row at the stone's site."""

    tribe: Tribe


@dataclass(frozen=True, slots=True)
class Build(Move):
    """The top temple card of a seat's row onto one's own temple at the stone's site."""

    row: Annotated[int, _read_row]


@dataclass(frozen=True, slots=True)
class Migrate(Move):
    """The top three cards of one own row to another."""

    source: Site = field(metadata={"key": "from"})
    target: Site = field(metadata={"key": "to"})


@dataclass(frozen=True, slots=True)
class Power(Move):
    """Use a power; `run` is the lowest card of the run that pays for it.

    A record may leave the run out where only one serves; then it is None until it is played.
    """

    power: str
    run: int | None = None
    tribe: str | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """One card of a hand that is being halved."""

    tribe: Tribe


@dataclass(frozen=True, slots=True)
class End(Move):
    """End one's turn."""


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


def _read_power(data: Json, seats: int) -> Move:
    name = read_name(data, "power", POWERS)
    run = data.get("run")
    if run is not None and not is_int(run):
        raise BadMove("“run” is the place of a card in the row, counted from 0 at the bottom.")
    if name == "expel":
        return Power(name, run, tribe=read_name(data, "tribe", TRIBES))
    if name == "skip":
        return Power(name, run, row=_read_row(data, "row", seats))
    return Power(name, run)


read_move = reader(
    noted("Babel has no move “{type}”."),
    *(Travel, Settle, Build, Migrate, Discard, End),
    power=_read_power,
)
