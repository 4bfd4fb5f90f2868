"""The moves and cards of Kabale und Hiebe as its lessons write them."""

from __future__ import annotations

from games.engine.contract import Json
from games.engine.lessons import Pattern


def lay(card: str, column: int) -> Pattern:
    return {"type": "place", "card": card, "column": column}


def any_column(card: str) -> Pattern:
    """Return a pattern of laying this card in any column."""
    return {"type": "place", "card": card}


def any_card(column: int) -> Pattern:
    """Return a pattern of laying any card in this column."""
    return {"type": "place", "column": column}


def by(seat: int, card: str, column: int) -> Json:
    """Return the move of a seat that lays a card."""
    return {"seat": seat, **lay(card, column)}


def up(seat: int, card: str) -> Json:
    """Return a face-up card of a column."""
    return {"seat": seat, "card": card}


def down(seat: int, card: str) -> Json:
    """Return a face-down card of a column."""
    return {"seat": seat, "card": card, "up": False}
