"""A Babel player of some experience: it thinks its own turn through, not the opponent's."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.bots.babel.halved import least_useful
from games.bots.babel.plan import best_move
from games.bots.babel.table import table_of
from games.engine.contract import Json, Move, Options


class Normal:
    level = "normal"

    def choose(
        self, view: Json, seat: int, options: Options, moves: Sequence[Move], rng: Random
    ) -> Move:
        if len(moves) == 1:
            return moves[0]
        table = table_of(view, options)
        if view["phase"] == "halve":
            return least_useful(table, seat, moves)
        return best_move(table, seat, moves)
