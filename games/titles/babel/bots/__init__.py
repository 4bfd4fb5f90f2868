"""Bots for Babel."""

from games.titles.babel.bots.beginner import weigh
from games.titles.babel.bots.normal import Normal

__all__ = ["Normal", "weigh"]
