"""Condottiere as numbers (games/engine/arrays.py)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.arrays import (
    Arrays,
    Entries,
    after_none,
    counted,
    numbered,
    one,
    places_of,
    several,
    sizes,
)
from games.engine.contract import Move, Options
from games.titles.condottiere.rules.cards import COPIES, DECK, strengths
from games.titles.condottiere.rules.cities import CITIES
from games.titles.condottiere.rules.moves import (
    CHOOSE,
    DECLINE,
    DISCARD,
    KEEP,
    PASS,
    PLAY,
    TAKE_BACK,
)
from games.titles.condottiere.rules.position import GROUP_POINTS

MOVES: Sequence[Move] = (
    *CHOOSE.values(),
    DECLINE,
    *PLAY.values(),
    *TAKE_BACK.values(),
    PASS,
    DISCARD,
    KEEP,
)
PHASES = ("choose", "battle", "discard", "over")
ANSWERS = numbered(("keep", "discard"))
CITY, CARD = numbered(CITIES), places_of(COPIES)
STRONGEST = max(strengths([[card for card in DECK if card != "winter"]]))
EACH_CARD = tuple(COPIES.values())


def entries(seats: int, options: Options) -> Sequence[Entries]:
    return (
        one("phase", 3, "choose, battle, discard, over", lambda v, s: PHASES.index(v["phase"])),
        one("holder", seats - 1, "the seat that holds the pawn", lambda v, s: v["holder"]),
        one("turn", seats, "0, or the seat to act + 1", lambda v, s: after_none(v["turn"])),
        one("city", len(CITIES), "0, or the city fought for", lambda v, s: CITY[v["city"]]),
        several(
            *("cities", len(CITIES), seats, "each city: 0, or the seat that holds it + 1"),
            lambda v, s: [after_none(v["cities"].get(city)) for city in CITIES],
        ),
        Entries(
            *("hand", EACH_CARD, "one's own hand: how many of each card"),
            lambda v, s: counted(CARD, v["hands"][s]),
        ),
        several(
            *("hands", seats, len(DECK), "each seat: how many cards in hand"),
            lambda v, s: sizes(v["hands"]),
        ),
        Entries(
            *("armies", EACH_CARD * seats, "each seat: how many of each card in its army"),
            lambda v, s: counted(CARD, *v["armies"]),
        ),
        several(
            *("strengths", seats, STRONGEST, "each seat: what its army is worth"),
            lambda v, s: v["strengths"],
        ),
        several("passed", seats, 1, "each seat: whether it has passed", lambda v, s: v["passed"]),
        one("declines", seats, "how many declined in a row", lambda v, s: v["declines"]),
        one(
            *("answer", 2, "in `discard`, one's own: 0 for none, keep, discard"),
            lambda v, s: ANSWERS[v["answers"][s]],
        ),
        several(
            *("final", seats, 1, "each seat: whether it fights a final battle"),
            lambda v, s: [v["final"] is not None and seat in v["final"] for seat in range(seats)],
        ),
        *_series(seats, options["points"]),
        Entries(
            *("seen", EACH_CARD, "this round's earlier battles: how many of each card"),
            lambda v, s: counted(CARD, v["seen"]),
        ),
    )


def _series(seats: int, points: int) -> Sequence[Entries]:
    """Return the entries for the points of a series, if the match is one."""
    # The last game begins below `points`, and adds at most every city and a kingdom.
    most = points + len(CITIES) + GROUP_POINTS
    series = several("series", seats, most, "each seat: its points", lambda v, s: v["series"])
    return (series,) if points else ()


def remembered(seats: int, options: Options) -> Sequence[Entries]:
    return (
        Entries(
            *("held", EACH_CARD * seats, "each seat: how many of each card it certainly holds"),
            lambda m, s: counted(CARD, *(held.elements() for held in m.held)),
        ),
        several(
            *("armed", seats, 1, "each seat: whether its hand, unless empty, has a mercenary"),
            lambda m, s: [seat in m.armed for seat in range(seats)],
        ),
        several(
            *("bare", seats, 1, "each seat: whether it is one of those, one of which has none"),
            lambda m, s: [seat in (m.bare or ()) for seat in range(seats)],
        ),
        one("asked", 1, "whether that was learned just now", lambda m, s: m.is_bare_new),
    )


ARRAYS = Arrays(lambda options: MOVES, entries, remembered)
