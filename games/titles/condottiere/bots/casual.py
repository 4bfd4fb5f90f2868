"""The casual bot: it fights like the normal one, but sees the battle only, not map and memory."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.titles.condottiere.bots.battle import Battle
from games.titles.condottiere.bots.normal import decide
from games.titles.condottiere.bots.style import CURIOSITY, STEADY, Style
from games.titles.condottiere.bots.table import Table

STAKE = 6.5
"""The worth of any city to its winner."""
ZEAL = 0.9
"""The part of a hand that it expects the others to spend on a city."""


class Casual:
    level = "casual"
    slow = False

    def __init__(self, style: Style = STEADY) -> None:
        # Seeing no more than the battle, it could not make up for battles that it never opens.
        self.style = style._replace(curiosity=CURIOSITY)

    def choose(self, question: Question, rng: Random) -> Move:
        moves, phase = question.moves, question.view["phase"]
        if len(moves) == 1:
            return moves[0]
        table = Table(question.view, question.seat, question.options, self.style)
        return OneBattle(table).best(rng) if phase == "battle" else decide(table, moves, phase, rng)


class OneBattle(Battle):
    """A battle in which all cities are alike, unless one of them wins the game."""

    def _stakes(self) -> tuple[list[float], list[float]]:
        stakes, zeal = super()._stakes()
        table, city = self.table, self.table.city
        if city is None:
            return stakes, zeal
        others = -STAKE / (table.seats - 1)
        for seat in range(table.seats):
            if not table.map.wins(seat, city):
                stakes[seat] = STAKE if seat == table.me else others
        return stakes, [ZEAL] * table.seats

    def _rescues(self, army: list[str], hand: list[str]) -> Iterator[tuple[float, Move]]:
        """Never take a mercenary back."""
        return iter(())
