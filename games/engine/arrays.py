"""Moves as numbers, and views as lists of numbers: a game as machine learning wants it.

A title declares both once. Its moves stand in a table, and the number of a move is its place in
it: the same at every table of the game, and for ever, since trained players go by it. What a seat
sees is a list of whole numbers from 0, made of the seat's view and of nothing else; so what a view
does not tell, no number tells. Piles in no order are counted, piles in an order are written slot by
slot, and what may be missing is 0 with everything else one higher.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.contract import Move, Options, View


@dataclass(frozen=True)
class Entries:
    """Some numbers of an observation that stand in a row."""

    name: str
    highs: tuple[int, ...]
    """The greatest that each of them can be; the least is 0."""
    meaning: str
    read: Callable[[Any, int], Iterable[int]]
    """(the view of a seat, the seat) → the numbers."""


@dataclass(frozen=True)
class Arrays:
    """What a title declares (its `arrays.py`)."""

    moves: Callable[[Options], Sequence[Move]]
    """Every move there can be, at whatever number of seats, in the order of their numbers."""
    entries: Callable[[int, Options], Sequence[Entries]]
    """All that a view holds, for a number of seats."""


class Encoder:
    """The moves and the views of one kind of table as numbers."""

    def __init__(self, arrays: Arrays, seats: int, options: Options) -> None:
        self.seats = seats
        self.moves = tuple(arrays.moves(options))
        """By number: the move."""
        self.numbers: Mapping[Move, int] = {move: n for n, move in enumerate(self.moves)}
        """By move: its number."""
        own = one("seat", seats - 1, "whose view it is", lambda view, seat: seat)
        self.entries = (own, *arrays.entries(seats, options))
        self.highs = tuple(high for entries in self.entries for high in entries.highs)
        """The greatest that each number of an observation can be."""
        self._reads = tuple(entries.read for entries in self.entries)

    def observe(self, view: View, seat: int) -> list[int]:
        """What a seat sees, from its own view: as many numbers as there are `highs`."""
        seen: list[int] = []
        for read in self._reads:
            seen += read(view, seat)
        return seen

    def legal(self, moves: Iterable[Move]) -> list[int]:
        """The numbers of these moves."""
        numbers = self.numbers
        return [numbers[move] for move in moves]


# --- What entries are made of.


def one(name: str, high: int, meaning: str, read: Callable[[Any, int], int]) -> Entries:
    """A single number."""
    return Entries(name, (high,), meaning, lambda view, seat: (read(view, seat),))


def several(
    name: str, count: int, high: int, meaning: str, read: Callable[[Any, int], Iterable[int]]
) -> Entries:
    """Numbers of the same kind."""
    return Entries(name, (high,) * count, meaning, read)


def numbered(names: Iterable[str]) -> dict[Any, int]:
    """The number of each name from 1, and 0 for None."""
    return {None: 0, **{name: number for number, name in enumerate(names, start=1)}}


def after_none(value: int | None) -> int:
    """0 for None, and one higher than itself for a number."""
    return 0 if value is None else value + 1


def places_of(kinds: Iterable[Any]) -> dict[Any, int]:
    """The place of each kind among them, from 0."""
    return {kind: place for place, kind in enumerate(kinds)}


def counted(places: Mapping[Any, int], *piles: Iterable[Any]) -> list[int]:
    """For each pile how many of each kind lie in it, by the places of the kinds."""
    kinds = len(places)
    counts = [0] * (kinds * len(piles))
    for begin, pile in zip(range(0, len(counts), kinds), piles, strict=True):
        for one in pile:
            counts[begin + places[one]] += 1
    return counts


def sizes(hands: Iterable[Any]) -> list[int]:
    """How many cards each hand has, where one's own is a list and others are sizes already."""
    return [len(hand) if isinstance(hand, list) else hand for hand in hands]


def padded(values: list[int], size: int) -> list[int]:
    """The values, and zeros up to a size."""
    return values + [0] * (size - len(values))
