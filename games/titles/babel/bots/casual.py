"""The casual bot: it plans its turn like the normal one, but sees few ways to play it."""

from __future__ import annotations

from games.titles.babel.bots.normal import Normal
from games.titles.babel.bots.style import BOLD, CAREFUL, STEADY, Style

LEANINGS = {BOLD: Style(mine=0.43), CAREFUL: Style(theirs=2.0)}
"""What the styles are to it: it sees so few ways that some leanings would not show among them, and
others would win."""


class Casual(Normal):
    level = "casual"

    def __init__(self, style: Style = STEADY) -> None:
        super().__init__(LEANINGS.get(style, style), width=2, most=60)
