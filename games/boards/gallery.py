"""The cards and the map of a game laid out for show, on its page of rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Kind:
    """Cards of one kind, with how many there are of each, and what they do."""

    name: str
    text: str
    cards: list[Any]


@dataclass(frozen=True)
class Place:
    """A place on the map; numbers are words, so that no language writes them with a comma."""

    name: str
    x: str
    y: str
    label_x: str
    label_y: str
    anchor: str


@dataclass(frozen=True)
class Map:
    """The drawing of a game's map: a template that draws `map.art`, and the places by name."""

    template: str
    art: Any
    cities: list[Place]
    view: str
    """The part of the drawing that the page of rules shows, as an SVG `viewBox`."""
    banner: str
    """The part that the front page shows."""


def place(name: str, centre: tuple[float, float], label: tuple[float, float, str]) -> Place:
    """A place by its centre and where its name is written."""
    (x, y), (label_x, label_y, anchor) = centre, label
    return Place(name, str(x), str(y), str(label_x), str(label_y), anchor)


def sample(
    emblem: str, name: str, value: object = None, tone: str = "", **more: Any
) -> Mapping[str, Any]:
    """A card for the style guide."""
    return {"emblem": emblem, "name": name, "value": value, "tone": tone, **more}
