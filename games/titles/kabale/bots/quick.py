"""As the schemer of some experience, but with a glance: many of its games cost little."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.search import best_by_trials
from games.titles.kabale.bots.normal import World
from games.titles.kabale.bots.worth import stakes

FUTURES = 3
"""So many imagined tables show what a goal is worth."""
TRIES = 1
"""So often the moves in question are tried, all together, in each round of trials."""


class Quick:
    level = "quick"
    slow = False

    def choose(self, question: Question, rng: Random) -> Move:
        seat, moves = question.seat, question.moves
        if len(moves) == 1:
            return moves[0]
        meaning = stakes([question.imagine(rng) for _ in range(FUTURES)], seat, rng)

        def trial(rng: Random) -> Callable[[Move], float]:
            return World(question.imagine(rng), seat, meaning, rng).value

        return best_by_trials(moves, trial, TRIES, rng)
