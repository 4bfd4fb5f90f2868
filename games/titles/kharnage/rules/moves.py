"""The moves of Kharnage (spec: Moves)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, Literal

from games.engine.contract import Json, Move
from games.engine.fields import is_seat, read_name, read_optional_name
from games.engine.moves import below_seats, flag, given, reader
from games.engine.refusals import BadMove, noted
from games.titles.kharnage.rules.cards import ATTACKS, LINES

MADE_ONCE = 4096
"""The maximum number of cached moves of each kind."""


def _read_id(data: Json, key: str, seats: int) -> str:
    value = given(data, key)
    if not isinstance(value, str):
        raise BadMove("“{field}” must be the id of a card.", field=key)
    return value


_NO_SEAT = noted("There is no such seat at this table.")
_read_seat = below_seats(_NO_SEAT)
CardId = Annotated[str, _read_id]


@dataclass(frozen=True, slots=True)
class Plan(Move):
    """Secretly choose the strategy card of this round."""

    strategy: CardId
    """The card."""


@dataclass(frozen=True, slots=True)
class Reinforce(Move):
    """Bring a card at a general's flag."""

    general: CardId | None
    """A general from hand; null for a card of the reserve."""


@dataclass(frozen=True, slots=True)
class Target(Move):
    """Choose the armies to attack; `as` is given only in phase `magic`, unless forgone."""

    seats: tuple[int, ...]
    """One seat, two in this order with half the strength each, or none to forgo the attack."""
    as_: Literal["melee", "ranged"] | None = field(default=None, metadata={"key": "as"})


@dataclass(frozen=True, slots=True)
class Destroy(Move):
    """Spend strength on a card of the line that is now open."""

    target: Annotated[int, _read_seat]
    """The seat that is attacked."""
    card: CardId
    """The card."""
    web: Annotated[bool, flag] = False
    """Whether it is a copy under a web; left out: one without."""


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """End the attack on this target."""


@dataclass(frozen=True, slots=True)
class Throw(Move):
    """Throw the card that was just deployed, or keep it."""

    do: Annotated[bool, flag]
    """Whether to throw it."""


@dataclass(frozen=True, slots=True)
class Web(Move):
    """Put a web token on an enemy card, or on none."""

    target: int | None
    """The seat whose card it is; null for none, without the other fields."""
    line: Literal["front", "center", "back"] | None = None
    """The line the card stands in."""
    card: str | None = None
    """The card."""


@dataclass(frozen=True, slots=True)
class Cheer(Move):
    """Cheer at a Kharnage."""


@dataclass(frozen=True, slots=True)
class Silent(Move):
    """Stay silent at a Kharnage."""


STOP, CHEER, SILENT, FORGO, NO_WEB = Stop(), Cheer(), Silent(), Target(()), Web(None)
THROW: tuple[Move, Move] = (Throw(True), Throw(False))
plan = lru_cache(MADE_ONCE)(Plan)
reinforce = lru_cache(MADE_ONCE)(Reinforce)
destroy = lru_cache(MADE_ONCE)(Destroy)
web = lru_cache(MADE_ONCE)(Web)


@lru_cache(MADE_ONCE)
def targets(seats: tuple[int, ...], as_: Literal["melee", "ranged"] | None) -> tuple[Target, ...]:
    """Return every choice of one or two of these seats, in both orders."""
    pairs = [Target((one, two), as_) for one in seats for two in seats if one != two]
    return (*(Target((seat,), as_) for seat in seats), *pairs)


def named_card(move: Move) -> str | None:
    """Return the card id that a move names, if any; the cards in play decide whether it exists."""
    if isinstance(move, Destroy | Web):
        return move.card
    if isinstance(move, Plan):
        return move.strategy
    return move.general if isinstance(move, Reinforce) else None


def _read_target(data: Json, seats: int) -> Move:
    chosen = given(data, "seats")
    if not isinstance(chosen, list):
        raise BadMove("“seats” must be a list of seats.")
    as_: Any = read_optional_name(data, "as", ATTACKS)
    if not all(is_seat(seat, seats) for seat in chosen):
        raise BadMove(_NO_SEAT)
    return Target(tuple(chosen), as_)


def _read_web(data: Json, seats: int) -> Move:
    # Null is an answer here, so the key is required.
    if given(data, "target") is None:
        return NO_WEB
    target = _read_seat(data, "target", seats)
    line: Any = read_name(data, "line", LINES)
    return Web(target, line, _read_id(data, "card", seats))


read_move = reader(
    noted("Kharnage has no move “{type}”."),
    *(Plan, Reinforce, Destroy, Stop, Throw, Cheer, Silent),
    target=_read_target,
    web=_read_web,
)
