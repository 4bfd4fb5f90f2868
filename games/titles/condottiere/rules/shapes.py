"""The shapes of Condottiere's JSON (spec: Position; Moves; Hidden from a viewer).

Each is a plain dict at run time. The ids of cards and cities are those of the specification
(spec: Cards; Map).
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["choose", "battle", "discard", "over"]


class Open(TypedDict):
    """What everybody sees."""

    phase: Phase
    """What is going on."""
    holder: int
    """The seat that holds the condottiere pawn."""
    turn: int | None
    """The seat to act when choosing and in battle; null in `discard` and `over`."""
    city: str | None
    """The city that is fought for; null outside a battle, and in a final battle."""
    cities: dict[str, int]
    """The conquered cities: which seat holds each."""
    armies: list[list[str]]
    """By seat: the cards it has in front of it in this battle, in no order."""
    passed: list[bool]
    """By seat: whether it has passed in this battle."""
    declines: int
    """How many seats have declined in a row."""
    answers: list[str | None]
    """By seat, in `discard`: `keep`, `discard`, or null; a view tells one's own alone."""
    final: list[int] | None
    """The tied seats, rising, during a final battle, else null."""
    series: list[int]
    """By seat: points in a series of games."""


class Position(Open):
    """The full state."""

    hands: list[list[str]]
    """By seat: its cards, in no order."""
    rest: list[str]
    """The cards out of play until the next deal, in no order."""


class View(Open):
    """What a seat or the public may know."""

    hands: list[list[str] | int]
    """By seat: one's own cards; of others only how many."""
    strengths: list[int]
    """By seat: what its army is worth as it stands."""
    seen: list[str]
    """The cards played or shown in this round's earlier battles."""
