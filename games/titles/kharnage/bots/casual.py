"""The casual bot: it fights like the normal one, but lays any plan."""

from __future__ import annotations

from math import inf

from games.titles.kharnage.bots.normal import Normal


class Casual(Normal):
    level = "casual"

    def __init__(self) -> None:
        super().__init__(wavering=inf)
