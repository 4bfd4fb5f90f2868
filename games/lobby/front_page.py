"""The parts that other packages add to the front page: the landing page, and the members' lobby.

    @front_page.parts.register
    def events_of_today(request: HttpRequest) -> Part | None:
        return Part(Place.MINE, "events/_today.html", {"rows": …})

A part is a template with a context of its own; None leaves it out for this visitor. It is made for
each request of the page, so it needs few queries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.http import HttpRequest

from core.registry import Registry


class Place(StrEnum):
    """The places of parts: below a member's own tables, before the games, and at the end."""

    MINE = "mine"
    NOW = "now"
    PAST = "past"


@dataclass(frozen=True)
class Part:
    """A section of the front page: its place, its template, and the template's context.

    At one place, a smaller `order` comes first.
    """

    place: Place
    template: str
    context: Mapping[str, object] = field(default_factory=dict)
    order: int = 1


parts: Registry[Callable[[HttpRequest], Part | None]] = Registry("parts of the front page")


def parts_for(request: HttpRequest) -> dict[str, list[Part]]:
    """Return the parts that this visitor sees, by place."""
    found: dict[str, list[Part]] = {place.value: [] for place in Place}
    made = [part for make in parts if (part := make(request)) is not None]
    for part in sorted(made, key=lambda part: part.order):
        found[part.place].append(part)
    return found
