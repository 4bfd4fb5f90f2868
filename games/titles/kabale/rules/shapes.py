"""The shapes of Kabale's JSON (spec: Position; Moves; Hidden from a viewer).

Each is a plain dict at run time. The ids of cards and areas are those of the specification
(spec: The 25 influence cards of every seat). A goal is a list of two: its area and its points.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["place", "cloak", "swap", "over"]


class Lying(TypedDict):
    """A card in a column, without its identity."""

    seat: int
    """The seat of its owner."""
    up: bool
    """Whether it lies face up."""
    cloaked: bool
    """Whether it is hidden under the cloak before it."""


class Laid(Lying):
    """A card in a column."""

    card: str
    """The card."""


class SeenLaid(Lying):
    """A card in a column, as a viewer sees it."""

    card: str | None
    """The card; null if it lies face down and is another seat's."""


class Lane(TypedDict):
    """A column, without its cards."""

    goal: list[str | int]
    """Its goal: area and points."""
    storm: bool
    """Whether a storm closed it."""


class Column(Lane):
    """A column."""

    cards: list[Laid]
    """Its cards, from the goal outwards."""


class SeenColumn(Lane):
    """A column, as a viewer sees it."""

    cards: list[SeenLaid]
    """Its cards, from the goal outwards."""


class Pending(TypedDict):
    """The decision about an uncovered cloak or traitor."""

    seat: int
    """The seat of its owner, who decides."""
    column: int
    """The column it lies in, from 0 on the left."""


class Open(TypedDict):
    """What all players see."""

    round: int
    """The round, 1 to 6."""
    phase: Phase
    """`place`; `cloak` and `swap` while `pending` decides; `over`."""
    turn: int | None
    """The seat whose turn it is, also while another decides; null when over."""
    pending: Pending | None
    """The decision in phase `cloak` or `swap`, else null."""
    discards: list[list[str]]
    """By seat: its discarded cards, in no order."""
    won: list[list[list[str | int]]]
    """By seat: the goals it has won, in no order."""


class Position(Open):
    """The full state."""

    columns: list[Column]
    """The columns, left to right; none when over."""
    hands: list[list[str]]
    """By seat: its cards, in no order."""
    stacks: list[list[str]]
    """By seat: the stack it draws from, bottom → top."""
    goals: list[list[str | int]]
    """The face-down goals of the coming rounds, bottom → top: the last is opened next."""


class View(Open):
    """What a seat or the public may know."""

    columns: list[SeenColumn]
    """The columns, left to right; none when over."""
    hands: list[list[str] | int]
    """By seat: the cards of the viewer's own seat; the number of cards of the others."""
    stacks: list[int]
    """By seat: how many cards its stack has."""
    goals: int
    """How many goals are still to come."""
