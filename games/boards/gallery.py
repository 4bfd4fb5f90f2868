"""The cards and the map of a game, as its page of rules shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


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
