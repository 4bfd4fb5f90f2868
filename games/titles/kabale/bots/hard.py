"""A schemer who plays the round out with every move, again and again, on tables it imagines.

Of two it knows whom it has to deal with, and everybody thinks in what it imagines; among several
it is the number of the rounds that tells.
"""

from __future__ import annotations

from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.titles.kabale.bots import brawl, duel
from games.titles.kabale.bots.folly import sensible

TRIES = 120
"""So often the moves in question are tried by two, all together, before half is dropped."""
OFTENER = 12
"""By so much oftener among several."""


class Hard:
    level = "hard"
    slow = True

    def __init__(self, tries: int = TRIES) -> None:
        self.tries = tries

    def choose(self, question: Question, rng: Random) -> Move:
        moves = sensible(question)
        if len(moves) == 1:
            return moves[0]
        if len(question.view["hands"]) == 2:
            return duel.choose(question, moves, self.tries, rng)
        return brawl.choose(question, moves, self.tries * OFTENER, rng)
