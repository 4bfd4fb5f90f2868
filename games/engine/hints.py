"""Compare a hint with the other moves of a question, from only what its seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.judge import SURE, Judge, Race

FEWEST, MOST = 12, 24
"""The number of worlds in which the hint is compared with the best of the others."""
LEAST = 0.03
"""Moves whose chances differ by less are equally good."""


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

    judge: Judge
    question: Question
    move: Move
    seed: int

    def verdict(self) -> Compared:
        """Compare the hint; the result is the same in every process."""
        rng = Random(self.seed)
        race = Race.of(self.judge, self.question, [self.move, *self._best_of_each_kind(rng)])
        race.run(FEWEST, rng)
        if not any(self._is_clear(race, move) for move in race.rivals):
            race.run(MOST, rng)
        chance, as_good = race.worth(self.move).mean, None
        for move in race.ranked():
            if move == self.move:
                continue
            theirs = race.worth(move).mean
            if self._is_clear(race, move):
                return Compared(chance, move, theirs, clear=True)
            lead = race.lead(self.move, move)
            if as_good is None and lead.mean > -SURE * lead.error:
                as_good = Compared(chance, move, theirs)
        return as_good or Compared(chance)

    def _is_clear(self, race: Race, move: Move) -> bool:
        """Return whether a move is surely worse than the hint."""
        lead = race.lead(self.move, move)
        return lead.mean >= max(LEAST, SURE * lead.error)

    def _best_of_each_kind(self, rng: Random) -> Sequence[Move]:
        """Return the best other move of each type: those of one type are often equally good."""
        kinds: dict[str, list[Move]] = {}
        for move in self.question.moves:
            if move != self.move:
                kinds.setdefault(move.type, []).append(move)
        best = []
        for moves in kinds.values():
            race = Race.of(self.judge, self.question, moves)
            race.halve(1, (), rng)
            best += race.rivals
        return best
