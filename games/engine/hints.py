"""Compare a hint with other moves of a question, from only what its seat knows.

A comparison is made a few worlds at a time, so that the process that makes it is soon free for a
bot that a player waits for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from games.engine.bots import Bot, Question
from games.engine.contract import Move
from games.engine.judge import SURE, Judge
from games.engine.search import Estimate

OTHERS = 5
"""The most other moves that are looked at."""
WORLDS, AT_ONCE = 128, 16
"""The number of worlds of a comparison, and of each step of it.

The number is fixed, so that all chances of a turn are equally precise. They still change a little
from one question to the next, which plays the worlds on from its own moves.
"""
KEPT = 2
"""After the first step only the `KEPT` best of the others are looked at."""
LEAST = 0.03
"""A move that is better by less is not clearly better."""
ALIKE = 0.1
"""Moves are about as good if their chances surely differ by no more than this."""
Shares = list[float]
"""The share of the victory in one world, by move; the hint is the first."""


class Weighing(NamedTuple):
    """Moves to try in some worlds; pickled to another process."""

    judge: Judge
    question: Question
    moves: tuple[Move, ...]
    seeds: tuple[str, ...]
    """One for each world."""

    def verdict(self) -> list[Shares]:
        """Return the seat's share after each move, by world; the same in every process."""
        return [self._shares(Random(seed)) for seed in self.seeds]

    def _shares(self, rng: Random) -> Shares:
        world, luck = self.question.resample(rng, self.judge.bot), rng.random()
        seat = self.question.seat
        return [self.judge.play_after(world, seat, move, luck)[seat] for move in self.moves]


class Compared(NamedTuple):
    """The chance to win with a hint, and with another move."""

    chance: float
    other: int | None = None
    """The best of the others that is clearly worse; if none is, the best that is about as good."""
    other_chance: float = 0.0
    clear: bool = False
    """Whether the other move is clearly worse."""


def others_of(question: Question, hint: Move, bots: Iterable[Bot], rng: Random) -> list[Move]:
    """Return other moves to compare a hint with: those of some bots, then one of each type."""
    chosen = [bot.choose(question, rng) for bot in bots]
    rest = rng.sample(question.moves, len(question.moves))
    firsts = {move.type: move for move in reversed(rest) if move != hint}
    found = dict.fromkeys([*chosen, *firsts.values(), *rest])
    return [move for move in found if move != hint][:OTHERS]


def seeds_of(seed: str, worlds: int) -> tuple[str, ...]:
    """Return the seeds of the next worlds, after this number of them."""
    return tuple(f"{seed} {world}" for world in range(worlds, min(worlds + AT_ONCE, WORLDS)))


def kept_of(worlds: Sequence[Shares]) -> list[int]:
    """Return which of the other moves to keep after these worlds, the best first."""
    return _ranked(worlds)[:KEPT]


def is_decided(worlds: Sequence[Shares]) -> bool:
    """Return whether these worlds are enough."""
    return len(worlds) >= WORLDS


def compare(worlds: Sequence[Shares]) -> Compared:
    """Return the chance with the hint, and the other move that tells the most about it."""
    chance, as_good = _mean(worlds, 0), None
    for other in _ranked(worlds):
        lead, theirs = _lead(worlds, other), _mean(worlds, other + 1)
        if _is_clear(lead):
            return Compared(chance, other, theirs, clear=True)
        if as_good is None and abs(lead.mean) + SURE * lead.error <= ALIKE:
            as_good = Compared(chance, other, theirs)
    return as_good or Compared(chance)


def _ranked(worlds: Sequence[Shares]) -> list[int]:
    others = range(len(worlds[0]) - 1)
    return sorted(others, key=lambda other: -_mean(worlds, other + 1))


def _mean(worlds: Sequence[Shares], column: int) -> float:
    return sum(shares[column] for shares in worlds) / len(worlds)


def _lead(worlds: Sequence[Shares], other: int) -> Estimate:
    """Return by how much the hint is better than another move in the same worlds."""
    return Estimate.of([shares[0] - shares[other + 1] for shares in worlds])


def _is_clear(lead: Estimate) -> bool:
    return lead.mean >= max(LEAST, SURE * lead.error)
