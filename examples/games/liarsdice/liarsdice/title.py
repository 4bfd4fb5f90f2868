"""Liar's Dice as the site offers it."""

from __future__ import annotations

from games.titles.contract import Title

from .core import CORE

TITLE = Title(rules=CORE.rules, bots=CORE.bots)
