"""Kabale und Hiebe as numbers (games/engine/arrays.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine.arrays import (
    Arrays,
    Entries,
    after_none,
    counted,
    numbered,
    one,
    padded,
    places_of,
    several,
    sizes,
)
from games.engine.contract import Move, Options, View
from games.titles.kabale.rules.cards import AREAS, CARDS, GOALS, POINTS
from games.titles.kabale.rules.information_state import Memory, Spot
from games.titles.kabale.rules.moves import CLOAK, NO_CLOAK, NO_SWAP, PLACE, SWAP
from games.titles.kabale.rules.rounds import ROUNDS

MOVES: Sequence[Move] = (
    *(place for places in PLACE.values() for place in places),
    *CLOAK.values(),
    NO_CLOAK,
    *SWAP,
    NO_SWAP,
)
PHASES = ("place", "cloak", "swap", "over")
CARD, AREA = numbered(CARDS), numbered(AREAS)
KINDS_OF_GOALS = Counter((area, points) for area, points in GOALS)
"""The number of copies of each goal."""
HELD, GOAL = places_of(CARDS), places_of(KINDS_OF_GOALS)
LAID = 5
"""The count of numbers that describe a card in a column."""


def _columns(view: View, seats: int) -> list[int]:
    numbers: list[int] = []
    for column in view["columns"]:
        area, points = column["goal"]
        numbers += (AREA[area], points, column["storm"])
    return padded(numbers, 3 * seats)


def _laid(view: View, seats: int) -> list[int]:
    numbers: list[int] = []
    for at, column in enumerate(view["columns"], start=1):
        for laid in column["cards"]:
            numbers += (at, laid["seat"] + 1, CARD[laid["card"]], laid["up"], laid["cloaked"])
    return padded(numbers, LAID * len(CARDS) * seats)


def _won(view: View, seat: int) -> list[int]:
    return counted(GOAL, *(map(tuple, goals) for goals in view["won"]))


def entries(seats: int, options: Options) -> Sequence[Entries]:
    cards = len(CARDS)
    return (
        one("round", ROUNDS, "the round", lambda v, s: v["round"]),
        one("phase", 3, "place, cloak, swap, over", lambda v, s: PHASES.index(v["phase"])),
        one("turn", seats, "0, or the seat on turn + 1", lambda v, s: after_none(v["turn"])),
        Entries(
            *("pending", (seats, seats)),
            "0, 0, or the seat that decides + 1, and the column of its card + 1",
            lambda v, s: [v["pending"][key] + 1 if v["pending"] else 0 for key in _PENDING],
        ),
        Entries(
            *("columns", (len(AREAS), max(POINTS), 1) * seats),
            "each column: the area of its goal, its points, whether a storm closed it",
            lambda v, s: _columns(v, seats),
        ),
        Entries(
            *("laid", (seats, seats, cards, 1, 1) * cards * seats),
            "each card in the columns, from left to right and from the goal outwards: "
            "column + 1, seat + 1, card (0 unknown), whether face up, whether cloaked",
            lambda v, s: _laid(v, seats),
        ),
        several(
            *("hand", cards, 1, "one's own hand: whether each card is in it"),
            lambda v, s: counted(HELD, v["hands"][s]),
        ),
        several(
            *("hands", seats, cards, "each seat: how many cards in hand"),
            lambda v, s: sizes(v["hands"]),
        ),
        several(
            *("stacks", seats, cards, "each seat: how many cards in its stack"),
            lambda v, s: v["stacks"],
        ),
        several(
            *("discards", cards * seats, 1, "each seat: whether each card is discarded"),
            lambda v, s: counted(HELD, *v["discards"]),
        ),
        one("goals", len(GOALS), "how many goals are to come", lambda v, s: v["goals"]),
        Entries(
            *("won", tuple(KINDS_OF_GOALS.values()) * seats),
            "each seat: how many goals of each area and points it has won",
            _won,
        ),
    )


_PENDING = ("seat", "column")


def remembered(seats: int, options: Options) -> Sequence[Entries]:
    slots, cards = len(CARDS) * seats, len(CARDS)
    return (
        several(
            *("recalled", slots, cards, "each card in the columns, in that order: card, 0 unknown"),
            lambda m, s: padded([CARD[spot.card] for spot in _spots(m)], slots),
        ),
        several(
            *("excluded", slots * cards, 1, "each of them: whether it cannot be each card"),
            lambda m, s: padded(counted(HELD, *(spot.never for spot in _spots(m))), slots * cards),
        ),
        several(
            *("reshuffled", seats, 1, "each seat: whether its discards became its stack"),
            lambda m, s: [stack is not None for stack in m.shuffled],
        ),
        several(
            *("shuffled", slots, 1, "each seat: whether each card was among those"),
            lambda m, s: counted(HELD, *(stack or () for stack in m.shuffled)),
        ),
        Entries(
            *("lost", tuple(KINDS_OF_GOALS.values())),
            "how many goals of each area and points no seat took",
            lambda m, s: counted(GOAL, map(tuple, m.lost)),
        ),
    )


def _spots(memory: Memory) -> list[Spot]:
    return [spot for column in memory.columns for spot in column]


ARRAYS = Arrays(lambda options: MOVES, entries, remembered)
