"""The moves of Kharnage (rules: Moves)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from games.engine.contract import Json, Move
from games.engine.fields import is_int, read_name, read_optional_name
from games.engine.refusals import BadMove
from games.rules.kharnage.cards import ATTACKS, LINES

MADE_ONCE = 4096
"""Legal moves are kept and used again, this many of a kind."""


@dataclass(frozen=True, slots=True)
class Plan(Move):
    """Secretly choose the strategy card of this round."""

    strategy: str
    type: ClassVar[str] = "plan"


@dataclass(frozen=True, slots=True)
class Reinforce(Move):
    """At a general's flag: a general from hand, or (null) a card of the reserve."""

    general: str | None
    type: ClassVar[str] = "reinforce"

    def dump(self) -> Json:
        return {"type": self.type, "general": self.general}


@dataclass(frozen=True, slots=True)
class Target(Move):
    """Whom to attack: one army, two in this order with half the strength each, or nobody."""

    seats: tuple[int, ...]
    as_: str | None = None
    type: ClassVar[str] = "target"

    def dump(self) -> Json:
        told = {"type": self.type, "seats": list(self.seats)}
        return told if self.as_ is None else {**told, "as": self.as_}


@dataclass(frozen=True, slots=True)
class Destroy(Move):
    """Spend strength on a card of the target's open line; `web`: a copy under a web."""

    target: int
    card: str
    web: bool = False
    type: ClassVar[str] = "destroy"

    def dump(self) -> Json:
        told: Json = {"type": self.type, "target": self.target, "card": self.card}
        return {**told, "web": True} if self.web else told


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """Leave this target alone."""

    type: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class Throw(Move):
    """Throw the card that was just deployed, or don't."""

    do: bool
    type: ClassVar[str] = "throw"


@dataclass(frozen=True, slots=True)
class Web(Move):
    """Put a web token on an enemy card, or (null) don't."""

    target: int | None
    line: str | None = None
    card: str | None = None
    type: ClassVar[str] = "web"

    def dump(self) -> Json:
        told: Json = {"type": self.type, "target": self.target}
        return told if self.target is None else {**told, "line": self.line, "card": self.card}


@dataclass(frozen=True, slots=True)
class Cheer(Move):
    """Congratulate on a Kharnage, as one must."""

    type: ClassVar[str] = "cheer"


@dataclass(frozen=True, slots=True)
class Silent(Move):
    """Don't."""

    type: ClassVar[str] = "silent"


STOP, CHEER, SILENT, FORGO, NO_WEB = Stop(), Cheer(), Silent(), Target(()), Web(None)
THROW: tuple[Move, Move] = (Throw(True), Throw(False))
plan = lru_cache(MADE_ONCE)(Plan)
reinforce = lru_cache(MADE_ONCE)(Reinforce)
destroy = lru_cache(MADE_ONCE)(Destroy)
web = lru_cache(MADE_ONCE)(Web)


@lru_cache(MADE_ONCE)
def targets(seats: tuple[int, ...], as_: str | None) -> tuple[Target, ...]:
    """Every choice of one or two of these seats, in both orders."""
    pairs = [Target((one, two), as_) for one in seats for two in seats if one != two]
    return (*(Target((seat,), as_) for seat in seats), *pairs)


# --- Reading.


def named_cards(move: Move) -> tuple[str, ...]:
    """The card ids a move names: whether they exist hangs on the cards in play."""
    if isinstance(move, Plan):
        return (move.strategy,)
    if isinstance(move, Reinforce):
        return () if move.general is None else (move.general,)
    if isinstance(move, (Destroy, Web)):
        return () if move.card is None else (move.card,)
    return ()


def _given(data: Json, field: str) -> Any:
    """A field that must be there, even if null is an answer."""
    if field not in data:
        raise BadMove("A “{type}” needs its “{field}”.", type=data["type"], field=field)
    return data[field]


def _id(data: Json, field: str) -> str:
    value = _given(data, field)
    if not isinstance(value, str):
        raise BadMove("“{field}” is the id of a card.", field=field)
    return value


def _seat(value: Any, seats: int) -> int:
    if not is_int(value) or not 0 <= value < seats:
        raise BadMove("There is no such seat at this table.")
    return value


def _flag(data: Json, field: str) -> bool:
    value = _given(data, field)
    if not isinstance(value, bool):
        raise BadMove("“{field}” is true or false.", field=field)
    return value


def _read_reinforce(data: Json, seats: int) -> Move:
    # Here null is an answer: it must be given.
    return Reinforce(None if _given(data, "general") is None else _id(data, "general"))


def _read_target(data: Json, seats: int) -> Move:
    chosen = _given(data, "seats")
    if not isinstance(chosen, list):
        raise BadMove("“seats” is a list of seats.")
    as_ = read_optional_name(data, "as", ATTACKS)
    return Target(tuple(_seat(seat, seats) for seat in chosen), as_)


def _read_destroy(data: Json, seats: int) -> Move:
    target, card = _seat(_given(data, "target"), seats), _id(data, "card")
    return Destroy(target, card, data.get("web") is not None and _flag(data, "web"))


def _read_web(data: Json, seats: int) -> Move:
    # Here null is an answer: it must be given.
    if _given(data, "target") is None:
        return NO_WEB
    target = _seat(data["target"], seats)
    return Web(target, read_name(data, "line", LINES), _id(data, "card"))


_READERS: Mapping[str, Callable[[Json, int], Move]] = {
    "plan": lambda data, seats: Plan(_id(data, "strategy")),
    "reinforce": _read_reinforce,
    "target": _read_target,
    "destroy": _read_destroy,
    "stop": lambda data, seats: STOP,
    "throw": lambda data, seats: Throw(_flag(data, "do")),
    "web": _read_web,
    "cheer": lambda data, seats: CHEER,
    "silent": lambda data, seats: SILENT,
}


def read_move(data: Json, seats: int) -> Move:
    """A move from a record's object, whether legal or not; BadMove."""
    reader = _READERS.get(data["type"])
    if reader is None:
        raise BadMove("Kharnage has no move “{type}”.", type=data["type"])
    return reader(data, seats)
