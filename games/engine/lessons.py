"""Lessons: a game taught at its own table, step by step from prepared positions.

A lesson is data. Its texts are marked for translation by `noted`; its moves are written as in a
record and are played by the rules. What a text claims about the table stands next to it as facts:

    stated(_("Eight against seven."), strength(0, 8), strength(1, 7))

A test plays every legal move at every step, and checks the facts of the answer and of the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Json, Move, Position
from games.engine.record import NO_SEED

Pattern = Mapping[str, object]
"""Some keys of a move; a move fits if it has the same values, where None means left out."""


def fits(move: Move, pattern: Pattern) -> bool:
    """Return whether a move fits a pattern."""
    written = move.dump()
    return all(written.get(key) == value for key, value in pattern.items())


def fits_any(move: Move, patterns: Iterable[Pattern]) -> bool:
    return any(fits(move, pattern) for pattern in patterns)


@dataclass(frozen=True)
class Played:
    """A move of the learner, as facts see it; for what the coach says before, nothing was played.

    Attributes:
        before: The position in which the learner has to move.
        move: The move as in a record.
        after: The position after it.
    """

    before: Position
    move: Json
    after: Position


Fact = Callable[[Played], bool]
"""Something that a text claims about the table."""


class Stated(str):
    """A text with the facts that it claims."""

    facts: tuple[Fact, ...]

    __slots__ = ("facts",)


def stated(text: str, *facts: Fact) -> Stated:
    """Return a text with the facts that it claims."""
    with_facts = Stated(text)
    with_facts.facts = facts
    return with_facts


def recorded(value: object, *path: str | int) -> Fact:
    """Return the fact that this stands in the record of the position after the move.

    Args:
        value: The value at the end of the path.
        path: The keys and indexes that lead to it.
    """
    return lambda played: _at(played.after, path) == value


def counted(number: int, *path: str | int) -> Fact:
    """Return the fact that a list or a mapping in the record has this many entries."""
    return lambda played: len(_at(played.after, path)) == number


def _at(position: Position, path: tuple[str | int, ...]) -> Any:
    found: Any = position.dump()
    for key in path:
        found = found[key]
    return found


def instead(move: Json, *facts: Fact) -> Fact:
    """Return the fact that these facts would hold after another move of the learner.

    Args:
        move: The other move, as in a record, with its `seat`.
        facts: The facts.
    """

    def holds(played: Played) -> bool:
        data = {key: value for key, value in move.items() if key != "seat"}
        after = played.before.clone()
        found = [one for one in after.moves(move["seat"]) if fits(one, data)]
        if not found:
            return False
        after.play(move["seat"], found[0], Chance(bytes(SEED_BYTES), 1))
        return all(fact(Played(played.before, found[0].dump(), after)) for fact in facts)

    return holds


@dataclass(frozen=True)
class Step:
    """One message of the coach, and what the learner does then."""

    say: str
    """The coach's message: a few short sentences."""
    awaited: tuple[Pattern, ...] = ()
    """The moves that lead on, any of them; () if the learner only reads on."""
    right: str = ""
    """The message after a right move, shown above the next step."""
    wrong: str = ""
    """The message after any other legal move, which is not played."""
    wrong_for: tuple[tuple[Pattern, str], ...] = ()
    """Messages in place of `wrong` for some moves; the first that fits is shown."""
    then: tuple[Json, ...] = ()
    """The next moves of the other players, each with its `seat`, in order."""
    focus: str = ""
    """CSS selector of the element to highlight."""

    def word_for(self, move: Move) -> str:
        """Return the message for a legal move that is not awaited."""
        return next((word for pattern, word in self.wrong_for if fits(move, pattern)), self.wrong)


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game."""

    slug: str
    """Name in URLs and in stored progress; never changed."""
    title: str
    about: str
    """What the learner can do afterwards, in one sentence."""
    minutes: int
    seats: int
    steps: tuple[Step, ...]
    closing: str
    """The closing message."""
    seat: int = 0
    """The learner's seat."""
    names: tuple[str, ...] = ()
    """Names of the others, clockwise from the learner; the rest get bot names."""
    position: Json | None = None
    """The first position; None for the deal of the `seed`."""
    seed: str = NO_SEED
    """The source of all chance: 64 hexadecimal digits."""
    options: Mapping[str, object] = field(default_factory=dict)
    rules: int = 1
    """The version of the rules the lesson was written for."""
