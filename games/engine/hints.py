"""Compare a hint with the other moves of a question, from only what its seat knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from games.engine.bots import Question
from games.engine.contract import Move, Position
from games.engine.review import LEAST, SURE, Reviewer, value_of
from games.engine.search import Estimate, best_by_trials

RACED = 24
"""The number of trials in each round that finds the best of the other moves."""
WORLDS = 40
"""The number of worlds in which the hint is compared with them."""


class Compared(NamedTuple):
    """The chance to win with the hint, and with another move."""

    chance: float
    other: Move | None = None
    """The best move that is clearly worse; if none is, the best that may be as good."""
    other_chance: float = 0.0
    clear: bool = False
    """Whether the other move is clearly worse."""


class Weighing(NamedTuple):
    """A hint to compare; pickled to another process."""

    reviewer: Reviewer
    question: Question
    move: Move
    seed: int

    def verdict(self) -> Compared:
        """Compare the hint; the result is the same in every process."""
        rng = Random(self.seed)
        others = _best_of_each_kind(self, rng)
        values: list[list[float]] = []
        for _ in range(WORLDS):
            value = _trial(self, rng)
            values.append([value(move) for move in (self.move, *others)])
        own = [world[0] for world in values]
        found = Compared(sum(own) / WORLDS)
        ranked = sorted(range(len(others)), key=lambda at: -sum(world[at + 1] for world in values))
        as_good: Compared | None = None
        for at in ranked:
            theirs = [world[at + 1] for world in values]
            lost = Estimate.of([one - other for one, other in zip(own, theirs, strict=True)])
            needed = max(LEAST, SURE * lost.error)
            if lost.mean >= needed:
                return found._replace(
                    other=others[at], other_chance=sum(theirs) / WORLDS, clear=True
                )
            if as_good is None and lost.mean > -needed:
                as_good = found._replace(other=others[at], other_chance=sum(theirs) / WORLDS)
        return as_good or found


def _best_of_each_kind(weighing: Weighing, rng: Random) -> Sequence[Move]:
    """Return the best other move of each type: moves of one type are often equally good."""
    kinds: dict[str, list[Move]] = {}
    for move in weighing.question.moves:
        if move != weighing.move:
            kinds.setdefault(move.type, []).append(move)
    return [
        best_by_trials(moves, lambda rng: _trial(weighing, rng), RACED // len(kinds), rng)
        for moves in kinds.values()
    ]


def _trial(weighing: Weighing, rng: Random) -> Callable[[Move], float]:
    """Draw a world and return the worth of each move in it."""
    world, luck = weighing.question.resample(rng), rng.random()
    return lambda move: _worth(weighing.reviewer, world, weighing.question.seat, move, luck)


def _worth(reviewer: Reviewer, world: Position, seat: int, move: Move, luck: float) -> float:
    """Return the seat's share of the victory after a move: the only use of the judge."""
    return value_of(reviewer, world, seat, move, luck)
