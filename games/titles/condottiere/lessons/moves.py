"""Short forms of moves for the lessons of Condottiere."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.contract import Json
from games.engine.lessons import Pattern
from games.titles.condottiere.rules.cities import CITIES, NEIGHBOURS

PASS: Pattern = {"type": "pass"}
DECLINE: Pattern = {"type": "decline"}


def play(card: str) -> Pattern:
    """Return the pattern of a card; a scarecrow may take back a mercenary or not."""
    return {"type": "play", "card": card}


def any_of(cards: str) -> tuple[Pattern, ...]:
    """Return the patterns of some cards, separated by spaces."""
    return tuple(play(card) for card in cards.split())


def free_neighbours(own: str, taken: str) -> tuple[str, ...]:
    """Return the free cities that touch one's own; names are separated by spaces."""
    held = own.split()
    around = {city for mine in held for city in NEIGHBOURS[mine]}.difference(held, taken.split())
    return tuple(city for city in CITIES if city in around)


def any_city(cities: Iterable[str]) -> tuple[Pattern, ...]:
    return tuple({"type": "choose", "city": city} for city in cities)


def any_fight(cities: Iterable[str]) -> str:
    """Return the selector of the places on the map where one chooses these cities."""
    return ", ".join(f"#fight-{city}" for city in cities)


def by(seat: int, script: str) -> Json:
    """Return a move of a seat, from `pass`, `choose` with a city, or a card."""
    word, _, city = script.partition(" ")
    if city:
        return {"seat": seat, "type": word, "city": city}
    return {"seat": seat, **(PASS if word == "pass" else play(word))}
