"""What a bot is, and the easy one: a player that sees what its seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from games.engine.contract import Move, Options, View


class Bot(Protocol):
    """A way of playing one game.

    A bot stores nothing from one question to the next: the same view, options, moves and state
    of the `rng` give the same answer, so one bot may play at any number of tables.
    """

    level: str

    def choose(
        self, view: View, seat: int, options: Options, moves: Sequence[Move], rng: Random
    ) -> Move:
        """One of `moves`, which are all the legal moves of the seat and never empty.

        `view` is the seat's own view, to be read and not changed; all luck comes from `rng`.
        """
        ...


Weigh = Callable[[View, int, Move], float]
"""(view, seat, move) → how much likelier than a move of weight 1 it is to be picked."""


class Easy:
    """Mostly random, but not silly: the opponent for a first game.

    It knows no rules; a game may pass a function that weighs the moves by how sensible they look.
    """

    level = "easy"

    def __init__(self, weigh: Weigh = lambda view, seat, move: 1.0) -> None:
        self._weigh = weigh

    def choose(
        self, view: View, seat: int, options: Options, moves: Sequence[Move], rng: Random
    ) -> Move:
        weights = [self._weigh(view, seat, move) for move in moves]
        return rng.choices(moves, weights)[0] if any(weights) else rng.choice(moves)
