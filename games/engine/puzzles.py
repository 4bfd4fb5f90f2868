"""Puzzles: a position of a finished game in which one move is clearly best.

A puzzle is data: the record up to the decision, the seat that decides, and the worth of each group
of moves with the same result. The view, the seat's memory and its moves follow from the rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Self

from games.engine.bots import Memories, Question
from games.engine.contract import Json, Move, View
from games.engine.record import Record
from games.engine.replay import play_one

KEY_LENGTH = 10
EVEN = 1500
"""The first rating of a puzzle of average difficulty."""
WEAKEST, STRONGEST = 1250, 1750
"""The ratings of the weakest and the strongest bot as solvers; the others lie evenly between."""
PLAIN = 0.5
"""A puzzle is plain if the weakest bot solves it at least this often."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Moves with the same result, as in a record, and the chance to win after them, of 100."""

    moves: tuple[Json, ...]
    chance: int

    def dump(self) -> Json:
        return {"chance": self.chance, "moves": list(self.moves)}


@dataclass(frozen=True, slots=True)
class Theme:
    """What a puzzle is about. Its texts are marked for translation by `noted`."""

    slug: str
    """Name in URLs and in the data."""
    name: str
    why: str
    """What to think of in such a position, in one sentence shown after the answer."""
    fits: Callable[[Question, Move], bool]
    """Return whether a decision with this best move belongs to the theme."""
    premise: Callable[[Question, Move], bool] = lambda asked, move: True
    """Return whether `why` is true of a decision of the theme, by what the seat sees."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle as it is stored: one line of JSON."""

    key: str
    """Name in URLs; derived from the record and the seat, so it never changes."""
    seat: int
    view: str
    """Digest of the seat's view; shows that the question is the one that was judged."""
    worths: tuple[Worth, ...]
    """The best first: its moves are the solutions."""
    record: Json
    """The game up to the decision."""
    solved: tuple[float, ...] = ()
    """How often each bot solves it, from 0 to 1, the weakest first."""
    themes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, record: Record, asked: Question, worths: Sequence[tuple[tuple[Move, ...], float]]
    ) -> Self:
        written: Json = {**record.dump()}
        return cls(
            key_of(written, asked.seat),
            asked.seat,
            digest(asked.view),
            worths_of(worths),
            written,
        )

    @classmethod
    def read(cls, line: str) -> Self:
        """Return the puzzle of one line of a puzzle file."""
        data = json.loads(line)
        worths = tuple(Worth(tuple(one["moves"]), one["chance"]) for one in data["worths"])
        solved, themes = tuple(data.get("solved", ())), tuple(data.get("themes", ()))
        return cls(data["key"], data["seat"], data["view"], worths, data["record"], solved, themes)

    def dump(self) -> Json:
        return {
            "key": self.key,
            "seat": self.seat,
            "view": self.view,
            "solved": list(self.solved),
            "themes": list(self.themes),
            "worths": [worth.dump() for worth in self.worths],
            "record": self.record,
        }

    @property
    def best(self) -> Worth:
        return self.worths[0]

    @property
    def gap(self) -> int:
        """The lead of the best move over the next one, of 100."""
        return self.worths[0].chance - self.worths[1].chance

    @property
    def plain(self) -> bool:
        """Whether the weakest bot often finds the solution."""
        return bool(self.solved) and self.solved[0] >= PLAIN

    @property
    def first_rating(self) -> int:
        """The estimated difficulty before any player has tried it."""
        return difficulty(self.solved)

    def solves(self, move: Move) -> bool:
        return move.dump() in self.best.moves

    def described(self, asked: Question, solved: Sequence[float], themes: Iterable[Theme]) -> Self:
        """Return the puzzle with its themes and how often each bot solves it."""
        best = next(move for move in asked.moves if self.solves(move))
        found = tuple(theme.slug for theme in themes if theme.fits(asked, best))
        return replace(self, solved=tuple(solved), themes=found)


def difficulty(solved: Sequence[float]) -> int:
    """Return the rating of a puzzle that bots of rising strength solve so often.

    Each bot counts as one opponent, and one more with an even rating as a draw.
    """
    step = (STRONGEST - WEAKEST) / max(1, len(solved) - 1)
    ratings = [EVEN, *(WEAKEST + step * level for level in range(len(solved)))]
    lost = sum(1 - share for share in (0.5, *solved))
    low, high = 0.0, 2.0 * EVEN
    while high - low > 1:
        middle = (low + high) / 2
        # The expected score of a puzzle that rises with its rating.
        expected = sum(1 / (1 + 10 ** ((rating - middle) / 400)) for rating in ratings)
        low, high = (middle, high) if expected < lost else (low, middle)
    return round(low)


def worths_of(worths: Iterable[tuple[tuple[Move, ...], float]]) -> tuple[Worth, ...]:
    """Return the chances after groups of moves as they are stored, of 100."""
    return tuple(
        Worth(tuple(move.dump() for move in moves), max(0, round(100 * chance)))
        for moves, chance in worths
    )


def question_of(record: Record, seat: int) -> Question:
    """Return the seat's question at the end of a record, with all it knows by then."""
    position = record.start()
    memories = Memories(position)
    for step, data in enumerate(record.moves, start=1):
        memories.tell(play_one(position, record, step, data))
    return memories.question(position, seat)


def key_of(record: Json, seat: int) -> str:
    return digest({"seat": seat, "record": record})[:KEY_LENGTH]


def digest(value: View) -> str:
    """Return a hash that is the same for the same JSON in every process."""
    written = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return sha256(written.encode()).hexdigest()[:16]
