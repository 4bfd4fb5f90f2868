"""The novice bot: it sees which army an attack hurts most, and does all else on impulse."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.contract import Move
from games.titles.kharnage.bots.beginner import weight_of
from games.titles.kharnage.bots.casual import Casual
from games.titles.kharnage.rules.moves import Target
from games.titles.kharnage.rules.position import Kharnage

EARLY_END = 0.1
"""How likely it ends an attack, relative to each card that it could destroy."""


class Novice(Casual):
    level = "novice"

    def pick(
        self, table: Kharnage, seat: int, waiting: int, moves: Sequence[Move], rng: Random
    ) -> Move:
        aims = any(isinstance(move, Target) for move in moves)
        if table.phase == "plan" or aims:
            return super().pick(table, seat, waiting, moves, rng)
        return rng.choices(moves, [weight_of(move, EARLY_END) for move in moves])[0]
