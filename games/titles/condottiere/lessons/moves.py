"""The moves of Condottiere as its lessons write them."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.contract import Json
from games.engine.lessons import Pattern

PASS: Pattern = {"type": "pass"}
DECLINE: Pattern = {"type": "decline"}


def play(card: str) -> Pattern:
    """A card; a scarecrow with or without a mercenary taken back."""
    return {"type": "play", "card": card}


def any_of(cards: str) -> tuple[Pattern, ...]:
    """One of these cards, parted by spaces."""
    return tuple(play(card) for card in cards.split())


def any_city(cities: Iterable[str]) -> tuple[Pattern, ...]:
    return tuple({"type": "choose", "city": city} for city in cities)


def by(seat: int, script: str) -> Json:
    """What a seat does: `pass`, a city with `choose` before it, or a card."""
    word, _, city = script.partition(" ")
    if city:
        return {"seat": seat, "type": word, "city": city}
    return {"seat": seat, **(PASS if word == "pass" else play(word))}
