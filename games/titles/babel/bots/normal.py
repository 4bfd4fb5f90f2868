"""A Babel player of some experience: it thinks its own turn through, not the opponent's."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.contract import Move, Options, View
from games.titles.babel.bots.halved import least_useful
from games.titles.babel.bots.plan import best_move
from games.titles.babel.bots.table import table_of


class Normal:
    level = "normal"

    def choose(
        self, view: View, seat: int, options: Options, moves: Sequence[Move], rng: Random
    ) -> Move:
        if len(moves) == 1:
            return moves[0]
        table = table_of(view, options)
        if view["phase"] == "halve":
            return least_useful(table, seat, moves)
        return best_move(table, seat, moves)
