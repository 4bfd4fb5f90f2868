"""The contract of every game.

A position is the full state of a game, secrets included; it knows its game. Seats are numbers
from 0, clockwise. A move is legal if and only if `moves` lists it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from games.engine import shapes
from games.engine.chance import Chance
from games.engine.knowledge import Knowledge
from games.engine.refusals import BadOptions, BadRecord, IllegalMove, NotYourTurn, Over

Options = Mapping[str, Any]
Json = dict[str, Any]
Dump = Mapping[str, Any]
"""A position as JSON, which is only read; a game's `shapes` name the keys."""
View = Mapping[str, Any]
"""What a viewer may know, as JSON, which is only read; a game's `shapes` name the keys."""


@dataclass(frozen=True)
class Option:
    """One thing that can be agreed before a game: its values, the first being the default."""

    name: str
    values: tuple[Any, ...]
    read: Callable[[Any], object] | None = None
    """For values that cannot be listed: raises BadOptions for what is none."""

    @property
    def default(self) -> Any:
        return self.values[0]

    def accepts(self, value: Any) -> bool:
        """True is not 1: a value must also be of the default's type."""
        if self.read is not None:
            self.read(value)
            return True
        return any(type(value) is type(known) and value == known for known in self.values)


@dataclass(frozen=True)
class Game:
    """A kind of game: what a table can be opened with."""

    slug: str
    name: str
    seats: range
    options: tuple[Option, ...] = ()
    rules: int = 1
    exclusive: tuple[tuple[str, str], ...] = ()
    """Pairs of options that cannot both be taken (be other than their default)."""
    agree: Callable[[Options, int | None], None] | None = None
    """Whether options go together, and with the seats if they are known; BadOptions."""
    undo: bool = False
    """Whether a move may be taken back within one's own turn while it `reveals` nothing."""
    lapses: tuple[str, Any] | None = None
    """The option, and its value, with which some questions wait only for so long."""

    def read_seats(self, value: Any) -> int:
        if type(value) is not int or value not in self.seats:
            raise BadRecord(
                "{game} is played by {least} to {most} seats.",
                game=self.name,
                least=self.seats[0],
                most=self.seats[-1],
            )
        return value

    def read_options(self, value: Any, seats: int | None = None) -> Options:
        """All options with their values; left out (or null) is the default; BadOptions."""
        if not isinstance(value, dict):
            raise BadOptions("Options must be an object.")
        known = {option.name: option for option in self.options}
        for name, given in value.items():
            if name not in known:
                raise BadOptions("{game} has no option “{name}”.", game=self.name, name=name)
            if given is not None and not known[name].accepts(given):
                raise BadOptions("The option “{name}” cannot have that value.", name=name)
        agreed = {
            name: option.default if value.get(name) is None else value[name]
            for name, option in known.items()
        }
        for one, other in self.exclusive:
            if all(agreed[name] != known[name].default for name in (one, other)):
                raise BadOptions("“{one}” and “{other}” do not go together.", one=one, other=other)
        if self.agree is not None:
            self.agree(agreed, seats)
        return agreed


@dataclass(frozen=True, slots=True)
class Move:
    """One decision: each kind is a subclass, whose name in small letters is its `type`.

    A field is written down by its name, or by the `key` of its metadata.
    """

    type: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.type = cls.__name__.lower()

    def dump(self) -> Json:
        """The move as it is in a record, without its seat; defaults are left out."""
        written: Json = {"type": self.type}
        kind: Any = type(self)
        for name, key, default in keys_of(kind):
            value = getattr(self, name)
            if value != default:
                written[key] = list(value) if isinstance(value, tuple) else value
        return written


@cache
def keys_of(kind: type[Any]) -> list[tuple[str, str, Any]]:
    """The fields of a kind of move: their names, their keys in a record and their defaults."""
    return [(f.name, f.metadata.get("key", f.name), f.default) for f in fields(kind)]


class Lapse(NamedTuple):
    """How many seconds a question waits, and the move that is made then."""

    seconds: int
    move: Move


class Happening(NamedTuple):
    """What a move brought about. `to` names the seats that may know of it; None is everyone."""

    kind: str
    facts: Json
    to: frozenset[int] | None = None

    def known_to(self, seat: int | None) -> bool:
        return self.to is None or seat in self.to


@dataclass(frozen=True)
class Outcome:
    """How a game ended. Scores and places by seat; ties share the better place (1, 1, 3)."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str

    def dump(self) -> shapes.Outcome:
        return {"scores": list(self.scores), "places": list(self.places), "reason": self.reason}


class Position(ABC):
    """The full state of a game."""

    __slots__ = ()
    game: ClassVar[Game]
    revealing: ClassVar[frozenset[str]] = frozenset()
    """Kinds of happenings that show what was hidden from those who see them: a card turned over.

    The happenings before the first of these depend on nothing that those who see them cannot know.
    """
    forgotten: ClassVar[frozenset[str]] = frozenset()
    """Kinds that everybody sees but no view shows later: which way a hidden card came.

    In all other kinds, moves that leave a viewer with the same view have the same happenings.
    """
    knowledge: ClassVar[type[Knowledge[Any]]]
    """What a seat remembers of a game, and how it imagines what it cannot see."""
    seats: int
    options: Options

    @classmethod
    @abstractmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        """The game's own beginning."""

    @classmethod
    @abstractmethod
    def load(cls, data: Any, seats: int, options: Options, chance: Chance) -> Self:
        """A position from its dump; fills in what is left out; BadPosition."""

    @staticmethod
    @abstractmethod
    def read_move(data: Json, seats: int, /) -> Move:
        """A move from a record's object, whether legal or not; BadMove."""

    @abstractmethod
    def dump(self) -> Dump:
        """Every key of the position, as JSON; `load` gives the same position back."""

    @abstractmethod
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision; () when over."""

    @abstractmethod
    def moves(self, seat: int) -> list[Move]:
        """Every legal move of the seat; [] when it owes none."""

    @abstractmethod
    def apply(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        """Carry out a move that `moves` lists; `play` checks that it does."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What a seat may know, built up from nothing; None is the public."""

    @abstractmethod
    def imagine(self, seat: int | None, rng: Random) -> Self:
        """A position whose view the seat cannot tell from this one's: the rest drawn anew.

        It is drawn from the true position, and is how tests hold what leaves a position against
        what may leave it. A player imagines by its `knowledge`, which remembers more.
        """

    @abstractmethod
    def clone(self) -> Self:
        """A copy that shares nothing that changes."""

    @abstractmethod
    def check(self) -> None:
        """Raise AssertionError unless the position is sound: the cards add up, and so on."""

    def reveals(self, move: Move) -> bool:
        """Whether a move of the seat to move shows anybody what was hidden from them.

        What reveals nothing depends on no chance: games with `undo` let it be taken back.
        """
        return True

    @property
    def silence(self) -> Move | None:
        """While it is a secret who is asked: the move of a seat that does not answer in time.

        None where every view shows whose decision is awaited.
        """
        return None

    def lapse(self, seat: int) -> Lapse | None:
        """How long the question this seat is asked waits; None for as long as it takes."""
        return None

    def showable(self, seat: int) -> list[str]:
        """The cards a seat may show to chosen others; [] where a game knows no showing."""
        return []

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        """The refusal of a move that `moves` does not list, in words a player understands."""
        return IllegalMove("That is not possible now.")

    def play(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        """Carry out one decision; Over, NotYourTurn, IllegalMove leave the position as it was."""
        if self.outcome() is not None:
            raise Over("The game is over.")
        return self.decide(seat, move, chance)

    def decide(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        """`play` where the game is known to go on. A game that completes or checks moves before
        they are compared with `moves` extends this."""
        if seat not in self.to_move():
            raise NotYourTurn("It is not your turn to decide.")
        if move not in self.moves(seat):
            raise self.why_not(seat, move)
        return self.apply(seat, move, chance)


def places_by(scores: list[Any]) -> tuple[int, ...]:
    """Places from anything that compares, best first being the greatest; ties share (1, 1, 3)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
