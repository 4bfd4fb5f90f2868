"""The casual bot: it plans its turn like the normal one, but sees few ways to play it."""

from __future__ import annotations

from games.titles.babel.bots.normal import Normal


class Casual(Normal):
    level = "casual"

    def __init__(self) -> None:
        super().__init__(width=1, most=120)
