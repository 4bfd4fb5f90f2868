"""A bot that pays for a treasure what it is worth."""

from __future__ import annotations

from random import Random

from games.engine.bots import Question
from games.engine.contract import Move

from .rules.moves import NUMBERS


class Trader:
    """Bids high on what is worth much among all that is left, and not quite predictably."""

    level, slow = "normal", False

    def choose(self, question: Question, rng: Random) -> Move:
        view = question.view
        gone = {*view["offer"], *(one for won in view["won"] for one in won)}
        worth = sum(view["offer"])
        lower = sum(one < worth for one in NUMBERS if one not in gone)
        best = len(question.moves) - 1
        place = min(lower, best) + rng.choice((-1, 0, 0, 1))
        return question.moves[max(0, min(best, place))]
