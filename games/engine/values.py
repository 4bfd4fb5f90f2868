"""The values that rules, bots and the site exchange: JSON, options, views and effects."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple

Options = Mapping[str, Any]
Json = dict[str, Any]
Dump = Mapping[str, Any]
"""A position as JSON, read-only; the game's `shapes` describe its keys."""
View = Mapping[str, Any]
"""What a viewer may know, as JSON, read-only; the game's `shapes` describe its keys."""
DEEPEST = 200
"""The most levels of lists and objects in JSON from outside. Python's own limit depends on its
version and on the calls at that moment, and is nowhere lower."""


def read_json(
    text: str | bytes,
    *,
    parse_int: Callable[[str], Any] | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_constant: Callable[[str], Any] | None = None,
) -> Any:
    """Return what untrusted text says as JSON; the functions are those of `json.loads`.

    Args:
        text: The text, in UTF-8 if it is bytes.
        parse_int: Reads a whole number.
        parse_float: Reads another number.
        parse_constant: Reads NaN and infinities.

    Raises:
        ValueError: It is not JSON, not UTF-8, or nested more than `DEEPEST` levels.
    """
    text = text.decode("utf-8") if isinstance(text, bytes) else text
    try:
        value = json.loads(
            text, parse_int=parse_int, parse_float=parse_float, parse_constant=parse_constant
        )
    except RecursionError:
        raise ValueError("too many levels") from None
    if text.count("[") + text.count("{") > DEEPEST and _levels(value) > DEEPEST:
        raise ValueError("too many levels")
    return value


def _levels(value: Any) -> int:
    """Count the levels of lists and objects, without a call for each."""
    levels, inside = 0, [value]
    while inside := [one for one in inside if isinstance(one, (list, dict))]:
        levels += 1
        parts = (one.values() if isinstance(one, dict) else one for one in inside)
        inside = list(chain.from_iterable(parts))
    return levels


class Effect(NamedTuple):
    """One effect of a move. `to` names the seats that may know of it; None means everyone."""

    kind: str
    facts: Json
    to: frozenset[int] | None = None

    def known_to(self, seat: int | None) -> bool:
        return self.to is None or seat in self.to
