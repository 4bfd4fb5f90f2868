"""A bot that knows the odds."""

from __future__ import annotations

from functools import cache
from math import comb
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move

from .rules.moves import Bid


@cache
def at_least(needed: int, dice: int) -> float:
    """Return the chance that at least `needed` of some hidden dice show a given face."""
    hits = range(max(0, needed), dice + 1)
    ways = sum(comb(dice, n) * 5 ** (dice - n) for n in hits)
    return float(ways / 6**dice)


class Reckoner:
    """Makes the bid that is most likely true, or doubts if a lie is likelier."""

    level, slow = "normal", False

    def choose(self, question: Question, rng: Random) -> Move:
        own = question.view["dice"][question.seat]
        sizes = (one for one in question.view["dice"] if isinstance(one, int))
        hidden, bid = sum(sizes), question.view["bid"]

        def worth(move: Move) -> float:
            if isinstance(move, Bid):
                return at_least(move.count - own.count(move.face), hidden)
            return 1 - at_least(bid["count"] - own.count(bid["face"]), hidden)

        best = max(map(worth, question.moves))
        good = [move for move in question.moves if worth(move) > best - 0.05]
        return rng.choice(good)
