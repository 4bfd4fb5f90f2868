"""Moves and views as numbers, for machine learning."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.arrays import (
    Arrays,
    Entries,
    after_none,
    counted,
    one,
    padded,
    places_of,
    several,
    sizes,
)
from games.engine.contract import Move, Options, View

from .rules.moves import BIDS, DICE, DOUBT, FACES, MOST_DICE

MOVES: Sequence[Move] = (*BIDS, DOUBT)
PLACES = places_of(FACES)


def _bid(claim: View | None) -> list[int]:
    return [0, 0, 0] if claim is None else [claim["seat"] + 1, claim["count"], claim["face"]]


def _last(view: View, seats: int) -> list[int]:
    if (last := view["last"]) is None:
        return [0] * (3 + 6 * seats)
    return [*_bid(last["claim"]), *counted(PLACES, *last["dice"])]


def entries(seats: int, options: Options) -> Sequence[Entries]:
    bid = (seats, MOST_DICE, len(FACES))
    return (
        one("turn", seats - 1, "the seat to act", lambda v, s: v["turn"]),
        Entries("bid", bid, "the seat + 1, count and face; or 0", lambda v, s: _bid(v["bid"])),
        several("own", 6, DICE, "own dice by face", lambda v, s: counted(PLACES, v["dice"][s])),
        several("dice", seats, DICE, "each seat: its dice", lambda v, s: sizes(v["dice"])),
        several(
            *("out", seats, seats, "who lost all dice, in order: 0, or the seat + 1"),
            lambda v, s: padded([after_none(one) for one in v["out"]], seats),
        ),
        Entries(
            *("last", (*bid, *[DICE] * 6 * seats), "the last doubted bid, each seat's dice"),
            lambda v, s: _last(v, seats),
        ),
    )


ARRAYS = Arrays(lambda options: MOVES, entries)
