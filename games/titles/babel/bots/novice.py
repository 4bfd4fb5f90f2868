"""The novice bot: of the ways to play its turn, it sees the first few."""

from __future__ import annotations

from games.titles.babel.bots.normal import Normal
from games.titles.babel.bots.style import BOLD, CAREFUL, STEADY, THRIFTY, Style

LEANINGS = {BOLD: Style(mine=0.4), CAREFUL: Style(theirs=2.0), THRIFTY: Style(hand=0.03)}
"""What the styles are to it: it sees so few ways that some leanings would not show among them, and
others would win or decide alone."""


class Novice(Normal):
    level = "novice"

    def __init__(self, style: Style = STEADY) -> None:
        super().__init__(LEANINGS.get(style, style), width=1, most=17)
