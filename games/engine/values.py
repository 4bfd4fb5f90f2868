"""The values that rules, bots and the site exchange: JSON, options, views and effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Options = Mapping[str, Any]
Json = dict[str, Any]
Dump = Mapping[str, Any]
"""A position as JSON, read-only; the game's `shapes` describe its keys."""
View = Mapping[str, Any]
"""What a viewer may know, as JSON, read-only; the game's `shapes` describe its keys."""


class Effect(NamedTuple):
    """One effect of a move. `to` names the seats that may know of it; None means everyone."""

    kind: str
    facts: Json
    to: frozenset[int] | None = None

    def known_to(self, seat: int | None) -> bool:
        return self.to is None or seat in self.to
