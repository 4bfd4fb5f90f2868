"""Games between bots that change seats from game to game, and a test for when to stop."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from random import Random
from time import perf_counter
from typing import NamedTuple

from games.engine.bots import Bot, questions
from games.engine.contract import Json, Options, Outcome, Position
from games.engine.judge import shares_of
from games.engine.record import Record
from games.engine.review import Made


class Took(NamedTuple):
    """The thinking time of one bot in one game, in seconds."""

    answers: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def and_one(self, seconds: float) -> Took:
        return Took(self.answers + 1, self.seconds + seconds, max(self.slowest, seconds))


@dataclass(frozen=True, slots=True)
class Played:
    """One game: the bot at each seat, the outcome and the moves."""

    number: int
    sitting: tuple[int, ...]
    seed: bytes
    moves: tuple[tuple[int, Json], ...]
    outcome: Outcome
    took: tuple[Took, ...]
    """Thinking time by bot; bots are numbered as in `sitting`."""

    def wins(self) -> list[float]:
        """Return by bot 1 for first place, a share of 1 for a shared first place, else 0."""
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
    """Rules, options and bots of a series of games; pickled to the worker processes."""

    rules: type[Position]
    options: Options
    bots: tuple[Bot, ...]
    seed: int

    def play(self, number: int) -> Played:
        """Play one game; the same number gives the same game, except for the time it takes."""
        count = len(self.bots)
        sitting = tuple((seat + number) % count for seat in range(count))
        rng = Random(f"{self.seed}/{number}")
        # `questions` draws the game's seed from `rng` first; this draws the same bytes.
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
    """Wald's sequential test of the first bot's winning rate: is it `low` or `high`?

    `alpha` is the probability of accepting `high` when `low` is true; `beta` is the reverse.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    ratio: float = 0.0
    """Log-likelihood ratio of the results so far: `high` against `low`."""

    def after(self, win: float) -> Sprt:
        """Add one result: 1 for a win, 0 for a loss, or a share of a win."""
        won, lost = log(self.high / self.low), log((1 - self.high) / (1 - self.low))
        return replace(self, ratio=self.ratio + win * won + (1 - win) * lost)

    @property
    def accepted(self) -> float | None:
        """The accepted rate; None while the test is undecided."""
        if self.ratio >= log((1 - self.beta) / self.alpha):
            return self.high
        if self.ratio <= log(self.beta / (1 - self.alpha)):
            return self.low
        return None
