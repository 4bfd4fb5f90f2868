"""The core of a title: all of it that needs nothing but Python.

A title keeps it in its module `core.py` as `CORE`. The site takes the rules, the bots and the
judges from there, and a title that has one is part of the package `tavola-games` (docs/package.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.arrays import Arrays
from games.engine.bots import Bot, Easy
from games.engine.contract import Game, Json, Position


@dataclass(frozen=True)
class Judge:
    """A question about a game that the referee answers as `--NAME`, without a whole record."""

    help: str
    judge: Callable[[Any], Json]
    """From the question, as JSON, to the answer; BadRecord."""


@dataclass(frozen=True)
class Core:
    """A game as programs know it."""

    rules: tuple[type[Position], ...]
    """Every version of the rules. None is ever taken out: records need it."""
    bots: tuple[Bot, ...] = (Easy(),)
    """The bots that play it, the weakest first."""
    characters: Mapping[str, tuple[Bot, ...]] = field(default_factory=dict)
    """By character, its bots at the levels that have it: as strong as the level's own, but with
    habits of their own."""
    judges: Mapping[str, Judge] = field(default_factory=dict)
    arrays: Arrays | None = None
    """Its moves and views as numbers; None: it has no environment for machine learning."""

    @property
    def newest(self) -> type[Position]:
        """The rules that new games are played by."""
        return max(self.rules, key=lambda rules: rules.game.rules)

    @property
    def game(self) -> Game:
        return self.newest.game
