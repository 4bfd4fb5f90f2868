"""Magpies for programs, without the site."""

from __future__ import annotations

from games.engine.bots import Easy
from games.engine.core import Core

from .arrays import ARRAYS
from .bots import Trader
from .rules.position import Magpies

CORE = Core(rules=(Magpies,), bots=(Easy(), Trader()), arrays=ARRAYS)
