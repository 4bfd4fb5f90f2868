"""The moves of Kharnage as its lessons write them."""

from __future__ import annotations

from games.engine.contract import Json
from games.engine.lessons import Pattern

STOP: Pattern = {"type": "stop"}
FORGO: Pattern = {"type": "target", "seats": []}
CHEER: Pattern = {"type": "cheer"}
SILENT: Pattern = {"type": "silent"}
ANY_CARD: Pattern = {"type": "destroy"}


def plan(strategy: str) -> Pattern:
    return {"type": "plan", "strategy": strategy}


def target(*seats: int) -> Pattern:
    """Return an attack on one army with full strength, or on two with half each, in this order."""
    return {"type": "target", "seats": list(seats)}


def destroy(card: str) -> Pattern:
    """Return the destruction of a card of the army under attack."""
    return {"type": "destroy", "card": card}


def by(seat: int, move: Pattern) -> Json:
    return {"seat": seat, **move}


def attack(seat: int, other: int, *cards: str) -> tuple[Json, ...]:
    """Return a whole attack of a seat on one army: its target, and the cards that fall."""
    fall = [by(seat, {**destroy(card), "target": other}) for card in cards]
    return (by(seat, target(other)), *fall)


def line(*cards: str) -> list[Json]:
    """Return the cards of a line of a position."""
    return [{"card": card, "web": False} for card in cards]
