"""The shapes of Condottiere's JSON (spec: Position; Moves; Hidden from a viewer).

Each is a plain dict at run time. The ids of cards and cities are those of the specification
(spec: Cards; Map).
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["choose", "battle", "discard", "over"]


class Open(TypedDict):
    """The part of a position that everyone sees."""

    phase: Phase
    """The phase of the game."""
    holder: int
    """The seat that holds the condottiere pawn."""
    turn: int | None
    """The seat to act when choosing and in battle; null in `discard` and `over`."""
    city: str | None
    """The city that seats fight for; null outside a battle, and in a final battle."""
    cities: dict[str, int]
    """The conquered cities: which seat holds each."""
    armies: list[list[str]]
    """By seat: its cards in this battle, in no order."""
    passed: list[bool]
    """By seat: whether it has passed in this battle."""
    declines: int
    """How many seats have declined in a row."""
    answers: list[str | None]
    """By seat, in `discard`: `keep`, `discard`, or null; a view shows only your own answer."""
    final: list[int] | None
    """The tied seats, in rising order, during a final battle, else null."""
    series: list[int]
    """By seat: points in a series of games."""


class Position(Open):
    """The full state."""

    hands: list[list[str]]
    """By seat: its cards, in no order."""
    rest: list[str]
    """The cards out of play until the next deal, in no order."""


class View(Open):
    """The view of a seat or the public."""

    hands: list[list[str] | int]
    """By seat: your own cards; of other hands only their number."""
    strengths: list[int]
    """By seat: the current strength of its army."""
    seen: list[str]
    """The cards played or shown in this round's earlier battles."""
