"""Bots for Condottiere."""

from games.bots.condottiere.beginner import weigh
from games.bots.condottiere.normal import Normal

__all__ = ["Normal", "weigh"]
