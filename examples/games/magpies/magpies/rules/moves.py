"""The only move of Magpies, and the numbers on feathers and treasures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine.contract import Json, Move
from games.engine.fields import is_int
from games.engine.moves import bounded, given, reader
from games.engine.refusals import BadMove

NUMBERS = range(1, 10)
"""The feathers of each player, and the treasures."""


@bounded
def _read_feather(data: Json, key: str, seats: int) -> int:
    value = given(data, key)
    if not is_int(value) or value not in NUMBERS:
        raise BadMove("There is no such feather.")
    return value


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """Lay a feather face down; all feathers are shown together."""

    feather: Annotated[int, _read_feather]


BID = {feather: Bid(feather) for feather in NUMBERS}
read_move = reader("There is no move “{type}”.", Bid)
