"""The casual bot: it guesses what lies face down, and counts the columns as they would then lie."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.search import best_by_trials
from games.titles.kabale.bots.normal import Normal, World
from games.titles.kabale.bots.style import STEADY, Style
from games.titles.kabale.rules.position import Kabale

TRIES, AMONG_SEVERAL = 12, 1
"""The number of trials with one opponent, and with several, where 12 would be worth a `normal`."""


class AsItLies(World):
    """A resampled table whose round ends with the move."""

    def _go_on(self, table: Kabale, used: str | None) -> None:
        """Lay no more cards."""


class Casual(Normal):
    level = "casual"
    world = AsItLies

    def __init__(self, style: Style = STEADY) -> None:
        super().__init__(style, tries=TRIES, futures=1)

    def _best(self, moves: Sequence[Move], question: Question, rng: Random) -> Move:
        tries = self.tries if len(question.view["hands"]) == 2 else AMONG_SEVERAL
        return best_by_trials(moves, self._trial(question, rng), tries, rng)
