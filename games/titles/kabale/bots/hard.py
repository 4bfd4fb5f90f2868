"""The hard bot: it plays the round out after every move, many times, on resampled tables.

With one opponent the seats of a playout think (`duel`); with several the number of playouts
matters more (`brawl`).
"""

from __future__ import annotations

from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.titles.kabale.bots import brawl, duel
from games.titles.kabale.bots.folly import sensible
from games.titles.kabale.bots.style import STEADY, Style

TRIES = 120
"""With two seats: the number of trials, of all moves together, in each round of halving."""
OFTENER = 12
"""How many times as many trials there are with more seats."""


class Hard:
    level = "hard"
    slow = True

    def __init__(self, tries: int = TRIES, style: Style = STEADY) -> None:
        self.tries = tries
        self.style = style

    def choose(self, question: Question, rng: Random) -> Move:
        moves = sensible(question)
        if len(moves) == 1:
            return moves[0]
        if len(question.view["hands"]) == 2:
            return duel.choose(question, moves, self.tries, rng, self.style)
        return brawl.choose(question, moves, self.tries * OFTENER, rng, self.style)
