"""The casual bot: it fights like the normal one, but lays any plan."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.contract import Move
from games.titles.kharnage.bots.beginner import any_plan
from games.titles.kharnage.bots.normal import Normal
from games.titles.kharnage.bots.style import STEADY, Style
from games.titles.kharnage.rules.position import Kharnage


class Casual(Normal):
    level = "casual"

    def __init__(self, style: Style = STEADY) -> None:
        super().__init__(style=style)

    def pick(
        self, table: Kharnage, seat: int, waiting: int, moves: Sequence[Move], rng: Random
    ) -> Move:
        if table.phase == "plan":
            return any_plan(table.cards, moves, self.style, rng)
        return super().pick(table, seat, waiting, moves, rng)
