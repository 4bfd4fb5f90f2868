"""What packages above `archive` add to the search of finished matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from core.registry import Registry

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from accounts.http import Visitor
    from accounts.models import User

MOST = 50
"""The most occasions of a kind that a list offers."""


@dataclass(frozen=True)
class Occasion:
    """A club, event, tournament or league that matches belong to."""

    id: str
    name: str
    matches: QuerySet[Any]
    """The ids of its matches."""


@dataclass(frozen=True)
class Kind:
    """A kind of occasions."""

    slug: str
    name: Promise
    """In the plural: “Clubs”."""
    played: Callable[[User], list[Occasion]]
    """The occasions that a user's own matches may belong to, at most `MOST`."""
    find: Callable[[Visitor, str], Occasion | None]
    """The occasion with this id, if it exists for the visitor."""

    def key(self, occasion: Occasion) -> str:
        """Return how filters write an occasion: “club-chess-friends”."""
        return f"{self.slug}-{occasion.id}"


kinds: Registry[Kind] = Registry("kinds of occasions")


def find_occasion(visitor: Visitor, key: str) -> Occasion | None:
    """Return the occasion of a filter, if it exists for the visitor."""
    slug, _dash, id = key.partition("-")
    return next((kind.find(visitor, id) for kind in kinds if kind.slug == slug), None)
