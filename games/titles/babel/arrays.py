"""Babel as numbers (games/engine/arrays.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine.arrays import (
    Arrays,
    Entries,
    counted,
    numbered,
    one,
    padded,
    places_of,
    several,
    sizes,
)
from games.engine.contract import Move, Options, View
from games.titles.babel.rules.cards import (
    RUN,
    SITES,
    TEMPLE_CARDS,
    TEMPLE_COPIES,
    TRIBE_CARDS,
    TRIBE_COPIES,
    TRIBES,
)
from games.titles.babel.rules.information_state import Memory
from games.titles.babel.rules.moves import (
    BUILD,
    DISCARD,
    END,
    MIGRATE,
    SETTLE,
    TRAVEL,
    power,
)

ROW, PILE = len(TRIBE_CARDS), len(TEMPLE_CARDS)
"""The most cards that a row of tribe cards and a pile of temple cards can have."""
LEVELS = tuple(TEMPLE_COPIES)
LEVEL = places_of(LEVELS)
RUNS = range(ROW - RUN + 1)
"""The places in a row where a run can begin."""
PHASES = ("actions", "halve", "over")
STONE = {"quarry": 0, **{site: number for number, site in enumerate(SITES, start=1)}}
TRIBE, PLACE = numbered(TRIBES), places_of(TRIBES)


def _powers(run: int) -> Sequence[Move]:
    """Return every power that a run beginning at this place may pay for."""
    return (
        *(power("expel", run, tribe) for tribe in TRIBES),
        power("bribe", run),
        power("steal", run),
        *(power("skip", run, None, row) for row in (0, 1)),
        power("raze", run),
        power("halve", run),
    )


MOVES: Sequence[Move] = (
    *TRAVEL.values(),
    *SETTLE.values(),
    *BUILD,
    *(move for moves in MIGRATE.values() for move in moves),
    *DISCARD.values(),
    END,
    *(move for run in RUNS for move in _powers(run)),
)


def _rows(view: View, seat: int) -> list[int]:
    one, other = view["rows"]
    return padded(one, PILE) + padded(other, PILE)


def _tribes(view: View, seat: int) -> list[int]:
    rows = [row for site in SITES for row in view["sites"][site]["tribes"]]
    return [entry for row in rows for entry in padded([TRIBE[card] for card in row], ROW)]


def _temples(view: View, seat: int) -> list[int]:
    sites = view["sites"]
    temples = [temple for site in SITES for temple in sites[site]["temples"]]
    return counted(LEVEL, *temples)


def entries(seats: int, options: Options) -> Sequence[Entries]:
    tribes, highest = tuple(TRIBE_COPIES.values()), LEVELS[-1]
    return (
        one("turn", 1, "the seat on turn", lambda v, s: v["turn"]),
        one("phase", 2, "actions, halve, over", lambda v, s: PHASES.index(v["phase"])),
        one("due", ROW // 2, "cards still to be discarded in `halve`", lambda v, s: v["due"]),
        one("migrated", 1, "whether this turn had its migration", lambda v, s: v["migrated"]),
        one("end_phase", 1, "whether the end phase has begun", lambda v, s: v["end_phase"]),
        several("duty", 2, 1, "each seat: whether it owes its first build", lambda v, s: v["duty"]),
        several(
            *("stones", 2, len(SITES), "each seat's stone: 0 in the quarry, or its site"),
            lambda v, s: [STONE[stone] for stone in v["stones"]],
        ),
        Entries(
            *("hand", tribes, "one's own hand: how many of each tribe"),
            lambda v, s: counted(PLACE, v["hands"][s]),
        ),
        several(
            *("hands", 2, ROW, "each seat: how many cards in hand"), lambda v, s: sizes(v["hands"])
        ),
        several(
            *("rows", 2 * PILE, highest, "each seat's row of temple cards, bottom → top: levels"),
            _rows,
        ),
        several(
            *("tribes", len(SITES) * 2 * ROW, len(TRIBES)),
            "each site's, then each seat's row, bottom → top: tribes",
            _tribes,
        ),
        several(
            *("temples", len(SITES) * 2 * len(LEVELS), 1),
            "each site's, then each seat's temple: whether each level is in it",
            _temples,
        ),
        several(
            *("totals", 2, highest * len(SITES), "each seat: the sum of its heights"),
            lambda v, s: v["totals"],
        ),
        one("temple_deck", PILE, "how many cards it has", lambda v, s: v["temple_deck"]),
        several(
            *("known", PILE, highest, "its top cards that all have seen, bottom → top: levels"),
            lambda v, s: padded(v["known"], PILE),
        ),
        one("tribe_deck", ROW, "how many cards it has", lambda v, s: v["tribe_deck"]),
        Entries(
            *("tribe_discard", tribes, "how many of each tribe"),
            lambda v, s: counted(PLACE, v["tribe_discard"]),
        ),
    )


def remembered(seats: int, options: Options) -> Sequence[Entries]:
    return (
        one("reshuffled", 1, "whether the discards became the deck", lambda m, s: _knows(m)),
        Entries(
            *("shuffled", tuple(TRIBE_COPIES.values())),
            "of those discards, without what oneself drew since: how many of each tribe",
            lambda m, s: counted(PLACE, (m.shuffled or Counter()).elements()),
        ),
    )


def _knows(memory: Memory) -> bool:
    return memory.shuffled is not None


ARRAYS = Arrays(lambda options: MOVES, entries, remembered)
