"""The moves of Babel (spec: Moves)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Literal

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
"""The power that only the cards of this tribe give."""

HALVE = "halve"
"""The power that the cards of any tribe give."""

POWERS = (*POWER_OF.values(), HALVE)


def _read_row(data: Json, key: str, seats: int) -> int:
    row = data.get(key)
    if not is_int(row) or row not in (0, 1):
        raise BadMove("“row” must be 0 or 1: the seat whose row’s top card is taken.")
    return row


Tribe = Annotated[str, named(TRIBES)]
Site = Annotated[str, named(SITES)]


@dataclass(frozen=True, slots=True)
class Travel(Move):
    """Discard a hand card to move the stone to that card's site."""

    tribe: Tribe
    """The card."""


@dataclass(frozen=True, slots=True)
class Settle(Move):
    """Lay a hand card onto the own row at the stone's site."""

    tribe: Tribe
    """The card."""


@dataclass(frozen=True, slots=True)
class Build(Move):
    """Lay the top card of a temple row onto the own temple at the stone's site."""

    row: Annotated[int, _read_row]
    """The seat whose temple row it is."""


@dataclass(frozen=True, slots=True)
class Migrate(Move):
    """Move the top three cards of an own row, at the site `from`, to another site."""

    source: Site = field(metadata={"key": "from"})
    to: Site
    """The site they move to."""


@dataclass(frozen=True, slots=True)
class Power(Move):
    """Use a power, paid for with a card of `run`."""

    power: Literal["raze", "steal", "expel", "bribe", "skip", "halve"]
    """The power."""
    run: int | None = None
    """The place of the run's lowest card in the own row, from 0 at the bottom.

    A record may leave it out if only one run serves; the legal moves name it.
    """
    tribe: str | None = None
    """The tribe to `expel`; only for that power."""
    row: int | None = None
    """The seat whose temple row `skip` builds from; only for that power."""


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard one card of a hand that is being halved."""

    tribe: Tribe
    """The card."""


@dataclass(frozen=True, slots=True)
class End(Move):
    """End the turn."""


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
"""Each move is made once; the number of tribe cards limits them."""


def _read_power(data: Json, seats: int) -> Move:
    name: Any = read_name(data, "power", POWERS)
    run = data.get("run")
    if run is not None and not is_int(run):
        raise BadMove("“run” must be the place of a card in the row, counted from 0 at the bottom.")
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
