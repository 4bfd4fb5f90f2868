"""Liar's Dice for programs, without the site."""

from __future__ import annotations

from games.engine.bots import Easy
from games.engine.core import Core

from .arrays import ARRAYS
from .bots import Reckoner
from .rules.position import LiarsDice

CORE = Core(rules=(LiarsDice,), bots=(Easy(), Reckoner()), arrays=ARRAYS)
