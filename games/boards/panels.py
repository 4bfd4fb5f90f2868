"""Players and cards as shown at tables and on the rules pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.boards.seats import TablePlayer


def css_classes(*always: str, **marks: object) -> str:
    """Return CSS classes: those that always apply, and the names of marks that are true."""
    return " ".join((*always, *(mark.replace("_", "-") for mark, on in marks.items() if on)))


def size_of(pile: int | Sequence[Any]) -> int:
    """Return the size of a pile; a view has a number for it, or a list if it is open."""
    return pile if isinstance(pile, int) else len(pile)


@dataclass(frozen=True)
class Panel:
    """A player's side of the table, drawn by boards/_player.html."""

    player: TablePlayer
    to_act: bool

    @property
    def asks(self) -> bool:
        """Whether the current question is about this panel."""
        return False

    @property
    def aims(self) -> bool:
        """Whether a click anywhere on the panel presses one of its buttons."""
        return False

    @property
    def states(self) -> str:
        """The panel's CSS classes."""
        return css_classes(f"seat-{self.player.seat}", is_turn=self.to_act, is_you=self.player.you)


@dataclass(frozen=True, eq=False)
class Card:
    """A card face, drawn by boards/_card.html.

    Games create each face once, and cards compare by identity, so that cached drawings are found
    quickly.
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
    """The form's value if the card is a button."""

    @property
    def key(self) -> str:
        """The id of the card's element in the hand."""
        return f"hand-{self.id}"

    @property
    def printed_id(self) -> str:
        """The id of the printed card, which a table shows large; empty for a back."""
        return "" if self.hidden else self.id


# --- For rules pages and the style guide.


@dataclass(frozen=True)
class Kind:
    """Cards of one kind with their numbers, and what they do.

    A card has an `id`, a `name`, a `tip` with its effect, and a `count` of copies in the deck.
    """

    name: str
    text: str
    cards: list[Any]
    drawing: str = "boards/_printed.html"
    """The template that draws a `picture` of a card in a `size`."""


@dataclass(frozen=True)
class Map:
    """A game's map: a template that draws `map.art`, and the places by name."""

    template: str
    art: Any
    cities: Sequence[Any]
    view: str
    """The part of the drawing for the rules page, as an SVG `viewBox`."""
    banner: str
    """The part for the front page."""


def sample(
    emblem: str, name: str, value: object = None, tone: str = "", **more: Any
) -> Mapping[str, Any]:
    """Return a card for the style guide."""
    return {"emblem": emblem, "name": name, "value": value, "tone": tone, **more}
