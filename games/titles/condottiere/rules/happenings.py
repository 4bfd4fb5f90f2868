"""What a move of Condottiere brings about: the facts of each kind of happening (spec: Play).

Each is a plain dict at run time. The ids of cards and cities are those of the specification
(spec: Cards; Map).
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from games.engine.shapes import Outcome


class Acted(TypedDict):
    """A seat has done this."""

    seat: int
    """Which seat."""


class Nothing(TypedDict):
    """It is told by its kind alone."""


class Chosen(Acted):
    """The holder of the pawn has chosen the city to fight for."""

    city: str
    """Which city."""


class Played(Acted):
    """A card was laid into the seat's army."""

    card: str
    """The card."""
    take: NotRequired[str]
    """The mercenary that a scarecrow took back."""


class BattleEnded(TypedDict):
    """A battle is over; the armies are out of play until the next deal."""

    city: str | None
    """The city that was fought for; null after a final battle."""
    cause: Literal["passed", "nobody", "surrender", "bishop"]
    """Everybody had passed, nobody could play, or the card that ended it."""
    winner: int | None
    """The seat that won; null for none."""
    owner: int | None
    """The seat that held the city before; null for none."""
    strengths: list[int]
    """By seat: what its army was worth."""
    armies: list[list[str]]
    """By seat: its army."""
    holder: int
    """The seat that holds the pawn now."""


class Answered(Acted):
    """Your own answer, whether to discard your hand; others learn of it when all have answered."""

    answer: Literal["keep", "discard"]
    """What it was."""


class Discarded(Acted):
    """A hand without mercenaries was thrown away."""

    cards: list[str]
    """The cards."""


class Dealt(TypedDict):
    """All cards were dealt anew."""

    hands: list[int]
    """By seat: how many cards it has."""


class Final(TypedDict):
    """All cities are taken, and these seats, who hold most of them, fight a last battle."""

    seats: list[int]
    """The seats, rising."""


class Scored(TypedDict):
    """A game of a series is over."""

    series: list[int]
    """By seat: its points in the series."""
    cities: list[int]
    """By seat: how many cities it held."""


HAPPENINGS: dict[str, Any] = {
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
"""By kind."""
