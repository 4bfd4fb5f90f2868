"""The novice bot: it guesses once, and counts only the column that it lays a card to."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.titles.kabale.bots.casual import AsItLies, Casual
from games.titles.kabale.rules.moves import Place


class OneColumn(AsItLies):
    """A resampled table of which the bot sees only the column that it lays a card to."""

    def value(self, move: Move) -> float:
        if not isinstance(move, Place):
            return super().value(move)
        table = self.table.clone()
        self._carry_out(table, move)
        return self._award(table.columns[move.column])


class Novice(Casual):
    level = "novice"
    world = OneColumn

    def _best(self, moves: Sequence[Move], question: Question, rng: Random) -> Move:
        return max(moves, key=self._trial(question, rng)(rng))
