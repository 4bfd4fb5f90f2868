"""Bots: players that see only a view. Pure: standard library, engine and rules only."""

from __future__ import annotations

from collections.abc import Mapping

from games.bots import babel, condottiere, kabale, kharnage
from games.bots.contract import Bot
from games.bots.easy import Easy

__all__ = ["NAMES", "Bot", "bot_for", "levels"]

_BOTS: Mapping[str, tuple[Bot, ...]] = {
    "condottiere": (Easy(condottiere.weigh), condottiere.Normal()),
    "babel": (Easy(babel.weigh), babel.Normal()),
    "kabale": (Easy(kabale.weigh), kabale.Normal()),
    "kharnage": (Easy(kharnage.weigh), kharnage.Normal()),
}
"""The bots of each game, the weakest first."""

NAMES: tuple[str, ...] = (
    # Condottiere: captains for hire.
    *("Bartolo", "Fiammetta", "Ottavia", "Ruggero", "Ginevra", "Taddeo"),
    # Babel: masons and stargazers.
    *("Ninsun", "Zuzu", "Tabni", "Belit", "Ashur", "Iltani"),
    # Kabale und Hiebe: a court behind the curtain.
    *("Rosalba", "Kasimir", "Madame Plume", "Florian", "Zerline", "Graf Motte"),
    # Kharnage: the muddy end of the battlefield.
    *("Grumla", "Dent", "Mossbeard", "Snikkit", "Brunhoof", "Ragna"),
)
"""What a bot may be called at a table."""


def levels(slug: str) -> list[str]:
    """The levels a game's bots play at, the weakest first; none for a game without bots."""
    return [bot.level for bot in _BOTS.get(slug, ())]


def bot_for(slug: str, level: str) -> Bot:
    """The bot of a game at a level; KeyError if there is none."""
    for bot in _BOTS.get(slug, ()):
        if bot.level == level:
            return bot
    raise KeyError(f"no bot plays {slug} at level {level}")
