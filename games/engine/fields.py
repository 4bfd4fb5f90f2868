"""Read fields of untrusted JSON objects, with refusals that name the field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, TypeGuard, TypeVar, Union, get_args, get_origin

from games.engine.refusals import BadMove, BadPosition

Card = TypeVar("Card", str, int)
Check = Callable[[object, int], bool]
"""(value from a given position, number of seats) → whether the value is possible."""


def read_name(data: dict[str, Any], field: str, known: Container[str]) -> str:
    """Return a required field that must be a known name.

    Raises:
        BadMove: The field is missing or is not a known name.
    """
    value = data.get(field)
    if value is None:
        raise BadMove("A “{type}” needs a “{field}”.", type=data["type"], field=field)
    if not isinstance(value, str) or value not in known:
        raise BadMove("There is no such “{field}”.", field=field)
    return value


def read_optional_name(data: dict[str, Any], field: str, known: Container[str]) -> str | None:
    """Return a known name as `read_name` does, or None if the field is left out or null."""
    return None if data.get(field) is None else read_name(data, field, known)


def given_keys(data: object, known: Container[str]) -> dict[str, Any]:
    """Return the keys of a given position that are not null.

    Raises:
        BadPosition: The data is not an object or has an unknown key.
    """
    if not isinstance(data, dict):
        raise BadPosition("A position must be an object.")
    for key in data:
        if key not in known:
            raise BadPosition("A position has no “{key}”.", key=key)
    return {key: value for key, value in data.items() if value is not None}


def refuse(wrong: bool, template: str, **facts: Any) -> None:
    """Raise BadPosition with the template and its facts if `wrong` is true."""
    if wrong:
        raise BadPosition(template, **facts)


def flag(data: Mapping[str, Any], key: str, default: bool) -> bool:
    """Return an optional truth value of a given position; null counts as left out.

    Raises:
        BadPosition: The value is neither true nor false.
    """
    value: bool = default if data.get(key) is None else data[key]
    refuse(not isinstance(value, bool), "“{key}” must be true or false.", key=key)
    return value


def refuse_more(cards: Iterable[Card], copies: Mapping[Card, int], template: str) -> None:
    """Raise BadPosition if there are more of a `card` than its number `n` of copies."""
    for card, count in Counter(cards).items():
        refuse(count > copies[card], template, n=copies[card], card=card)


# --- Checks for values of a given position.


def is_int(value: object) -> TypeGuard[int]:
    """Return whether the value is a whole number; JSON's true is not 1."""
    return type(value) is int


def is_seat(value: object, seats: int) -> TypeGuard[int]:
    return is_int(value) and 0 <= value < seats


def is_bool(value: object, seats: int) -> TypeGuard[bool]:
    return isinstance(value, bool)


def is_object(value: object, seats: int) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def among(known: Collection[Any]) -> Check:
    """Accept the known names or numbers, and None if it is known."""
    return lambda value, seats: type(value) in (str, int, NoneType) and value in known


def pile(known: Collection[Any]) -> Check:
    """Accept a list of known cards."""
    kinds, known = {type(card) for card in known}, frozenset(known)
    return lambda value, seats: (
        isinstance(value, list) and kinds.issuperset(map(type, value)) and known.issuperset(value)
    )


def whole(least: int, most: int | None = None) -> Check:
    """Accept a whole number from `least` to `most`."""
    return lambda value, seats: is_int(value) and least <= value and (most is None or value <= most)


def listed(check: Check) -> Check:
    """Accept a list whose items all pass the check."""
    return lambda value, seats: (
        isinstance(value, list) and all(check(item, seats) for item in value)
    )


def check_of(kind: Any) -> Check | None:
    """Return the check for JSON values of a type; None for types it does not know.

    It knows bool, int (from 0), Literal, and lists of these.
    """
    if kind is bool:
        return is_bool
    if kind is int:
        return whole(0)
    if get_origin(kind) is Literal:
        return among(get_args(kind))
    if get_origin(kind) is list:
        check = check_of(get_args(kind)[0])
        return None if check is None else listed(check)
    return None


# --- Values as they are stored.


def per_seat(data: Mapping[str, Any], key: str, seats: int, check: Check) -> list[Any]:
    """Return a list with one valid entry for each seat.

    Raises:
        BadPosition: The list has another length or an invalid entry.
    """
    value = data[key]
    whole = isinstance(value, list) and len(value) == seats
    refuse(not whole, "“{key}” needs one entry per seat.", key=key)
    fits = all(check(entry, seats) for entry in value)
    refuse(not fits, "“{key}” has an entry that doesn’t fit.", key=key)
    return list(value)


def stored(kind: Any, value: Any) -> Any:
    """Convert a valid JSON value to the type of the field that stores it.

    Mutable values are copied, and a list becomes a NamedTuple where the type is one.
    """
    outer, inner = get_origin(kind), get_args(kind)
    if outer in (Union, UnionType):
        (kind,) = (part for part in inner if part is not NoneType)
        return None if value is None else stored(kind, value)
    if outer is list:
        return [stored(inner[0], item) for item in value]
    if outer is dict:
        return {key: stored(inner[1], item) for key, item in value.items()}
    return kind(*value) if hasattr(kind, "_fields") else value
