"""What a move of Babel brings about: the facts of each kind of happening (spec: Turn; End).

Each is a plain dict at run time. A tribe is `mede`, `sumerian`, `hittite`, `persian` or
`assyrian`, and each site is named like its tribe.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from games.engine.shapes import Outcome


class Acted(TypedDict):
    """A seat has done this, or it is its turn."""

    seat: int
    """Which seat."""


_From = TypedDict("_From", {"from": str})


class Travelled(Acted, _From):
    """A hand card was discarded, and the stone moved `from` a site, or the quarry."""

    to: str
    """The site it moved to."""


class Settled(Acted):
    """A hand card was laid onto the seat's row."""

    tribe: str
    """The card."""
    site: str
    """The site of the row."""


class Built(Acted):
    """A temple card was laid onto the seat's temple."""

    site: str
    """The site of the temple."""
    row: int
    """The seat whose row the card is from."""
    level: int
    """Its level."""


class Migrated(Acted, _From):
    """Three cards went `from` the seat's row at one site to another."""

    to: str
    """The site they went to."""
    cards: list[str]
    """The cards, bottom → top."""


class Powered(Acted):
    """A power was used, and paid for by a card."""

    site: str
    """Where."""
    tribe: str
    """The card that paid."""


class Expelled(Powered):
    """All cards of a tribe in the opponent's row here are discarded."""

    power: Literal["expel"]
    expelled: str
    """The tribe."""
    count: int
    """How many cards."""


class Bribed(Powered):
    """All cards of a tribe changed from the opponent's row here to the seat's own."""

    power: Literal["bribe"]
    bribed: str
    """The tribe."""
    count: int
    """How many cards."""


class Stolen(Powered):
    """The top card of the opponent's temple here is on the seat's own now."""

    power: Literal["steal"]
    level: int
    """Its level."""


class Skipped(Powered):
    """A temple card was laid onto the seat's temple, one level left out."""

    power: Literal["skip"]
    row: int
    """The seat whose row the card is from."""
    level: int
    """Its level."""


class Razed(Powered):
    """The opponent's temple here lies on the temple deck, turned over."""

    power: Literal["raze"]
    temple: list[int]
    """The levels of its cards, bottom → top as they stood."""


class Halved(Powered):
    """The opponent has to discard half of the hand."""

    power: Literal["halve"]
    due: int
    """How many cards."""


class Discarded(Acted):
    """A card of a hand that is halved was discarded."""

    tribe: str
    """The card."""
    due: int
    """How many more are due."""


class TempleCards(Acted):
    """Temple cards came into the seat's row."""

    cards: list[int]
    """Their levels."""


class Drew(Acted):
    """The seat drew tribe cards."""

    count: int
    """How many."""


class DrewCards(Acted):
    """The tribe cards that you drew yourself."""

    cards: list[str]
    """The cards."""


class Reshuffled(TypedDict):
    """The discarded tribe cards are the deck again."""

    count: int
    """How many."""


class EndPhase(TypedDict):
    """The end phase has begun."""

    totals: list[int]
    """By seat: the sum of its heights."""


HAPPENINGS: dict[str, Any] = {
    "travelled": Travelled,
    "settled": Settled,
    "built": Built,
    "migrated": Migrated,
    "power": Expelled | Bribed | Stolen | Skipped | Razed | Halved,
    "discarded": Discarded,
    "ended": Acted,
    "temple-cards": TempleCards,
    "turn": Acted,
    "drew": Drew,
    "drew-cards": DrewCards,
    "reshuffled": Reshuffled,
    "end-phase": EndPhase,
    "over": Outcome,
}
"""By kind."""
