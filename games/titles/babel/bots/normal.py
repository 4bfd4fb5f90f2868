"""A Babel player of some experience, that plans its own turn and ignores the opponent's."""

from __future__ import annotations

from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.titles.babel.bots.beam import best_ends
from games.titles.babel.bots.discards import least_useful
from games.titles.babel.bots.style import STEADY, Style
from games.titles.babel.bots.turn import turn_of

WIDTH, MOST = 4, 700
"""The width and length of its search (`best_ends`)."""


class Normal:
    level = "normal"
    slow = False

    def __init__(self, style: Style = STEADY) -> None:
        self.style = style

    def choose(self, question: Question, rng: Random) -> Move:
        view, seat, moves = question.view, question.seat, question.moves
        if len(moves) == 1:
            return moves[0]
        if view["phase"] == "halve":
            return least_useful(question.information_state.lay_open(view), seat, moves)
        move = best_ends(turn_of(view, seat), 1, WIDTH, MOST, self.style)[0].first_move
        # While the first-turn build is owed, the first move of a way to it may be illegal.
        return move if move in moves else moves[0]
