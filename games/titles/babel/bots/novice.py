"""The novice bot: of the ways to play its turn, it sees the first few."""

from __future__ import annotations

from games.titles.babel.bots.normal import Normal


class Novice(Normal):
    level = "novice"

    def __init__(self) -> None:
        super().__init__(width=1, most=16)
