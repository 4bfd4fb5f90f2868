"""The facts of each kind of effect in Condottiere (spec: Play).

Each is a plain dict at run time. The ids of cards and cities are those of the specification
(spec: Cards; Map).
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from games.engine.shapes import Outcome


class Acted(TypedDict):
    """A seat did this."""

    seat: int
    """The seat."""


class Nothing(TypedDict):
    """This kind has no facts."""


class Chosen(Acted):
    """The holder of the pawn chose the city to fight for."""

    city: str
    """The city."""


class Played(Acted):
    """The seat laid a card into its army."""

    card: str
    """The card."""
    take: NotRequired[str]
    """The mercenary that a scarecrow took back."""


class BattleEnded(TypedDict):
    """A battle ended; the armies are out of play until the next deal."""

    city: str | None
    """The city that was fought for; null after a final battle."""
    cause: Literal["passed", "nobody", "surrender", "bishop"]
    """All seats had passed, no seat could play, or the card that ended the battle."""
    winner: int | None
    """The seat that won, or null."""
    owner: int | None
    """The seat that held the city before, or null."""
    strengths: list[int]
    """By seat: the strength of its army."""
    armies: list[list[str]]
    """By seat: its army."""
    holder: int
    """The seat that holds the pawn now."""


class Answered(Acted):
    """You answered whether to discard your hand; others learn it when all have answered."""

    answer: Literal["keep", "discard"]
    """Your answer."""


class Discarded(Acted):
    """The seat discarded a hand without mercenaries."""

    cards: list[str]
    """The cards."""


class Dealt(TypedDict):
    """All cards were dealt again."""

    hands: list[int]
    """By seat: how many cards it has."""


class Final(TypedDict):
    """All cities are taken, and the seats that hold the most of them fight a final battle."""

    seats: list[int]
    """The seats, in rising order."""


class Scored(TypedDict):
    """A game of a series ended."""

    series: list[int]
    """By seat: its points in the series."""
    cities: list[int]
    """By seat: how many cities it held."""


EFFECTS: dict[str, object] = {
    "chosen": Chosen,
    "declined": Acted,
    "played": Played,
    "passed": Acted,
    "battle-ended": BattleEnded,
    "discard-asked": Nothing,
    "answered": Answered,
    "discarded": Discarded,
    "dealt": Dealt,
    "kingdom": Acted,
    "final": Final,
    "scored": Scored,
    "over": Outcome,
}
"""The shape of the facts, by kind of effect."""
