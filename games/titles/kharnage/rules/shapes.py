"""The shapes of Kharnage's JSON (spec: Position; Moves; Hidden from a viewer).

Each is a plain dict at run time. The ids of armies and cards are those of the card set in play
(spec: Card set).
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["plan", "reinforce", "target", "destroy", "magic", "throw", "web", "cheer", "over"]


class Standing(TypedDict):
    """A card in a line."""

    card: str
    """The unit or general."""
    web: bool
    """Whether a web token lies on it."""


class Lines(TypedDict):
    """The lines of an army, each in no particular order."""

    front: list[Standing]
    """Attacked first."""
    center: list[Standing]
    """Attacked once the front is empty."""
    back: list[Standing]
    """Attacked last."""


class Surprise(TypedDict):
    """A deployed card whose surprise icons act."""

    card: str
    """The card."""
    step: int
    """How many of its steps are done."""
    thrown: bool
    """Whether it was thrown and has left the game."""


class Attack(TypedDict):
    """The current attack."""

    kind: str
    """`melee`, `ranged`, or `magic`, which may be made as either of them."""
    strength: int
    """Its strength, before it is halved for two targets."""
    trample: int
    """What each emptied line adds to the strength."""
    targets: list[list[int]]
    """Pairs of a seat and the strength left for it; the first is attacked now.

    Empty until they are chosen.
    """


class Pending(TypedDict):
    """The state of the turn."""

    icons: int
    """How many icons of its strategy card are done."""
    surprises: list[Surprise]
    """The deployed cards whose surprise icons still act, the next first."""
    attack: Attack | None
    """The current attack, if any."""
    cheer: list[int]
    """The seats that still have to cheer, in ascending order."""


class Open(TypedDict):
    """What all players see."""

    round: int
    """The round, 1 to 4."""
    phase: Phase
    """The phase of the round."""
    turn: int | None
    """The seat carrying out its card; null at `plan` and `over`."""
    armies: list[str]
    """By seat: its army."""
    hands: list[list[str]]
    """By seat: the strategy cards it has not used, in no order."""
    generals: list[list[str]]
    """By seat: the generals in its hand, in no order."""
    plans: list[str | None]
    """By seat: this round's strategy card, null before it is chosen.

    A view hides others' plans until all are in.
    """
    lines: list[Lines]
    """By seat: its army in the field."""
    kills: list[list[str]]
    """By seat: the cards it destroyed this round, in no order."""
    points: list[int]
    """By seat: the points scored, without kharnage tokens."""
    kharnage: list[int]
    """By seat: how many kharnage tokens it has."""
    pending: Pending | None
    """The state of the turn; null at `plan` and `over`."""


class Position(Open):
    """The full state."""

    reserves: list[list[str]]
    """By seat: its reserve, bottom → top."""
    piles: list[list[str]]
    """By seat: its reinforcement pile, bottom → top."""


class View(Open):
    """What a seat or the public may know."""

    planned: list[bool]
    """By seat: whether it has chosen its strategy card."""
    reserves: list[int]
    """By seat: how many cards its reserve has."""
    piles: list[int]
    """By seat: how many cards its reinforcement pile has."""
