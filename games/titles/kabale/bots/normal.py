"""A schemer of some experience: it imagines what it cannot see, and plays the round out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.contract import Move, Options, View
from games.titles.kabale.bots.playout import World
from games.titles.kabale.bots.table import table_of
from games.titles.kabale.bots.worth import stakes

FUTURES = 16
"""So many imagined tables tell what a goal is worth."""
TRIES = 48
"""So often the moves in question are tried, all together, before the worse half is dropped."""


class Normal:
    level = "normal"

    def choose(
        self, view: View, seat: int, options: Options, moves: Sequence[Move], rng: Random
    ) -> Move:
        if len(moves) == 1:
            return moves[0]
        seen = table_of(view, seat, options)
        meaning = stakes([seen.imagine(seat, rng) for _ in range(FUTURES)], seat, rng)
        totals = dict.fromkeys(moves, 0.0)
        while len(totals) > 1:
            for _ in range(max(1, TRIES // len(totals))):
                world = World(seen.imagine(seat, rng), seat, meaning, rng)
                for move in totals:
                    totals[move] += world.value(move)
            ranked = sorted(totals, key=totals.__getitem__, reverse=True)
            totals = {move: totals[move] for move in ranked[: (len(ranked) + 1) // 2]}
        return next(iter(totals))
