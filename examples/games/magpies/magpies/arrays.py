"""Moves and views as numbers, for machine learning."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.arrays import (
    Arrays,
    Entries,
    counted,
    one,
    padded,
    places_of,
    several,
)
from games.engine.contract import Move, Options

from .rules.moves import BID, NUMBERS

MOVES: Sequence[Move] = tuple(BID.values())
PLACES = places_of(NUMBERS)
MOST = len(NUMBERS)


def entries(seats: int, options: Options) -> Sequence[Entries]:
    each = seats * MOST
    return (
        one("stack", MOST, "treasures face down", lambda v, s: v["stack"]),
        several("offer", MOST, 1, "treasures on offer", lambda v, s: counted(PLACES, v["offer"])),
        several("hands", each, 1, "each seat: feathers", lambda v, s: counted(PLACES, *v["hands"])),
        several("won", each, 1, "each seat: treasures", lambda v, s: counted(PLACES, *v["won"])),
        one("bid", MOST, "own feather face down, or 0", lambda v, s: v["bids"][s] or 0),
        several("laid", seats, 1, "which seats have bid", lambda v, s: map(int, v["laid"])),
        several("last", seats, MOST, "the last bids, or 0", lambda v, s: padded(v["last"], seats)),
    )


ARRAYS = Arrays(lambda options: MOVES, entries)
