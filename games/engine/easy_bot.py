"""Mostly random, but not silly: the opponent for a first game.

It knows no rules. A game may give it a hook that weighs the moves by how sensible they look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.engine.contract import Move, Options, View

Weigh = Callable[[View, int, Move], float]
"""(view, seat, move) → how much likelier than a move of weight 1 it is to be picked."""


def all_alike(view: View, seat: int, move: Move) -> float:
    return 1.0


class Easy:
    level = "easy"

    def __init__(self, weigh: Weigh = all_alike) -> None:
        self._weigh = weigh

    def choose(
        self, view: View, seat: int, options: Options, moves: Sequence[Move], rng: Random
    ) -> Move:
        weights = [self._weigh(view, seat, move) for move in moves]
        return rng.choices(moves, weights)[0] if any(weights) else rng.choice(moves)
