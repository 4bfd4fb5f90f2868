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
    """The card."""


@dataclass(frozen=True, slots=True)
class Settle(Move):
    """A hand card onto one's own row at the stone's site."""

    tribe: Tribe
    """The card."""


@dataclass(frozen=True, slots=True)
class Build(Move):
    """The top card of a temple row onto one's own temple at the stone's site."""

    row: Annotated[int, _read_row]
    """The seat whose row it is."""


@dataclass(frozen=True, slots=True)
class Migrate(Move):
    """The top three cards of one own row, at the site `from`, to another."""

    source: Site = field(metadata={"key": "from"})
    to: Site
    """The site they come to."""


@dataclass(frozen=True, slots=True)
class Power(Move):
    """Use a power: `run` pays for it."""

    power: Literal["raze", "steal", "expel", "bribe", "skip", "halve"]
    """Which power."""
    run: int | None = None
    """The place of the run's lowest card in one's row, from 0 at the bottom.

    A record may leave it out where only one run serves; the legal moves name it.
    """
    tribe: str | None = None
    """The tribe to `expel`; only there."""
    row: int | None = None
    """The seat whose temple row `skip` builds from; only there."""


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """One card of a hand that is being halved."""

    tribe: Tribe
    """The card."""


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
    name: Any = read_name(data, "power", POWERS)
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
