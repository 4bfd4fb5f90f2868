"""A quicker variant of the normal bot, for reviews that play many games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.search import best_by_trials
from games.titles.kabale.bots.normal import World
from games.titles.kabale.bots.worth import stakes

FUTURES = 3
"""The number of resampled tables that estimate the worth of goals."""
TRIES = 1
"""The number of trials, of all moves together, in each round of halving."""


class Quick:
    level = "quick"
    slow = False

    def choose(self, question: Question, rng: Random) -> Move:
        seat, moves = question.seat, question.moves
        if len(moves) == 1:
            return moves[0]
        meaning = stakes([question.resample(rng) for _ in range(FUTURES)], seat, rng)

        def trial(rng: Random) -> Callable[[Move], float]:
            return World(question.resample(rng), seat, meaning, rng).value

        return best_by_trials(moves, trial, TRIES, rng)
