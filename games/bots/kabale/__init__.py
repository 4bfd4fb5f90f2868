"""Bots for Kabale und Hiebe."""

from games.bots.kabale.beginner import weigh
from games.bots.kabale.normal import Normal

__all__ = ["Normal", "weigh"]
