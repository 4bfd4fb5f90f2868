"""Reading fields of untrusted JSON objects, with refusals that name the field."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, TypeGuard

from games.engine.refusals import BadMove, BadPosition

_MISSING = object()


def read_name(data: dict[str, Any], field: str, known: Container[str]) -> str:
    """A required name out of the known ones; BadMove."""
    value = data.get(field, _MISSING)
    if value is _MISSING or value is None:
        raise BadMove("A “{type}” needs its “{field}”.", type=data["type"], field=field)
    return _known(value, field, known)


def read_optional_name(data: dict[str, Any], field: str, known: Container[str]) -> str | None:
    """The same where leaving out (or null) means none."""
    value = data.get(field)
    return None if value is None else _known(value, field, known)


def _known(value: Any, field: str, known: Container[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise BadMove("There is no such “{field}”.", field=field)
    return value


def given_keys(data: Any, known: Container[str]) -> dict[str, Any]:
    """The keys of a given position that say something: null counts as left out; BadPosition."""
    if not isinstance(data, dict):
        raise BadPosition("A position is an object.")
    for key in data:
        if key not in known:
            raise BadPosition("A position has no “{key}”.", key=key)
    return {key: value for key, value in data.items() if value is not None}


def is_int(value: Any) -> TypeGuard[int]:
    """JSON's true is not 1."""
    return type(value) is int
