"""The casual bot: it guesses once what lies face down, and counts the columns as they lie now."""

from __future__ import annotations

from games.titles.kabale.bots.normal import Normal, World
from games.titles.kabale.bots.style import STEADY, Style
from games.titles.kabale.rules.position import Kabale


class AsItLies(World):
    """A resampled table whose round ends with the move."""

    def _go_on(self, table: Kabale, used: str | None) -> None:
        """Lay no more cards."""


class Casual(Normal):
    level = "casual"
    world = AsItLies

    def __init__(self, style: Style = STEADY) -> None:
        super().__init__(style, tries=1, futures=1)
