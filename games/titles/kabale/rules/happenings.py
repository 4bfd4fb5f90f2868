"""What a move of Kabale brings about: the facts of each kind of happening (spec: Play; Award).

Each is a plain dict at run time. Columns count from 0 on the left, and cards in a column from 0
at the goal. A goal is a list of two: its area and its points.
"""

from __future__ import annotations

from typing import Any, TypedDict

from games.engine.shapes import Outcome


class Acted(TypedDict):
    """A seat has done this, or is to."""

    seat: int
    """Which seat."""


class InColumn(Acted):
    """A card of this seat did this in a column, or asks its seat for something."""

    column: int
    """The column."""


class CardInColumn(InColumn):
    """A card of this seat that you know, in a column."""

    card: str
    """The card."""


class Drew(Acted):
    """A card, or several, were drawn."""

    count: int
    """How many."""


class DrewOwn(Acted):
    """The card that you drew yourself."""

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
    """Two columns have changed their goals."""

    columns: list[int]
    """The traitor's column, and the other one."""
    goals: list[list[str | int]]
    """Their goals now."""


class Revealed(CardInColumn):
    """A card that lay face down at the end of the round."""

    index: int
    """Its place in the column."""


class RoundEnded(TypedDict):
    """A round is over, and everything is turned up."""

    round: int
    """Which round, from 1."""
    revealed: list[Revealed]
    """The cards that lay face down."""


class Card(TypedDict):
    """A card of the column that is awarded."""

    seat: int
    """Whose it is."""
    card: str
    """The card."""


class Change(TypedDict):
    """What happened to the number of a card."""

    card: int
    """Its place in the column."""
    before: int | float | None
    """The number before; null for none."""
    after: int | float | None
    """The number after."""


class Step(TypedDict):
    """One thing that decides an award; several are in the order of the rules."""

    kind: str
    """The card that acts, or `prince-squire`, or the `sum`."""
    by: list[int]
    """The places of those who act; of a sum the card that settles a tie."""
    removed: list[int]
    """The places of the cards that go."""
    changed: list[Change]
    """The numbers that change."""


class Awarded(TypedDict):
    """A column's goal is won, or lost."""

    column: int
    """The column."""
    goal: list[str | int]
    """Its goal."""
    cards: list[Card]
    """The cards of the column, the nearest to the goal first."""
    winner: int | None
    """The seat that takes it; null for nobody."""
    sums: dict[str, int | float]
    """By seat: the sum of those that take part."""
    left: list[int]
    """The places of the cards that were not removed."""
    numbers: list[int | float | None]
    """The last number of every card; null where it has none."""
    steps: list[Step]
    """How it was decided."""


class GoalsOpened(TypedDict):
    """A round begins with these goals."""

    round: int
    """Which round, from 1."""
    goals: list[list[str | int]]
    """By column: its goal."""


HAPPENINGS: dict[str, Any] = {
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
