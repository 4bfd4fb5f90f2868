"""Moves and views as numbers, for machine learning.

A title declares both once. Its moves form a list, and the number of a move is its index: the same
at every table of the game and in every release, because trained players depend on it. An
observation is a list of whole numbers from 0 that is computed only from the seat's view, so it
cannot leak what the view hides. Unordered piles are counted, ordered piles are written slot by
slot. A value that may be missing is 0 if missing, otherwise one higher.

What a seat was shown earlier can follow an observation, computed only from its information state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from games.engine.contract import Move, Options, View
from games.engine.information_state import InformationState

K = TypeVar("K")
Source = Any
"""A view; for entries that are `remembered` the information state of the game."""


@dataclass(frozen=True)
class Entries:
    """A named run of consecutive numbers in an observation."""

    name: str
    highs: tuple[int, ...]
    """The maximum of each number; the minimum is 0."""
    meaning: str
    read: Callable[[Source, int], Iterable[int]]
    """(the seat's view, the seat) → the numbers."""


def _nothing(_seats: int, _options: Options) -> Sequence[Entries]:
    return ()


@dataclass(frozen=True)
class Arrays:
    """The moves and observations that a title declares in its `arrays.py`."""

    moves: Callable[[Options], Sequence[Move]]
    """Every possible move for any number of seats; the index is the move's number."""
    entries: Callable[[int, Options], Sequence[Entries]]
    """(number of seats, options) → everything that a view holds."""
    remembered: Callable[[int, Options], Sequence[Entries]] = _nothing
    """(number of seats, options) → what a seat remembers and its view no longer shows."""


class Encoder:
    """Converts moves and views of one game with fixed seats and options to numbers."""

    def __init__(self, arrays: Arrays, seats: int, options: Options) -> None:
        self.seats = seats
        self.moves = tuple(arrays.moves(options))
        """Move by number."""
        self.numbers: Mapping[Move, int] = {move: n for n, move in enumerate(self.moves)}
        """Number by move."""
        own = one("seat", seats - 1, "whose view it is", lambda view, seat: seat)
        self.entries = (own, *arrays.entries(seats, options))
        self.highs = tuple(high for entries in self.entries for high in entries.highs)
        """The maximum of each number of an observation."""
        self.remembered = tuple(arrays.remembered(seats, options))
        self.remembered_highs = tuple(high for one in self.remembered for high in one.highs)
        """The maximum of each number that `recall` returns."""
        self._reads = tuple(entries.read for entries in self.entries)

    def observe(self, view: View, seat: int) -> list[int]:
        """Return the seat's own view as numbers, one for each of `highs`."""
        seen: list[int] = []
        for read in self._reads:
            seen += read(view, seat)
        return seen

    def recall(self, known: InformationState[Any]) -> list[int]:
        """Return what a seat remembers as numbers, one for each of `remembered_highs`."""
        return [number for one in self.remembered for number in one.read(known, known.seat)]

    def legal(self, moves: Iterable[Move]) -> list[int]:
        """Return the numbers of the given moves."""
        numbers = self.numbers
        return [numbers[move] for move in moves]


# --- Helpers to build entries.


def one(name: str, high: int, meaning: str, read: Callable[[Source, int], int]) -> Entries:
    """Return an entry for a single number."""
    return Entries(name, (high,), meaning, lambda view, seat: (read(view, seat),))


def several(
    name: str, count: int, high: int, meaning: str, read: Callable[[Source, int], Iterable[int]]
) -> Entries:
    """Return an entry for `count` numbers of the same kind."""
    return Entries(name, (high,) * count, meaning, read)


def numbered(names: Iterable[str]) -> dict[str | None, int]:
    """Map each name to its number from 1, and None to 0."""
    return {None: 0, **{name: number for number, name in enumerate(names, start=1)}}


def after_none(value: int | None) -> int:
    """Return 0 for None, otherwise the number plus one."""
    return 0 if value is None else value + 1


def places_of(kinds: Iterable[K]) -> dict[K, int]:
    """Map each kind to its index."""
    return {kind: place for place, kind in enumerate(kinds)}


def counted(places: Mapping[K, int], *piles: Iterable[K]) -> list[int]:
    """Count, for each pile, the cards of each kind; `places` gives the index of each kind."""
    kinds = len(places)
    counts = [0] * (kinds * len(piles))
    for begin, pile in zip(range(0, len(counts), kinds), piles, strict=True):
        for one in pile:
            counts[begin + places[one]] += 1
    return counts


def sizes(hands: Iterable[list[object] | int]) -> list[int]:
    """Return the size of each hand; the viewer's own hand is a list, the others are sizes."""
    return [len(hand) if isinstance(hand, list) else hand for hand in hands]


def padded(values: list[int], size: int) -> list[int]:
    """Return the values followed by zeros up to `size`."""
    return values + [0] * (size - len(values))
