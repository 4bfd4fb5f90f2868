"""The core of a title: everything that needs only Python.

A title has it as `CORE` in its module `core.py`. The site takes the rules, the bots and the judges
from there. A title with a core is part of the package `tavola-games` (docs/package.md).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from games.engine.arrays import Arrays
from games.engine.bots import Bot, Easy
from games.engine.contract import Game, Json, Position


@dataclass(frozen=True)
class Judge:
    """A question about a game that the referee answers with `--NAME`, without a whole record."""

    help: str
    judge: Callable[[object], Json]
    """From the question to the answer, both JSON; raises BadRecord."""


@dataclass(frozen=True)
class Core:
    """A game as programs use it."""

    rules: tuple[type[Position], ...]
    """Every version of the rules. Versions are never removed: old records need them."""
    bots: tuple[Bot, ...] = (Easy(),)
    """The game's bots, the weakest first."""
    level_seats: Mapping[str, Collection[int]] = field(default_factory=dict)
    """The numbers of seats at which a level is offered: where it is stronger than the one below.
    Levels that are left out are offered at every number."""
    characters: Mapping[str, tuple[Bot, ...]] = field(default_factory=dict)
    """Bots by character, at the levels that have one: as strong as the level's bot, but with habits
    of their own."""
    judges: Mapping[str, Judge] = field(default_factory=dict)
    arrays: Arrays | None = None
    """Moves and views as numbers; None if the game has no environment for machine learning."""

    @property
    def newest(self) -> type[Position]:
        """The rules of new games."""
        return max(self.rules, key=lambda rules: rules.game.rules)

    @property
    def game(self) -> Game:
        return self.newest.game
