"""Lessons: a game taught at its own table, by prepared positions that are played on step by step.

A lesson is data. What is said in it is marked for translation by `noted`; what is done in it goes
through the rules, by moves as they are written in a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.contract import Json, Move
from games.engine.record import NO_SEED

Pattern = Mapping[str, Any]
"""Some keys of a move: it fits if it has the same values there, None standing for left out."""


def fits(move: Move, pattern: Pattern) -> bool:
    """Whether a move is one of those that a pattern means."""
    written = move.dump()
    return all(written.get(key) == value for key, value in pattern.items())


def fits_any(move: Move, patterns: Iterable[Pattern]) -> bool:
    return any(fits(move, pattern) for pattern in patterns)


@dataclass(frozen=True)
class Step:
    """One thing that is said, and what the learner does then."""

    say: str
    """What the coach says: a few short sentences."""
    awaited: tuple[Pattern, ...] = ()
    """The moves that lead on, any of them; () to read on only."""
    right: str = ""
    """What is said once it is done, above the next step."""
    wrong: str = ""
    """What is said of any other legal move, which is not played."""
    wrong_for: tuple[tuple[Pattern, str], ...] = ()
    """What is said in its place of some of them: the first that fits."""
    then: tuple[Json, ...] = ()
    """What the others do next: moves with their `seat`, played one after the other."""
    focus: str = ""
    """A CSS selector of what is pointed at."""

    def word_for(self, move: Move) -> str:
        """What is said of a legal move that is not awaited."""
        return next((word for pattern, word in self.wrong_for if fits(move, pattern)), self.wrong)


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game, in the order of its steps."""

    slug: str
    """Its name in addresses and in what is stored of people's progress; never changed."""
    title: str
    about: str
    """One sentence: what one can do afterwards."""
    minutes: int
    seats: int
    steps: tuple[Step, ...]
    closing: str
    """What is said at the end."""
    seat: int = 0
    """Through whose eyes it is played."""
    names: tuple[str, ...] = ()
    """What the others are called, clockwise from the learner; the rest by the game's bot names."""
    position: Json | None = None
    """Where it begins; None: the deal of the `seed`."""
    seed: str = NO_SEED
    """All chance in it: 64 hexadecimal digits."""
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: int = 1
    """The version of the rules it was written for."""
