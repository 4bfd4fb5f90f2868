"""Bots for Babel."""

from games.bots.babel.beginner import weigh
from games.bots.babel.normal import Normal

__all__ = ["Normal", "weigh"]
