"""Games between bots that change seats, and a test for when to stop.

A deal is played once for each way of seating the bots, with the same luck. So a deal, rather than a
game, is the unit of all statistics.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log
from random import Random
from time import process_time
from traceback import extract_tb
from typing import NamedTuple

from games.engine.bots import Bot, Question, questions_of
from games.engine.chance import SEED_BYTES
from games.engine.confidence import spread_of
from games.engine.contract import Json, Options, Outcome, Position
from games.engine.judge import shares_of
from games.engine.record import Record
from games.engine.review import Made

MOST_SHOWN = 3
"""The number of legal moves that the message about a failed bot lists."""
LONGEST = 160
"""The number of characters of an answer that it shows."""


class BotFailed(Exception):
    """A bot raised an error, or its answer is no legal move; the message says which and where."""


class Times(NamedTuple):
    """How long decisions between several moves took, in CPU milliseconds."""

    median: float
    p99: float
    worst: float

    @classmethod
    def of(cls, taken: Sequence[float]) -> Times:
        """Return the times of some decisions; zeros without any."""
        ranked = sorted(taken) or [0.0]
        return cls(ranked[len(ranked) // 2], ranked[99 * len(ranked) // 100], ranked[-1])


@dataclass(frozen=True, slots=True)
class Played:
    """One game: the bot at each seat, the outcome and the moves."""

    number: int
    sitting: tuple[int, ...]
    seed: bytes
    moves: tuple[tuple[int, Json], ...]
    outcome: Outcome
    took: tuple[tuple[float, ...], ...]
    """CPU milliseconds of each decision between several moves, by bot; bots are numbered as in
    `sitting`."""

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

    def dump(self, setup: Setup) -> Json:
        """Return the record with the bot at each seat and the times, from which `load` reads it."""
        levels = [{"name": "", "bot": setup.bots[who].level} for who in self.sitting]
        return {
            **self.record(setup).dump(),
            "outcome": self.outcome.dump(),
            "players": levels,
            "cpu_ms": self.took,
        }

    @classmethod
    def load(cls, setup: Setup, number: int, data: Json) -> Played | None:
        """Return a saved game; None if it is of another setup."""
        seed = setup.seed_of_deal(number)
        if data["seed"] != seed.hex():
            return None
        outcome = data["outcome"]
        played = cls(
            number,
            setup.sitting(number),
            seed,
            tuple(
                (move["seat"], {key: move[key] for key in move if key != "seat"})
                for move in data["moves"]
            ),
            Outcome(tuple(outcome["scores"]), tuple(outcome["places"]), outcome["reason"]),
            tuple(map(tuple, data["cpu_ms"])),
        )
        return played if {**data, "cpu_ms": played.took} == played.dump(setup) else None


@dataclass(frozen=True, slots=True)
class Setup:
    """Rules, options and bots of a series of games; pickled to the worker processes."""

    rules: type[Position]
    options: Options
    bots: tuple[Bot, ...]
    seed: int

    def sitting(self, number: int) -> tuple[int, ...]:
        """Return the bot at each seat of a game; they move on by one seat from game to game."""
        count = len(self.bots)
        return tuple((seat + number) % count for seat in range(count))

    def seed_of_deal(self, number: int) -> bytes:
        """Return the seed that a game shares with the other games of its deal."""
        return Random(f"{self.seed}/deal {number // len(self.bots)}").randbytes(SEED_BYTES)

    def play_dealt(self, number: int) -> Played:
        """Play one game; each deal comes once for each way of seating the bots."""
        return self._play(number, self.seed_of_deal(number), Random(f"{self.seed}/{number}"))

    def play(self, number: int) -> Played:
        """Play one game with a deal of its own.

        The same number gives the same game, except for the time it takes.
        """
        rng = Random(f"{self.seed}/{number}")
        return self._play(number, rng.randbytes(SEED_BYTES), rng)

    def _play(self, number: int, seed: bytes, rng: Random) -> Played:
        count, sitting = len(self.bots), self.sitting(number)
        took: list[list[float]] = [[] for _ in self.bots]
        moves: list[tuple[int, Json]] = []
        outcome = None
        for position, question, play in questions_of(self.rules, count, self.options, seed):
            who = sitting[question.seat]
            started = process_time()
            try:
                move = self.bots[who].choose(question, rng)
            except (Exception, SystemExit) as error:
                raise self._failed(who, number, len(moves) + 1, _raised(error)) from error
            if len(question.moves) > 1:
                took[who].append(round(1000 * (process_time() - started), 3))
            if move not in question.moves:
                raise self._failed(who, number, len(moves) + 1, _answered(move, question))
            play(move)
            moves.append((question.seat, move.dump()))
            outcome = position.outcome()
        assert outcome is not None
        return Played(number, sitting, seed, tuple(moves), outcome, tuple(map(tuple, took)))

    def _failed(self, who: int, number: int, move: int, what: str) -> BotFailed:
        """Return the error of a bot that failed at a move, counted from 1."""
        bot, seat = self.bots[who], self.sitting(number).index(who)
        name = f"{type(bot).__module__}.{type(bot).__qualname__}"
        where = f"At move {move} of game {number} (--seed {self.seed}), in seat {seat},"
        return BotFailed(f"{where} the {bot.level} bot {name} {what}.")


def _raised(error: BaseException) -> str:
    """Return an error with its message, and the line that raised it."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    line = extract_tb(error.__traceback__)[-1]
    return f"raised {text} ({line.filename}:{line.lineno})"


def _answered(move: object, question: Question) -> str:
    """Return what a bot answered that is not legal, and some of the moves that are."""
    legal, more = question.moves[:MOST_SHOWN], len(question.moves) - MOST_SHOWN
    listed = ", ".join(map(repr, legal)) + (f" and {more} more" if more > 0 else "")
    return f"answered {repr(move)[:LONGEST]}. Legal: {listed}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of the first bot's winning rate: is it `low` or `high`?

    `alpha` is the probability of accepting `high` when `low` is true; `beta` is the reverse. Its
    unit is a deal, whose variance is estimated from the results (M. Van den Bergh, Comments on
    normalized Elo, 2020; Fishtest tests so).
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    games: int = 2
    """The number of games in a deal."""
    shares: tuple[float, ...] = ()
    """The first bot's wins in each deal, as a share of its games."""

    def after(self, share: float) -> Sprt:
        """Add the result of one deal."""
        return replace(self, shares=(*self.shares, share))

    @property
    def ratio(self) -> float:
        """Log-likelihood ratio of the results so far: `high` against `low`."""
        middle = (self.low + self.high) / 2
        spread = spread_of(self.shares, self.games, middle)
        return (self.high - self.low) * sum(share - middle for share in self.shares) / spread

    @property
    def accepted(self) -> float | None:
        """The accepted rate; None while the test is undecided."""
        ratio = self.ratio
        if ratio >= log((1 - self.beta) / self.alpha):
            return self.high
        if ratio <= log(self.beta / (1 - self.alpha)):
            return self.low
        return None
