"""All cards of a game as they are printed, for its list of cards and for tables."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from games.boards.panels import Kind
from games.titles.registry import title_of


class PrintedCard(NamedTuple):
    """A card with its words, drawn by boards/_printed_card.html."""

    card: Any
    drawing: str
    """The template of the picture."""

    @property
    def picture(self) -> Any:
        """The card without its explanation, since the words stand next to the picture."""
        return replace(self.card, tip="")


def printed_cards(slug: str) -> list[tuple[str, list[PrintedCard]]]:
    """Return all cards of a game in groups, each with its name; single kinds share a nameless one.

    The words are in the active language.
    """
    grouped = groupby(title_of(slug).kinds(), lambda kind: kind.name if len(kind.cards) > 1 else "")
    return [(name, [one for kind in kinds for one in _of(kind)]) for name, kinds in grouped]


def printed_card(slug: str, card: str) -> PrintedCard | None:
    """Return the card of a game with this id in the active language, or None."""
    found = (one for kind in title_of(slug).kinds() for one in _of(kind) if one.card.id == card)
    return next(found, None)


def _of(kind: Kind) -> list[PrintedCard]:
    return [PrintedCard(card, kind.drawing) for card in kind.cards]
