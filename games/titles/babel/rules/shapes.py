"""The shapes of Babel's JSON (spec: Position; Moves; Hidden from a viewer).

Each is a plain dict at run time. A tribe is `mede`, `sumerian`, `hittite`, `persian` or
`assyrian`, and each site has the name of its tribe. Every pile, row and temple is a list
bottom → top.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["actions", "halve", "over"]


class Site(TypedDict):
    """The cards at one site, by seat."""

    tribes: list[list[str]]
    """Each seat's row of tribe cards, bottom → top."""
    temples: list[list[int]]
    """Each seat's temple: the levels of its cards, bottom → top."""


class Open(TypedDict):
    """The part of a position that everyone sees."""

    turn: int
    """The seat on turn."""
    phase: Phase
    """`actions`; `halve` while the opponent discards; `over`."""
    due: int
    """How many cards the opponent still has to discard in phase `halve`, else 0."""
    migrated: bool
    """Whether the seat on turn has migrated this turn."""
    end_phase: bool
    """Whether the end phase has begun."""
    duty: list[bool]
    """By seat: whether it still owes the build of its first turn."""
    stones: list[str]
    """By seat: the site of its stone, or `quarry`."""
    rows: list[list[int]]
    """By seat: the levels of its row of temple cards, bottom → top."""
    sites: dict[str, Site]
    """By site: the cards there."""
    tribe_discard: list[str]
    """The discarded tribe cards, in no order."""


class Position(Open):
    """The full state."""

    hands: list[list[str]]
    """By seat: its tribe cards, in no order."""
    temple_deck: list[int]
    """The levels of the temple deck, bottom → top."""
    known: int
    """How many cards on top of the temple deck both seats have seen."""
    tribe_deck: list[str]
    """The tribe deck, bottom → top."""


class View(Open):
    """The view of a seat or the public."""

    hands: list[list[str] | int]
    """By seat: your own tribe cards; of other hands only their number."""
    totals: list[int]
    """By seat: the sum of its five heights."""
    temple_deck: int
    """How many cards the temple deck has."""
    known: list[int]
    """The levels of the cards on top of the temple deck that both seats have seen, bottom → top."""
    tribe_deck: int
    """How many cards the tribe deck has."""


class Shown(Open):
    """The state that a board shows: a view, or in a replay with all hands the full state too."""

    hands: list[list[str] | int]
    totals: list[int]
    temple_deck: int | list[int]
    known: int | list[int]
    tribe_deck: int | list[str]
