"""The normal bot: it takes the move that should destroy most, with some chance in its plans."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.titles.kharnage.bots.judge import Judge
from games.titles.kharnage.bots.style import STEADY, Style
from games.titles.kharnage.rules.position import Kharnage

WAVERING = 0.5
"""The difference in expected cards at which the worse of two plans is laid e times less often.

Without chance the other players could predict the plan.
"""


def likely(scores: Sequence[float], wavering: float) -> list[float]:
    """Return how likely choices are, in proportion: e times less for each `wavering` worse."""
    best = max(scores)
    return [exp((score - best) / wavering) for score in scores]


class Normal:
    level = "normal"
    slow = False

    def __init__(self, wavering: float = WAVERING, style: Style = STEADY) -> None:
        self.wavering = wavering
        self.style = style

    def choose(self, question: Question, rng: Random) -> Move:
        if len(question.moves) == 1:
            return question.moves[0]
        table: Kharnage = question.information_state.lay_open(question.view)
        waiting = question.view["reserves"][question.seat]
        return self.pick(table, question.seat, waiting, question.moves, rng)

    def play_on(
        self, world: Kharnage, seat: int, moves: Sequence[Move], rng: Random
    ) -> Sequence[Move]:
        return (self.pick(world, seat, len(world.reserves[seat]), moves, rng),)

    def pick(
        self, table: Kharnage, seat: int, waiting: int, moves: Sequence[Move], rng: Random
    ) -> Move:
        """Choose a move on a table; `waiting` is the size of the seat's reserve."""
        scores = list(map(Judge(table, seat, waiting, self.style).score, moves))
        if table.phase == "plan" and self.wavering:
            return rng.choices(moves, likely(scores, self.wavering))[0]
        best = max(scores)
        equal = [move for move, score in zip(moves, scores, strict=True) if score == best]
        return equal[0] if len(equal) == 1 else rng.choice(equal)
