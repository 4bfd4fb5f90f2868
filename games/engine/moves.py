"""Moves read from records by the types of their fields.

    City = Annotated[str, named(CITIES)]

    class Choose(Move):
        city: City

The type says how the value is read. A field that has a default may be left out (or null); where
the type allows None without a default, null is an answer and must be given; all others are needed.
What the JSON of a move looks like follows from the same (`shape_of`); a docstring below a field
is its description there.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import MISSING
from functools import lru_cache, reduce
from keyword import iskeyword
from operator import or_
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from games.engine.contract import Json, Move, keys_of
from games.engine.fields import is_seat, read_name
from games.engine.refusals import BadMove

Reader = Callable[[Json, str, int], Any]
"""(the move as it is recorded, the key, the number of seats) → the value of a field; BadMove."""
ReadMove = Callable[[Json, int], Move]
_MADE_ONCE = 1024
_bounded: set[Reader] = set()


def bounded(read: Reader) -> Reader:
    """Marks a reader that lets only few short values pass.

    Moves of which all fields are such are made once and looked up from then on: a move never
    changes, and to look one up takes a third of the time it takes to make one. What may be any
    text is not stored, or whoever sends much of it would fill the memory.
    """
    _bounded.add(read)
    return read


def named(known: Container[str]) -> Reader:
    """One of these names."""

    @bounded
    def read(data: Json, key: str, seats: int) -> str:
        value = data.get(key)
        if type(value) is str and value in known:
            return value
        return read_name(data, key, known)

    return read


def given(data: Json, key: str) -> Any:
    """What must be there, even if null is an answer."""
    if key not in data:
        raise BadMove("A “{type}” needs its “{field}”.", type=data["type"], field=key)
    return data[key]


def below_seats(words: str) -> Reader:
    """A number from 0 to below the number of seats; `words`, which may name the `last`, refuse
    any other."""

    @bounded
    def read(data: Json, key: str, seats: int) -> int:
        value = given(data, key)
        if not is_seat(value, seats):
            raise BadMove(words, last=seats - 1)
        return value

    return read


@bounded
def flag(data: Json, key: str, seats: int) -> bool:
    """True or false."""
    value = given(data, key)
    if not isinstance(value, bool):
        raise BadMove("“{field}” is true or false.", field=key)
    return value


def reader(unknown: str, *kinds: type[Move], **own: Callable[[Json, int], Move]) -> ReadMove:
    """The reader of a game with these kinds of moves; `unknown` refuses any other type.

    `own` are readers of the kinds that cannot be read by the types of their fields.
    """
    by_type = {kind.type: _reader_of(kind) for kind in kinds} | own

    def read_move(data: Json, seats: int) -> Move:
        """A move from a record's object, whether legal or not; BadMove."""
        read = by_type.get(data["type"])
        if read is None:
            raise BadMove(unknown, type=data["type"])
        return read(data, seats)

    return read_move


def _reader_of(kind: Any) -> ReadMove:
    types = get_type_hints(kind, include_extras=True)
    keys = [(key, _reader(types[name], default)) for name, key, default in keys_of(kind)]
    if not keys:
        only = kind()
        return lambda data, seats: only
    make = lru_cache(_MADE_ONCE)(kind) if all(read in _bounded for _, read in keys) else kind
    if len(keys) == 1:
        # Most moves have one field; a list for it would take as long as reading it.
        ((key, read),) = keys
        return lambda data, seats: make(read(data, key, seats))
    return lambda data, seats: make(*[read(data, key, seats) for key, read in keys])


def shape_of(kinds: Iterable[type[Move]]) -> Any:
    """The JSON of these kinds of moves: a TypedDict for each, distinguished by `type`."""
    return reduce(or_, map(_shape_of, kinds))


def _shape_of(kind: Any) -> Any:
    types = get_type_hints(kind)
    keys: Json = {"type": Literal[kind.type]}
    for name, key, default in keys_of(kind):
        hint = _written(types[name], default)
        # The published schema has keys that are words of Python first.
        keys = {key: hint, **keys} if iskeyword(key) else {**keys, key: hint}
    make: Any = TypedDict
    made = make(kind.__name__, keys)
    made.__doc__, made.__module__ = kind.__doc__, kind.__module__
    return made


def _written(kind: Any, default: Any) -> Any:
    """The type of a field in JSON: a default is left out, so no value is ever the default."""
    if get_origin(kind) is tuple:
        return list[get_args(kind)[0]]  # type: ignore[misc]
    if default is MISSING:
        return kind
    if kind is bool:
        return NotRequired[Literal[not default]]
    return NotRequired[reduce(or_, (part for part in get_args(kind) if part is not NoneType))]


def _reader(kind: Any, default: Any) -> Reader:
    may_be_none = get_origin(kind) in (Union, UnionType)
    annotated = next(part for part in (kind, *get_args(kind)) if get_origin(part) is Annotated)
    read: Reader = annotated.__metadata__[0]
    if default is not MISSING:

        def read_or_default(data: Json, key: str, seats: int) -> Any:
            return default if data.get(key) is None else read(data, key, seats)

        return bounded(read_or_default) if read in _bounded else read_or_default
    if may_be_none:

        def read_or_none(data: Json, key: str, seats: int) -> Any:
            return None if given(data, key) is None else read(data, key, seats)

        return bounded(read_or_none) if read in _bounded else read_or_none
    return read
