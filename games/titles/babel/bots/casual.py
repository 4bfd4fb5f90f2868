"""The casual bot: it plans its turn like the normal one, but sees few ways to play it."""

from __future__ import annotations

from games.titles.babel.bots.normal import Normal
from games.titles.babel.bots.style import BOLD, CAREFUL, STEADY, THRIFTY, Style

LEANINGS = {BOLD: Style(mine=0.47), CAREFUL: Style(theirs=2.0), THRIFTY: Style(hand=0.03)}
"""What the styles are to it: it sees so few ways that some leanings would not show among them, and
others would win or decide alone."""


class Casual(Normal):
    level = "casual"

    def __init__(self, style: Style = STEADY) -> None:
        super().__init__(LEANINGS.get(style, style), width=2, most=53)
