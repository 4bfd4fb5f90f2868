"""Moves and views of a table as numbers, in pure Python."""

from __future__ import annotations

from games.engine.arrays import Encoder
from games.engine.contract import Json
from games.engine.refusals import BadRecord
from tavola_games import catalogue
from tavola_games.play import agreed


def encoder(slug: str, seats: int | None = None, options: Json | None = None) -> Encoder:
    """Return the encoder of a table.

    Args:
        slug: The game.
        seats: The number of seats; None for the fewest.
        options: The options as a dict; None for the defaults.

    Raises:
        BadRecord: The game is unknown, has no encoder, or not this number of seats.
        BadOptions: An option is unknown or has an impossible value.
    """
    arrays = catalogue.core_of(slug).arrays
    if arrays is None:
        raise BadRecord("{game} says nothing of its moves as numbers.", game=slug)
    return Encoder(arrays, *agreed(slug, seats, options))
