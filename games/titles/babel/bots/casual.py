"""The casual bot: it plans its turn like the normal one, but sees few ways to play it."""

from __future__ import annotations

from games.titles.babel.bots.normal import Normal
from games.titles.babel.bots.style import CAREFUL, STEADY, Style

LEANINGS = {CAREFUL: Style(theirs=2.0)}
"""What a style is to it, if not the same: a small leaning would not show among so few ways."""


class Casual(Normal):
    level = "casual"

    def __init__(self, style: Style = STEADY) -> None:
        super().__init__(LEANINGS.get(style, style), width=1, most=120)
