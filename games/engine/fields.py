"""Reading fields of untrusted JSON objects, with refusals that name the field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, TypeGuard, TypeVar, Union, get_args, get_origin

from games.engine.refusals import BadMove, BadPosition

Card = TypeVar("Card", str, int)
Check = Callable[[Any, int], bool]
"""(a value of a given position, the number of seats) → whether it is possible."""


def read_name(data: dict[str, Any], field: str, known: Container[str]) -> str:
    """A required name out of the known ones; BadMove."""
    value = data.get(field)
    if value is None:
        raise BadMove("A “{type}” needs its “{field}”.", type=data["type"], field=field)
    if not isinstance(value, str) or value not in known:
        raise BadMove("There is no such “{field}”.", field=field)
    return value


def read_optional_name(data: dict[str, Any], field: str, known: Container[str]) -> str | None:
    """The same where leaving out (or null) means none."""
    return None if data.get(field) is None else read_name(data, field, known)


def given_keys(data: Any, known: Container[str]) -> dict[str, Any]:
    """The keys of a given position that are not null, which counts as left out; BadPosition."""
    if not isinstance(data, dict):
        raise BadPosition("A position is an object.")
    for key in data:
        if key not in known:
            raise BadPosition("A position has no “{key}”.", key=key)
    return {key: value for key, value in data.items() if value is not None}


def refuse(wrong: bool, template: str, **facts: Any) -> None:
    """Raise BadPosition if something is wrong."""
    if wrong:
        raise BadPosition(template, **facts)


def refuse_more(cards: Iterable[Card], copies: Mapping[Card, int], template: str) -> None:
    """Raise BadPosition if there are more of a `card` than its number `n` of copies."""
    for card, count in Counter(cards).items():
        refuse(count > copies[card], template, n=copies[card], card=card)


# --- What a value of a given position may be.


def is_int(value: Any) -> TypeGuard[int]:
    """JSON's true is not 1."""
    return type(value) is int


def is_seat(value: Any, seats: int) -> TypeGuard[int]:
    return is_int(value) and 0 <= value < seats


def is_bool(value: Any, seats: int) -> TypeGuard[bool]:
    return isinstance(value, bool)


def is_object(value: Any, seats: int) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def among(known: Collection[Any]) -> Check:
    """One of the known names or numbers, or None if that is known."""
    return lambda value, seats: type(value) in (str, int, NoneType) and value in known


def pile(known: Collection[Any]) -> Check:
    """A list of the known cards."""
    kinds, known = {type(card) for card in known}, frozenset(known)
    return lambda value, seats: (
        isinstance(value, list) and kinds.issuperset(map(type, value)) and known.issuperset(value)
    )


def whole(least: int, most: int | None = None) -> Check:
    """A whole number from the one to the other."""
    return lambda value, seats: is_int(value) and least <= value and (most is None or value <= most)


def listed(check: Check) -> Check:
    """A list of what fits."""
    return lambda value, seats: (
        isinstance(value, list) and all(check(item, seats) for item in value)
    )


def check_of(kind: Any) -> Check | None:
    """What a value of this type is in JSON: a flag, a count from 0, one of the names of a
    Literal, or a list of these; None for any other type."""
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
    """A key with one fitting entry for each seat; BadPosition."""
    value = data[key]
    whole = isinstance(value, list) and len(value) == seats
    refuse(not whole, "“{key}” needs one entry per seat.", key=key)
    fits = all(check(entry, seats) for entry in value)
    refuse(not fits, "“{key}” has an entry that does not fit.", key=key)
    return list(value)


def stored(kind: Any, value: Any) -> Any:
    """A fitting JSON value as a field of this type stores it: nothing that changes is shared,
    and a list is made the NamedTuple that the type asks for."""
    outer, inner = get_origin(kind), get_args(kind)
    if outer in (Union, UnionType):
        (kind,) = (part for part in inner if part is not NoneType)
        return None if value is None else stored(kind, value)
    if outer is list:
        return [stored(inner[0], item) for item in value]
    if outer is dict:
        return {key: stored(inner[1], item) for key, item in value.items()}
    return kind(*value) if hasattr(kind, "_fields") else value
