"""Games between bots who change seats from game to game, and when enough have been played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from random import Random
from time import perf_counter
from typing import NamedTuple

from games.engine.bots import Bot, questions
from games.engine.contract import Json, Options, Outcome, Position
from games.engine.record import Record
from games.engine.review import Made, shares_of


class Took(NamedTuple):
    """The time that one bot took in one game: for so many answers, in seconds."""

    answers: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def and_one(self, seconds: float) -> Took:
        return Took(self.answers + 1, self.seconds + seconds, max(self.slowest, seconds))


@dataclass(frozen=True, slots=True)
class Played:
    """One game: who sat at each seat, how it ended, and its moves."""

    number: int
    sitting: tuple[int, ...]
    seed: bytes
    moves: tuple[tuple[int, Json], ...]
    outcome: Outcome
    took: tuple[Took, ...]
    """By bot, as `sitting` numbers them."""

    def wins(self) -> list[float]:
        """By bot: 1 for the first place, or a share of it."""
        wins = [0.0] * len(self.sitting)
        for who, share in zip(self.sitting, shares_of(self.outcome), strict=True):
            wins[who] += share
        return wins

    def record(self, setup: Setup) -> Record:
        moves = [{"seat": seat, **move} for seat, move in self.moves]
        return Record(setup.rules, len(self.sitting), setup.options, self.seed, None, moves)

    def made(self) -> list[Made]:
        return [Made(number, *move) for number, move in enumerate(self.moves, start=1)]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played by whom; pickled to the processes that play."""

    rules: type[Position]
    options: Options
    bots: tuple[Bot, ...]
    seed: int

    def play(self, number: int) -> Played:
        """One game: always the same for the same number, but for the time it takes."""
        count = len(self.bots)
        sitting = tuple((seat + number) % count for seat in range(count))
        rng = Random(f"{self.seed}/{number}")
        # The first thing drawn is the seed of the game.
        seed = Random(f"{self.seed}/{number}").randbytes(32)
        took, moves, outcome = [Took()] * count, [], None
        for position, question, play in questions(self.rules, count, self.options, rng):
            who = sitting[question.seat]
            started = perf_counter()
            move = self.bots[who].choose(question, rng)
            took[who] = took[who].and_one(perf_counter() - started)
            play(move)
            moves.append((question.seat, move.dump()))
            outcome = position.outcome()
        assert outcome is not None
        return Played(number, sitting, seed, tuple(moves), outcome, tuple(took))


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test of how much the first bot wins: `low`, or rather `high`.

    With the errors `alpha` (high is taken though low is true) and `beta` (the other way round).
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    ratio: float = 0.0
    """The logarithm of how much likelier `high` makes what was seen than `low` does."""

    def after(self, win: float) -> Sprt:
        """Once more: 1 for a win, 0 for none, or a share."""
        won, lost = log(self.high / self.low), log((1 - self.high) / (1 - self.low))
        return replace(self, ratio=self.ratio + win * won + (1 - win) * lost)

    @property
    def accepted(self) -> float | None:
        """The rate that is taken for true; None while that is open."""
        if self.ratio >= log((1 - self.beta) / self.alpha):
            return self.high
        if self.ratio <= log(self.beta / (1 - self.alpha)):
            return self.low
        return None
