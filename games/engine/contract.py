"""The contract of every game.

A position is the full state of a game, secrets included. Seats are numbers from 0, clockwise. A
move is legal if and only if `moves` lists it. To play a game of random moves:

    options = rules.game.read_options({}, seats=2)
    position = rules.deal(2, options, Chance(seed, 0))
    step = 0
    while seats := position.to_move():
        step += 1
        move = rng.choice(position.moves(seats[0]))
        effects = position.play(seats[0], move, Chance(seed, step))
    print(position.outcome())
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from games.engine import shapes
from games.engine.chance import Chance
from games.engine.information_state import InformationState
from games.engine.refusals import BadOptions, BadRecord, IllegalMove, NotYourTurn, Over
from games.engine.values import Dump as Dump
from games.engine.values import Effect as Effect
from games.engine.values import Json as Json
from games.engine.values import Options as Options
from games.engine.values import View as View

OPTION_BYTES = 16_000
"""The longest JSON of an option of a new match, in UTF-8 without spaces."""
NULL = b"\\u0000"
"""The null character as JSON, which PostgreSQL cannot store."""


@dataclass(frozen=True)
class Option:
    """One option of a game; the first of its values is the default."""

    name: str
    values: tuple[Any, ...]
    read: Callable[[Any], object] | None = None
    """For values that cannot be listed: raises BadOptions for an invalid value."""
    bound: Callable[[Any], object] | None = None
    """For such values: raises BadOptions for a valid one that is too large for a new match."""
    ratable: bool = True
    """Whether a rated match may have another value than the default."""

    @property
    def default(self) -> Any:
        return self.values[0]

    def accepts(self, value: object) -> bool:
        """Return whether the option can have this value, whose type must match: True is not 1.

        Raises:
            BadOptions: `read` refuses the value.
        """
        if self.read is not None:
            self.read(value)
            return True
        return any(type(value) is type(known) and value == known for known in self.values)

    def require_bounded(self, value: Any) -> None:
        """Raise BadOptions for a value that is too large for a new match, or cannot be stored."""
        if self.read is None or value == self.default:
            return
        try:
            written = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        except (ValueError, RecursionError):
            written = NULL
        if NULL in written:
            raise BadOptions("The option “{name}” can’t have that value.", name=self.name)
        if len(written) > OPTION_BYTES:
            raise BadOptions(
                "The option “{name}” is too long. Shorten it to {most} bytes.",
                name=self.name,
                most=OPTION_BYTES,
            )
        if self.bound is not None:
            self.bound(value)


@dataclass(frozen=True)
class Game:
    """The name, seats and options of a game in one version of its rules."""

    slug: str
    name: str
    seats: range
    options: tuple[Option, ...] = ()
    rules: int = 1
    exclusive: tuple[tuple[str, str], ...] = ()
    """Pairs of options of which at most one may differ from its default."""
    agree: Callable[[Options, int | None], None] | None = None
    """Raises BadOptions if options do not fit together or the seats, which may be None."""
    undo: bool = False
    """Whether players may take back a move in their own turn while it `reveals` nothing."""
    timed_option: tuple[str, Any] | None = None
    """The option and its value with which some questions time out (`Position.question_timeout`)."""

    def read_seats(self, value: object) -> int:
        if type(value) is not int or value not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            if least == most:
                raise BadRecord("{game} needs {n} seats.", game=self.name, n=most)
            raise BadRecord(
                "{game} needs {least} to {most} seats.", game=self.name, least=least, most=most
            )
        return value

    def read_options(self, value: object, seats: int | None = None) -> Options:
        """Return all options with their values.

        Args:
            value: JSON from outside; an option that is left out or null has its default.
            seats: The number of seats, if known.

        Raises:
            BadOptions: An option is unknown, has an impossible value or does not fit the others.
        """
        if not isinstance(value, dict):
            raise BadOptions("Options must be an object.")
        known = {option.name: option for option in self.options}
        for name, given in value.items():
            if name not in known:
                raise BadOptions("{game} has no option “{name}”.", game=self.name, name=name)
            if given is not None and not known[name].accepts(given):
                raise BadOptions("The option “{name}” can’t have that value.", name=name)
        agreed = {
            name: option.default if value.get(name) is None else value[name]
            for name, option in known.items()
        }
        for one, other in self.exclusive:
            if all(agreed[name] != known[name].default for name in (one, other)):
                raise BadOptions("“{one}” and “{other}” can’t be combined.", one=one, other=other)
        if self.agree is not None:
            self.agree(agreed, seats)
        return agreed

    def read_new_options(self, value: object, seats: int) -> Options:
        """Return the options of a new match: as `read_options`, and within bounds.

        Records may exceed the bounds, so that older ones replay (records: Records and the referee).

        Raises:
            BadOptions: As `read_options`, or an option is too large.
        """
        agreed = self.read_options(value, seats)
        for option in self.options:
            option.require_bounded(agreed[option.name])
        return agreed

    def changed(self, options: Options) -> list[Option]:
        """Return the options that do not have their default."""
        return [one for one in self.options if options.get(one.name, one.default) != one.default]

    def unratable(self, options: Options) -> list[Option]:
        """Return the options that a rated match may not have."""
        return [one for one in self.changed(options) if not one.ratable]


@dataclass(frozen=True, slots=True)
class Move:
    """One decision; each kind is a subclass, whose name in lower case is its `type`.

    A field is stored under its name, or under the `key` of its metadata.
    """

    type: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.type = cls.__name__.lower()

    def dump(self) -> Json:
        """Return the move as in a record, without its seat; defaults are left out."""
        written: Json = {"type": self.type}
        kind: Any = type(self)
        for name, key, default in keys_of(kind):
            value = getattr(self, name)
            if value != default:
                written[key] = list(value) if isinstance(value, tuple) else value
        return written


@cache
def keys_of(kind: type[Any]) -> list[tuple[str, str, Any]]:
    """Return the fields of a kind of move: name, key in a record, default."""
    return [(f.name, f.metadata.get("key", f.name), f.default) for f in fields(kind)]


class Timeout(NamedTuple):
    """The time limit of a question in seconds, and the move that is played when it is over."""

    seconds: int
    move: Move


@dataclass(frozen=True)
class Outcome:
    """The result of a game, by seat; ties share the better place (1, 1, 3)."""

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
    """Kinds of effects that show hidden information to those who see them: a card turned over.

    Effects before the first of these depend only on what their viewers can know already.
    """
    forgotten: ClassVar[frozenset[str]] = frozenset()
    """Kinds that every player sees but no later view shows: which way a hidden card came.

    For all other kinds, moves that leave a viewer with the same view have the same effects.
    """
    information_state: ClassVar[type[InformationState[Any]]]
    """What a seat remembers of a game, and how it resamples hidden information."""
    seats: int
    options: Options

    @classmethod
    @abstractmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        """Return the first position of a game.

        Args:
            seats: The number of seats, one of `game.seats`.
            options: All options with their values, as `Game.read_options` returns them.
            chance: The chance of step 0.
        """

    @classmethod
    @abstractmethod
    def load(cls, data: Any, seats: int, options: Options, chance: Chance) -> Self:
        """Return the position of a dump.

        Args:
            data: The dump; keys that are left out or null are filled in.
            seats: The number of seats.
            options: All options with their values.
            chance: The chance of step 0, for cards that the dump leaves open.

        Raises:
            BadPosition: No game can reach such a position, or it is finished.
        """

    @staticmethod
    @abstractmethod
    def read_move(data: Json, seats: int, /) -> Move:
        """Return the move of a record's object, whether it is legal or not.

        Args:
            data: The move's JSON; its `type` is a string.
            seats: The number of seats.

        Raises:
            BadMove: The object is not a move of this game.
        """

    @abstractmethod
    def dump(self) -> Dump:
        """Return every key of the position as JSON; `load` restores the same position."""

    @abstractmethod
    def to_move(self) -> tuple[int, ...]:
        """Return the seats that have to decide, in rising order; () if the game is over."""

    @abstractmethod
    def moves(self, seat: int) -> list[Move]:
        """Return every legal move of the seat, each once; [] if it has nothing to decide."""

    @abstractmethod
    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        """Carry out a legal move and return its effects; `play` checks that it is legal."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return what a seat may know, or for None what the public may know.

        Build the view up from nothing; do not remove secrets from a dump.
        """

    @abstractmethod
    def resample(self, seat: int | None, rng: Random) -> Self:
        """Return a position that the seat cannot tell from this one; redraw everything hidden.

        The tests use it to check that a view leaks nothing: it knows the true position. Bots use
        their `information_state` instead, which remembers more than a view.

        Args:
            seat: The seat whose view stays the same; None is the public.
            rng: The source of chance.
        """

    @abstractmethod
    def clone(self) -> Self:
        """Return a copy that shares no mutable state."""

    @abstractmethod
    def check(self) -> None:
        """Check that the position is sound: the cards add up, and so on.

        Raises:
            AssertionError: The position is not sound.
        """

    def reveals(self, move: Move) -> bool:
        """Return whether a move of the seat to move shows any player hidden information.

        A move that reveals nothing must not depend on chance: games with `undo` allow to take it
        back.
        """
        return True

    @property
    def silence(self) -> Move | None:
        """The move of a seat that does not answer in time, where the seats to move are secret.

        None if every view shows whose decision is awaited.
        """
        return None

    @property
    def under_way(self) -> bool:
        """Whether a player who leaves a rated match loses it, even after only a few decisions."""
        return False

    def question_timeout(self, seat: int) -> Timeout | None:
        """Return the time limit of the seat's question; None if it has no limit."""
        return None

    def showable(self, seat: int) -> list[str]:
        """Return the cards that the seat may show to chosen players; [] if there are none."""
        return []

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        """Return the refusal of a move that `moves` does not list, for the player to read."""
        return IllegalMove("That isn’t possible now.")

    def play(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        """Play one decision; a refused move leaves the position unchanged.

            effects = position.play(0, move, Chance(seed, step))

        Args:
            seat: The seat that decides.
            move: One of the seat's `moves`.
            chance: The chance of this step: the k-th move of a game is step k.

        Returns:
            The effects of the move, in order, with the seats that may know of each.

        Raises:
            Over: The game has ended.
            NotYourTurn: The seat has nothing to decide.
            IllegalMove: `moves` does not list the move.
        """
        if self.outcome() is not None:
            raise Over("The game is over.")
        return self.decide(seat, move, chance)

    def decide(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        """Play a decision like `play`, for callers that know that the game is not over.

        A game extends this if it completes or checks a move before it is compared with `moves`.
        """
        if seat not in self.to_move():
            raise NotYourTurn("It isn’t your turn to decide.")
        if move not in self.moves(seat):
            raise self.why_not(seat, move)
        return self.apply(seat, move, chance)


def places_by(scores: list[Any]) -> tuple[int, ...]:
    """Return the places for comparable scores, the greatest first; ties share (1, 1, 3)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
