"""Reading fields of untrusted JSON objects, with refusals that name the field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

from games.engine.refusals import BadMove, BadPosition

if TYPE_CHECKING:
    from games.engine.state import State

Card = TypeVar("Card", str, int)
Fits = Callable[[Any], bool]


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


def refuse(wrong: bool, template: str, **facts: Any) -> None:
    """BadPosition if something is wrong."""
    if wrong:
        raise BadPosition(template, **facts)


# --- What a value of a given position may be.


def is_bool(value: Any) -> TypeGuard[bool]:
    return isinstance(value, bool)


def among(known: Collection[Any]) -> Fits:
    """One of the known names or numbers, or None if that is known."""
    return lambda value: type(value) in (str, int, NoneType) and value in known


def pile(known: Collection[Any]) -> Fits:
    """A list of the known cards."""
    kinds, known = {type(card) for card in known}, frozenset(known)
    return lambda value: (
        isinstance(value, list) and kinds.issuperset(map(type, value)) and known.issuperset(value)
    )


def whole(least: int, most: int | None = None) -> Fits:
    """A whole number from the one to the other."""
    return lambda value: is_int(value) and least <= value and (most is None or value <= most)


def listed(fits: Fits) -> Fits:
    """A list of what fits."""
    return lambda value: isinstance(value, list) and all(map(fits, value))


def per_seat(data: dict[str, Any], key: str, seats: int, fits: Fits) -> list[Any]:
    """A key with one fitting entry for each seat; BadPosition."""
    value = data[key]
    whole = isinstance(value, list) and len(value) == seats
    refuse(not whole, "“{key}” needs one entry per seat.", key=key)
    refuse(not all(map(fits, value)), "“{key}” has an entry that does not fit.", key=key)
    own: list[Any] = _own(value)
    return own


def _own(value: Any) -> Any:
    """A copy: of a list with the lists in it, or of an object of plain values."""
    if isinstance(value, list):
        return [item[:] if isinstance(item, list) else item for item in value]
    return value.copy() if isinstance(value, dict) else value


def refuse_more(cards: Iterable[Card], copies: Mapping[Card, int], template: str) -> None:
    """BadPosition if there are more of a `card` than its number `n` of copies."""
    for card, count in Counter(cards).items():
        refuse(count > copies[card], template, n=copies[card], card=card)


class Given:
    """A given position that is laid on an empty table, key by key; BadPosition."""

    def __init__(self, position: State, data: Any) -> None:
        self.position = position
        self.data = given_keys(data, position.keys)

    def take(self, key: str, fits: Fits, template: str, /, **facts: Any) -> None:
        """Lay down the value of a key, if it is given."""
        if key in self.data:
            refuse(not fits(self.data[key]), template, **facts)
            setattr(self.position, key, _own(self.data[key]))

    def take_per_seat(self, key: str, fits: Fits) -> None:
        """Lay down one entry for each seat, if they are given."""
        if key in self.data:
            setattr(self.position, key, per_seat(self.data, key, self.position.seats, fits))
