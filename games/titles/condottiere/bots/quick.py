"""A quick bot that plays imagined worlds to their end: `normal`, without what a seat remembers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.titles.condottiere.bots.normal import decide
from games.titles.condottiere.bots.table import Table
from games.titles.condottiere.rules.position import Condottiere


class Quick:
    level = "quick"
    slow = False

    def choose(self, question: Question, rng: Random) -> Move:
        view = question.view
        if len(question.moves) == 1:
            return question.moves[0]
        table = Table(view, question.seat, question.options)
        return decide(table, question.moves, view["phase"], rng)

    def play_on(
        self, world: Condottiere, seat: int, moves: Sequence[Move], rng: Random
    ) -> Sequence[Move]:
        return (decide(Table.in_world(world, seat), moves, world.phase, rng),)
