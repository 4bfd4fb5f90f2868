"""Bots for Kharnage."""

from games.bots.kharnage.beginner import weigh
from games.bots.kharnage.normal import Normal

__all__ = ["Normal", "weigh"]
