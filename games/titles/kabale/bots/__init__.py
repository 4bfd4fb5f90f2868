"""Bots for Kabale und Hiebe."""

from games.titles.kabale.bots.beginner import weigh
from games.titles.kabale.bots.normal import Normal

__all__ = ["Normal", "weigh"]
