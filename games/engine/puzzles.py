"""Puzzles: a position of a finished game in which one move is clearly best.

A puzzle is data: the record of the game up to there, whose decision it is, and what each move is
worth, by the moves that have the same effect. Everything else follows from the rules: the view
that is shown, what the seat remembers, the moves it has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Self

from games.engine.bots import Memories, Question
from games.engine.contract import Json, Move, View
from games.engine.record import Record
from games.engine.replay import play_one, read_move

KEY_LENGTH = 10
EVEN = 1500
"""The rating that a puzzle of middling difficulty begins with."""
PLAIN = 200
"""So much easier is one that the weakest bot solves at a glance."""
USUAL_GAP = 30
"""A best move that is better than the next one by so many of 100 is neither hard nor easy to see;
each one of 100 more or less is worth `PER_POINT`, up to `MOST_APART` in all."""
PER_POINT = 8
MOST_APART = 160


@dataclass(frozen=True, slots=True)
class Worth:
    """Moves of one effect, as a record has them, and how often the seat wins after them, of 100."""

    moves: tuple[Json, ...]
    chance: int

    def dump(self) -> Json:
        return {"chance": self.chance, "moves": list(self.moves)}


@dataclass(frozen=True, slots=True)
class Theme:
    """What a puzzle is about. Its words are marked for translation by `noted`."""

    slug: str
    """Its name in addresses and in the data."""
    name: str
    why: str
    """One sentence, for whoever has just answered: why such a move is the right one."""
    fits: Callable[[Question, Move], bool]
    """Whether a decision with this best move is of the theme."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle as it is stored: one line of JSON."""

    key: str
    """Its name in addresses: it follows from the record and the seat, so it never changes."""
    seat: int
    view: str
    """A digest of what the seat sees: what is asked is what was judged."""
    worths: tuple[Worth, ...]
    """The best first: its moves are the answers."""
    record: Json
    """The game up to there, without what followed."""
    plain: bool = False
    """Whether the weakest bot finds it at a glance."""
    themes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, record: Record, asked: Question, worths: Sequence[tuple[tuple[Move, ...], float]]
    ) -> Self:
        written: Any = record.dump()
        return cls(
            key_of(written, asked.seat),
            asked.seat,
            digest(asked.view),
            tuple(
                Worth(tuple(move.dump() for move in moves), round(100 * chance))
                for moves, chance in worths
            ),
            written,
        )

    @classmethod
    def read(cls, line: str) -> Self:
        """From one line of a file of puzzles."""
        data = json.loads(line)
        worths = tuple(Worth(tuple(one["moves"]), one["chance"]) for one in data["worths"])
        plain, themes = data.get("plain", False), tuple(data.get("themes", ()))
        return cls(data["key"], data["seat"], data["view"], worths, data["record"], plain, themes)

    def dump(self) -> Json:
        return {
            "key": self.key,
            "seat": self.seat,
            "view": self.view,
            "plain": self.plain,
            "themes": list(self.themes),
            "worths": [worth.dump() for worth in self.worths],
            "record": self.record,
        }

    @property
    def best(self) -> Worth:
        return self.worths[0]

    @property
    def gap(self) -> int:
        """By how much of 100 the best move is better than the next one."""
        return self.worths[0].chance - self.worths[1].chance

    @property
    def first_rating(self) -> int:
        """How hard it is thought to be before anybody has tried it."""
        apart = max(-MOST_APART, min(MOST_APART, PER_POINT * (USUAL_GAP - self.gap)))
        return EVEN + apart - (PLAIN if self.plain else 0)

    def worth_of(self, move: Move) -> Worth:
        """What a legal move is worth."""
        written = move.dump()
        return next(worth for worth in self.worths if written in worth.moves)

    def solves(self, move: Move) -> bool:
        return move.dump() in self.best.moves

    def described(self, asked: Question, plain: bool, themes: Iterable[Theme]) -> Self:
        """With what it is about, and whether it is plain."""
        best = next(move for move in asked.moves if self.solves(move))
        found = tuple(theme.slug for theme in themes if theme.fits(asked, best))
        return replace(self, plain=plain, themes=found)


def question_of(record: Record, seat: int) -> Question:
    """What a seat is asked at the end of a record, with all it has been told by then."""
    position = record.start()
    memories = Memories(position)
    for step, data in enumerate(record.moves, start=1):
        memories.tell(play_one(position, record, step, data))
    return memories.question(position, seat)


def answers_of(puzzle: Puzzle, record: Record) -> list[Move]:
    """The moves that solve it."""
    start = record.start()
    return [read_move(start, move) for move in puzzle.best.moves]


def key_of(record: Json, seat: int) -> str:
    return digest({"seat": seat, "record": record})[:KEY_LENGTH]


def digest(value: View) -> str:
    """The same for the same JSON, in every process."""
    written = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return sha256(written.encode()).hexdigest()[:16]
