"""The moves and views of a table as numbers, in pure Python."""

from __future__ import annotations

from typing import Any

from games.engine.arrays import Encoder
from games.engine.refusals import BadRecord
from tavola_games import catalogue
from tavola_games.play import agreed


def encoder(slug: str, seats: int | None = None, options: Any = None) -> Encoder:
    """The moves and views of a table as numbers; BadRecord, BadOptions."""
    arrays = catalogue.core_of(slug).arrays
    if arrays is None:
        raise BadRecord("{game} says nothing of its moves as numbers.", game=slug)
    return Encoder(arrays, *agreed(slug, seats, options))
