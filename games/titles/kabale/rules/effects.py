"""The facts of each kind of effect in Kabale und Hiebe (spec: Play; Award).

Each is a plain dict at run time. Columns count from 0 on the left, and cards in a column from 0
at the goal. A goal is a list of two: its area and its points.
"""

from __future__ import annotations

from typing import TypedDict

from games.engine.shapes import Outcome


class Acted(TypedDict):
    """An effect of one seat."""

    seat: int
    """Which seat."""


class InColumn(Acted):
    """A card of this seat acted in a column, or asks its owner for a decision."""

    column: int
    """The column."""


class CardInColumn(InColumn):
    """A card in a column that you may know."""

    card: str
    """The card."""


class Drew(Acted):
    """One or more cards were drawn."""

    count: int
    """How many."""


class DrewOwn(Acted):
    """You drew a card."""

    card: str
    """The card."""


class Explored(InColumn):
    """An explorer moved on, face down again."""

    to: int
    """The column it moved to."""


class Assassinated(CardInColumn):
    """An assassin discarded the card of this seat that uncovered it."""

    by: int
    """The seat of the assassin."""


class Swapped(Acted):
    """A traitor swapped the goals of two columns."""

    columns: list[int]
    """The traitor's column, and the other one."""
    goals: list[list[str | int]]
    """Their goals now."""


class Revealed(CardInColumn):
    """A card that lay face down at the end of the round."""

    index: int
    """Its place in the column."""


class RoundEnded(TypedDict):
    """A round is over, and all cards are turned up."""

    round: int
    """Which round, from 1."""
    revealed: list[Revealed]
    """The cards that lay face down."""


class Card(TypedDict):
    """A card of the column that is awarded."""

    seat: int
    """The seat of its owner."""
    card: str
    """The card."""


class Change(TypedDict):
    """A change of a card's number."""

    card: int
    """Its place in the column."""
    before: int | float | None
    """The number before; null for none."""
    after: int | float | None
    """The number after."""


class Step(TypedDict):
    """A step of an award; the steps are in the order of the rules."""

    kind: str
    """The card that acts, or `prince-squire`, or the `sum`."""
    by: list[int]
    """The places of the cards that act; for a sum, the card that settles a tie."""
    removed: list[int]
    """The places of the cards that go."""
    changed: list[Change]
    """The numbers that change."""


class Awarded(TypedDict):
    """The goal of a column is won, or leaves the game."""

    column: int
    """The column."""
    goal: list[str | int]
    """Its goal."""
    cards: list[Card]
    """The cards of the column, the nearest to the goal first."""
    winner: int | None
    """The seat that takes it; null for none."""
    sums: dict[str, int | float]
    """By seat that takes part: its sum."""
    left: list[int]
    """The places of the cards that were not removed."""
    numbers: list[int | float | None]
    """The final number of every card; null if it has none."""
    steps: list[Step]
    """How it was decided."""


class GoalsOpened(TypedDict):
    """A round begins with these goals."""

    round: int
    """Which round, from 1."""
    goals: list[list[str | int]]
    """By column: its goal."""


EFFECTS: dict[str, object] = {
    "placed": InColumn,
    "placed-own": CardInColumn,
    "uncovered": CardInColumn,
    "explored": Explored,
    "explorer-stays": InColumn,
    "assassinated": Assassinated,
    "storm": InColumn,
    "swap-asked": InColumn,
    "swap-declined": Acted,
    "swapped": Swapped,
    "cloak-asked": InColumn,
    "cloak-declined": Acted,
    "hid": InColumn,
    "hid-own": CardInColumn,
    "drew": Drew,
    "drew-own": DrewOwn,
    "reshuffled": Drew,
    "round-ended": RoundEnded,
    "awarded": Awarded,
    "goals-opened": GoalsOpened,
    "round-begins": Acted,
    "over": Outcome,
}
"""By kind."""
