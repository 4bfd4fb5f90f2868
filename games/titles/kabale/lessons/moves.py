"""The moves and cards of Kabale und Hiebe as its lessons write them."""

from __future__ import annotations

from games.engine.contract import Json
from games.engine.lessons import Pattern


def lay(card: str, column: int) -> Pattern:
    return {"type": "place", "card": card, "column": column}


def any_column(card: str) -> Pattern:
    """A card, wherever it is laid."""
    return {"type": "place", "card": card}


def any_card(column: int) -> Pattern:
    """A column, whatever is laid there."""
    return {"type": "place", "column": column}


def by(seat: int, card: str, column: int) -> Json:
    """What a seat lays, and where."""
    return {"seat": seat, **lay(card, column)}


def up(seat: int, card: str) -> Json:
    """A card that lies face up in a column."""
    return {"seat": seat, "card": card}


def down(seat: int, card: str) -> Json:
    """A card that lies face down in a column."""
    return {"seat": seat, "card": card, "up": False}
