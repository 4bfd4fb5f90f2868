"""Bots for Kharnage."""

from games.titles.kharnage.bots.beginner import weigh
from games.titles.kharnage.bots.normal import Normal

__all__ = ["Normal", "weigh"]
