"""Seats, players and cards as tables show them, and as the page of a game's rules does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.matches.presenters.chairs import Chair

SEAT_EMBLEMS = ("sun", "wave", "leaf", "key", "star", "bell")


def emblem_of(seat: int) -> str:
    """The emblem of a seat; a table of more than six begins again, with colours as with emblems."""
    return SEAT_EMBLEMS[seat % len(SEAT_EMBLEMS)]


def letter_of(seat: int) -> str:
    return chr(ord("A") + seat)


def css_classes(*always: str, **marks: object) -> str:
    """Classes for the style sheet: those that are always there, and each mark that holds."""
    return " ".join((*always, *(mark.replace("_", "-") for mark, on in marks.items() if on)))


def size_of(pile: int | Sequence[Any]) -> int:
    """How many cards a pile has: in a view it is a number, or a list where it is open."""
    return pile if isinstance(pile, int) else len(pile)


@dataclass(frozen=True)
class Panel:
    """A player's side of the table, as boards/_player.html draws it."""

    chair: Chair
    to_act: bool

    @property
    def asks(self) -> bool:
        """Whether it is what a question is about."""
        return False

    @property
    def aims(self) -> bool:
        """Whether a click anywhere on it presses one of its buttons."""
        return False

    @property
    def states(self) -> str:
        """Its classes for the style sheet."""
        return css_classes(f"seat-{self.chair.seat}", is_turn=self.to_act, is_you=self.chair.you)


@dataclass(frozen=True, eq=False)
class Card:
    """A card face as boards/_card.html draws it.

    Games make each face once, and it is equal to itself alone: what is drawn of it is found again
    quickly, and tables show dozens.
    """

    id: str
    name: str
    tip: str
    emblem: str
    tone: str = ""
    value: str = ""
    seat: int | None = None
    count: int = 1
    legal: bool = False
    states: str = ""
    hidden: bool = False
    move: str = ""
    """What choosing it sends, where it is a button."""

    @property
    def key(self) -> str:
        """The id of its element in the hand."""
        return f"hand-{self.id}"


# --- On the page of rules, and in the style guide.


@dataclass(frozen=True)
class Kind:
    """Cards of one kind, with how many there are of each, and what they do."""

    name: str
    text: str
    cards: list[Any]


@dataclass(frozen=True)
class Map:
    """The drawing of a game's map: a template that draws `map.art`, and the places by name."""

    template: str
    art: Any
    cities: Sequence[Any]
    view: str
    """The part of the drawing that the page of rules shows, as an SVG `viewBox`."""
    banner: str
    """The part that the front page shows."""


def sample(
    emblem: str, name: str, value: object = None, tone: str = "", **more: Any
) -> Mapping[str, Any]:
    """A card for the style guide."""
    return {"emblem": emblem, "name": name, "value": value, "tone": tone, **more}
