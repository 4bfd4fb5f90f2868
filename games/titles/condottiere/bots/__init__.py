"""Bots for Condottiere."""

from games.titles.condottiere.bots.beginner import weigh
from games.titles.condottiere.bots.normal import Normal

__all__ = ["Normal", "weigh"]
