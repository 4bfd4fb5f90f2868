"""A Babel player of some experience, that plans its own turn and ignores the opponent's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move, View
from games.titles.babel.bots.beam import best_ends
from games.titles.babel.bots.discards import least_useful
from games.titles.babel.bots.style import STEADY, Style
from games.titles.babel.bots.turn import Turn, turn_of
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
        found = _best_rest(turn_of(view, seat), self.width, self.most, self.style)
        if found[0] not in moves:
            # While the first-turn build is owed, the first move of a way to it may be illegal.
            return moves[:1]
        return found


@lru_cache(maxsize=4096)
def _best_rest(turn: Turn, width: int, most: int, style: Style) -> Sequence[Move]:
    """Return the best rest of a turn.

    The judge plays a turn on in many worlds that differ only in what the seat can't see.
    """
    return (*best_ends(turn, 1, width, most, style)[0].moves, END)
