"""What a bot is, and the easy one: a player that knows what its seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar

from games.engine.chance import Chance
from games.engine.contract import Happening, Move, Options, Position, View
from games.engine.knowledge import Knowledge, knowledge_of, tell


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked, with all that it knows; to be read and not changed."""

    seat: int
    options: Options
    view: View
    """The seat's own view of the table as it is."""
    moves: Sequence[Move]
    """All the legal moves of the seat, never none."""
    knowledge: Knowledge[Any]
    """What the seat remembers: of its game's own class, which a bot may look into."""

    def imagine(self, rng: Random) -> Any:
        """A position of the game that may be the true one for all the seat knows."""
        return self.knowledge.imagine(self.view, rng)


class Bot(Protocol):
    """A way of playing one game.

    A bot stores nothing from one question to the next: the same question and state of the `rng`
    give the same answer, so one bot may play at any number of tables.
    """

    level: str
    slow: bool
    """Whether it takes longer than a few milliseconds: it then thinks in a process of its own, to
    which it is pickled, with what it is asked."""

    def choose(self, question: Question, rng: Random) -> Move:
        """One of the question's moves; all luck comes from `rng`."""
        ...


ANY = "any"
"""In place of a character: one of those of the bot’s level, and nobody is told which."""


class Memories:
    """What every seat of a game knows, while somebody plays it who has the true position."""

    def __init__(self, position: Position) -> None:
        self.of = [knowledge_of(position, seat) for seat in range(position.seats)]

    def tell(self, happenings: Iterable[Happening]) -> None:
        """Each seat is told what it may know of a move."""
        happenings = list(happenings)
        for knowledge in self.of:
            tell(knowledge, happenings)

    def question(self, position: Position, seat: int) -> Question:
        return question(position, seat, self.of[seat])


Play = Callable[[Move], list[Happening]]
AnyPosition = TypeVar("AnyPosition", bound=Position)


def questions(
    rules: type[AnyPosition], seats: int, options: Options, rng: Random
) -> Iterator[tuple[AnyPosition, Question, Play]]:
    """A new game to its end: the position, what a seat that is to move is asked, and how to answer.

    The caller answers before asking for the next question; `rng` gives the seed.
    """
    seed = rng.randbytes(32)
    position = rules.deal(seats, options, Chance(seed, 0))
    memories = Memories(position)
    step = 0
    while asked := position.to_move():
        step += 1
        seat, chance = asked[0], Chance(seed, step)

        def play(move: Move, seat: int = seat, chance: Chance = chance) -> list[Happening]:
            happenings = position.play(seat, move, chance)
            memories.tell(happenings)
            return happenings

        yield position, memories.question(position, seat), play


def question(position: Position, seat: int, knowledge: Knowledge[Any] | None = None) -> Question:
    """What a seat is asked in a position; without `knowledge` it has just sat down."""
    view = position.view(seat)
    known = knowledge_of(position, seat, view) if knowledge is None else knowledge
    return Question(seat, position.options, view, position.moves(seat), known)


Weigh = Callable[[View, int, Move], float]
"""(view, seat, move) → how much likelier than a move of weight 1 it is to be picked."""


def alike(view: View, seat: int, move: Move) -> float:
    """The weights of somebody who knows nothing of the game."""
    return 1.0


class Easy:
    """Mostly random, but not silly: the opponent for a first game.

    It knows no rules; a game may pass a function that weighs the moves by how sensible they look.
    """

    level = "easy"
    slow = False

    def __init__(self, weigh: Weigh = alike) -> None:
        self._weigh = weigh

    def choose(self, question: Question, rng: Random) -> Move:
        return self.pick(question.view, question.seat, question.moves, rng)

    def pick(self, view: View, seat: int, moves: Sequence[Move], rng: Random) -> Move:
        """The same for whoever needs no more than that of a question."""
        weights = [self._weigh(view, seat, move) for move in moves]
        return rng.choices(moves, weights)[0] if any(weights) else rng.choice(moves)
