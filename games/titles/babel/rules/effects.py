"""The facts of each kind of effect in Babel (spec: Turn; End).

Each is a plain dict at run time. A tribe is `mede`, `sumerian`, `hittite`, `persian` or
`assyrian`, and each site has the name of its tribe.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from games.engine.shapes import Outcome


class Acted(TypedDict):
    """A seat did this, or its turn began."""

    seat: int
    """The seat."""


_From = TypedDict("_From", {"from": str})


class Travelled(Acted, _From):
    """The seat discarded a hand card, and its stone moved `from` a site or the quarry."""

    to: str
    """The site it moved to."""


class Settled(Acted):
    """The seat laid a hand card onto its row."""

    tribe: str
    """The card."""
    site: str
    """The site of the row."""


class Built(Acted):
    """The seat laid a temple card onto its temple."""

    site: str
    """The site of the temple."""
    row: int
    """The seat whose row the card is from."""
    level: int
    """Its level."""


class Migrated(Acted, _From):
    """Three cards moved `from` the seat's row at one site to another."""

    to: str
    """The site they moved to."""
    cards: list[str]
    """The cards, bottom → top."""


class Powered(Acted):
    """The seat used a power, and paid a card for it."""

    site: str
    """The site of the stone."""
    tribe: str
    """The card that paid."""


class Expelled(Powered):
    """The opponent's cards of a tribe at the site were discarded."""

    power: Literal["expel"]
    expelled: str
    """The tribe."""
    count: int
    """How many cards."""


class Bribed(Powered):
    """The opponent's cards of a tribe at the site moved to the seat's own row."""

    power: Literal["bribe"]
    bribed: str
    """The tribe."""
    count: int
    """How many cards."""


class Stolen(Powered):
    """The top card of the opponent's temple at the site moved to the seat's own."""

    power: Literal["steal"]
    level: int
    """Its level."""


class Skipped(Powered):
    """The seat laid a temple card onto its temple, skipping a level."""

    power: Literal["skip"]
    row: int
    """The seat whose row the card is from."""
    level: int
    """Its level."""


class Razed(Powered):
    """The opponent's temple at the site was turned over onto the temple deck."""

    power: Literal["raze"]
    temple: list[int]
    """The levels of its cards, bottom → top as they stood."""


class Halved(Powered):
    """The opponent has to discard half of the hand."""

    power: Literal["halve"]
    due: int
    """How many cards."""


class Discarded(Acted):
    """The seat discarded a card of its halved hand."""

    tribe: str
    """The card."""
    due: int
    """How many more cards it has to discard."""


class TempleCards(Acted):
    """The seat drew temple cards onto its temple row."""

    cards: list[int]
    """Their levels."""


class Drew(Acted):
    """The seat drew tribe cards."""

    count: int
    """How many cards."""


class DrewCards(Acted):
    """The tribe cards that you drew."""

    cards: list[str]
    """The cards."""


class Reshuffled(TypedDict):
    """The discarded tribe cards were shuffled into a new deck."""

    count: int
    """How many cards."""


class EndPhase(TypedDict):
    """The end phase began."""

    totals: list[int]
    """By seat: the sum of its heights."""


EFFECTS: dict[str, object] = {
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
"""The shape of the facts, by kind of effect."""
