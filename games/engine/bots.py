"""The interface of bots, and the easy bot. A bot gets only what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Effect, Move, Options, Position, View
from games.engine.information_state import InformationState, information_state_of, tell


@dataclass(frozen=True, slots=True)
class Question:
    """The decision a seat has to make and all that it knows; treat as read-only."""

    seat: int
    options: Options
    view: View
    """The seat's own view of the current position."""
    moves: Sequence[Move]
    """All legal moves of the seat; never empty."""
    information_state: InformationState[Any]
    """What the seat remembers, an instance of the game's own class, which a bot may inspect."""

    def resample(self, rng: Random, others: Bot | None = None) -> Any:
        """Return a random position that is consistent with everything the seat knows.

        Args:
            rng: The source of chance.
            others: How the other seats made choices that are still secret, such as plans that they
                have laid; None: each possible choice is equally likely.
        """
        world = self.information_state.resample(self.view, rng)
        if others is not None:
            for seat in self.information_state.take_back(world):
                chance = Chance(rng.randbytes(SEED_BYTES), 0)
                world.apply(seat, others.choose(question(world, seat), rng), chance)
        return world


class Bot(Protocol):
    """A player of one game.

    A bot keeps no state between questions: the same question and the same state of `rng` give the
    same answer, so one bot can play at any number of tables.
    """

    level: str
    slow: bool
    """Whether it needs more than a few milliseconds. A slow bot is pickled, with its question, to a
    process of its own."""

    def choose(self, question: Question, rng: Random) -> Move:
        """Return one of the question's moves; use `rng` as the only source of chance."""
        ...


@runtime_checkable
class PlaysOn(Protocol):
    """A bot that plays on quickly in a resampled world, without a question for each move.

    It follows the same policy as `choose`, and must not read what its seat could not know there.
    """

    def play_on(self, world: Any, seat: int, moves: Sequence[Move], rng: Random) -> Sequence[Move]:
        """Return the next moves of a seat: one, or several that it would make in a row.

        Args:
            world: The position; it must not be changed.
            seat: The seat that is to move.
            moves: Its legal moves, at least two.
            rng: The only source of chance.
        """
        ...


ANY = "any"
"""In place of a character: any character of the bot’s level; which one is not shown."""


class Memories:
    """The information states of all seats, for a caller that has the true position."""

    def __init__(self, position: Position) -> None:
        self.of = [information_state_of(position, seat) for seat in range(position.seats)]

    def tell(self, effects: Iterable[Effect]) -> None:
        """Let each seat learn what it may know of a move."""
        effects = list(effects)
        for information_state in self.of:
            tell(information_state, effects)

    def question(self, position: Position, seat: int) -> Question:
        return question(position, seat, self.of[seat])


Play = Callable[[Move], list[Effect]]
AnyPosition = TypeVar("AnyPosition", bound=Position)


def questions(
    rules: type[AnyPosition], seats: int, options: Options, rng: Random
) -> Iterator[tuple[AnyPosition, Question, Play]]:
    """Play a new game to its end, one question at a time.

    Args:
        rules: The rules to play by.
        seats: The number of seats.
        options: All options with their values, as `Game.read_options` returns them.
        rng: The source of the game's seed, which is drawn from it first.

    Yields:
        The position, the question for the seat to move, and a function that plays its answer.
        Call that function before asking for the next question.
    """
    yield from questions_of(rules, seats, options, rng.randbytes(32))


def questions_of(
    rules: type[AnyPosition], seats: int, options: Options, seed: bytes
) -> Iterator[tuple[AnyPosition, Question, Play]]:
    """Play the game of a seed to its end, like `questions`."""
    position = rules.deal(seats, options, Chance(seed, 0))
    memories = Memories(position)
    step = 0
    while asked := position.to_move():
        step += 1
        seat, chance = asked[0], Chance(seed, step)

        def play(move: Move, seat: int = seat, chance: Chance = chance) -> list[Effect]:
            effects = position.play(seat, move, chance)
            memories.tell(effects)
            return effects

        yield position, memories.question(position, seat), play


def question(
    position: Position, seat: int, information_state: InformationState[Any] | None = None
) -> Question:
    """Return the question for a seat that is to move.

    Args:
        position: The true position.
        seat: The seat that is to move.
        information_state: What the seat remembers; if None, only what its current view shows.
    """
    view = position.view(seat)
    known = (
        information_state_of(position, seat, view)
        if information_state is None
        else information_state
    )
    return Question(seat, position.options, view, position.moves(seat), known)


Weigh = Callable[[View, int, Move], float]
"""(view, seat, move) → relative probability of the move, where 1 is normal."""


def alike(view: View, seat: int, move: Move) -> float:
    """Give every move the same weight; knows nothing of the game."""
    return 1.0


class Easy:
    """The opponent for a first game: mostly random, but not silly.

    It knows no rules; a game may pass a function that weighs moves by how sensible they look.
    """

    level = "easy"
    slow = False

    def __init__(self, weigh: Weigh = alike) -> None:
        self._weigh = weigh

    def choose(self, question: Question, rng: Random) -> Move:
        return self.pick(question.view, question.seat, question.moves, rng)

    def play_on(
        self, world: Position, seat: int, moves: Sequence[Move], rng: Random
    ) -> Sequence[Move]:
        return (self.pick(world.view(seat), seat, moves, rng),)

    def pick(self, view: View, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """Choose like `choose`, for callers that have no `Question`."""
        weights = [self._weigh(view, seat, move) for move in moves]
        return rng.choices(moves, weights)[0] if any(weights) else rng.choice(moves)
