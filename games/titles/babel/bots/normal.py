"""A Babel player of some experience, that plans its own turn and ignores the opponent's."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move, View
from games.titles.babel.bots.beam import best_ends
from games.titles.babel.bots.discards import least_useful
from games.titles.babel.bots.style import STEADY, Style
from games.titles.babel.bots.turn import turn_of
from games.titles.babel.rules.moves import END
from games.titles.babel.rules.position import Babel

WIDTH, MOST = 4, 700
"""The width and length of its search (`best_ends`)."""


class Normal:
    level = "normal"
    slow = False

    def __init__(self, style: Style = STEADY, width: int = WIDTH, most: int = MOST) -> None:
        self.style = style
        self.width, self.most = width, most

    def choose(self, question: Question, rng: Random) -> Move:
        view, seat, moves = question.view, question.seat, question.moves
        if len(moves) == 1:
            return moves[0]
        if view["phase"] == "halve":
            return least_useful(question.information_state.lay_open(view), seat, moves)
        return self._rest_of_turn(view, seat, moves)[0]

    def play_on(
        self, world: Babel, seat: int, moves: Sequence[Move], rng: Random
    ) -> Sequence[Move]:
        if world.phase == "halve":
            return (least_useful(world, seat, moves),)
        return self._rest_of_turn(world.view(seat), seat, moves)

    def _rest_of_turn(self, view: View, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
        end = best_ends(turn_of(view, seat), 1, self.width, self.most, self.style)[0]
        if end.first_move not in moves:
            # While the first-turn build is owed, the first move of a way to it may be illegal.
            return moves[:1]
        return (*end.moves, END)
