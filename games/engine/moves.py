"""Read moves from records by the types of their fields.

    City = Annotated[str, named(CITIES)]

    class Choose(Move):
        city: City

The type says how the value is read. A field with a default may be left out (or null). If the type
allows None but there is no default, null is an answer and must be given. All other fields are
required. The JSON schema of a move follows from the same types (`shape_of`); the docstring below a
field is its description there.
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
"""(recorded move, key, number of seats) → the value of a field; raises BadMove."""
ReadMove = Callable[[Json, int], Move]
_MADE_ONCE = 1024
_bounded: set[Reader] = set()


def bounded(read: Reader) -> Reader:
    """Mark a reader that accepts only a few short values.

    Moves whose fields all have such readers are cached, which is faster than creating them. Readers
    of free text are not marked, because a client could fill the memory with different values.
    """
    _bounded.add(read)
    return read


def named(known: Container[str]) -> Reader:
    """Return a reader that accepts one of the known names."""

    @bounded
    def read(data: Json, key: str, seats: int) -> str:
        value = data.get(key)
        if type(value) is str and value in known:
            return value
        return read_name(data, key, known)

    return read


def given(data: Json, key: str) -> Any:
    """Return a field that must be present, although it may be null."""
    if key not in data:
        raise BadMove("A “{type}” needs a “{field}”.", type=data["type"], field=key)
    return data[key]


def below_seats(words: str) -> Reader:
    """Return a reader that accepts a number from 0 to below the number of seats.

    Args:
        words: The refusal of any other value; it may use `{last}`, the highest seat.
    """

    @bounded
    def read(data: Json, key: str, seats: int) -> int:
        value = given(data, key)
        if not is_seat(value, seats):
            raise BadMove(words, last=seats - 1)
        return value

    return read


@bounded
def flag(data: Json, key: str, seats: int) -> bool:
    """Read true or false."""
    value = given(data, key)
    if not isinstance(value, bool):
        raise BadMove("“{field}” must be true or false.", field=key)
    return value


def reader(unknown: str, *kinds: type[Move], **own: Callable[[Json, int], Move]) -> ReadMove:
    """Return the reader of a game with these kinds of moves.

    Args:
        unknown: The refusal of any other type; it may use `{type}`.
        *kinds: Moves that are read by the types of their fields.
        **own: Readers by type for moves that cannot be read so.
    """
    by_type = {kind.type: _reader_of(kind) for kind in kinds} | own

    def read_move(data: Json, seats: int) -> Move:
        """Return the move of a record's object, whether it is legal or not; raises BadMove."""
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
        # Most moves have one field; building a list for it would take as long as reading it.
        ((key, read),) = keys
        return lambda data, seats: make(read(data, key, seats))
    return lambda data, seats: make(*[read(data, key, seats) for key, read in keys])


def shape_of(kinds: Iterable[type[Move]]) -> Any:
    """Return the JSON of these kinds of moves: a union of TypedDicts distinguished by `type`."""
    return reduce(or_, map(_shape_of, kinds))


def _shape_of(kind: Any) -> Any:
    types = get_type_hints(kind)
    keys: Json = {"type": Literal[kind.type]}
    for name, key, default in keys_of(kind):
        hint = _written(types[name], default)
        # The published schema lists keys that are Python keywords first.
        keys = {key: hint, **keys} if iskeyword(key) else {**keys, key: hint}
    make: Any = TypedDict
    made = make(kind.__name__, keys)
    made.__doc__, made.__module__ = kind.__doc__, kind.__module__
    return made


def _written(kind: Any, default: Any) -> Any:
    """Return a field's type in JSON; defaults are left out, so the value is never the default."""
    if get_origin(kind) is tuple:
        return list[get_args(kind)[0]]  # type: ignore[misc]  # the type is only known at run time
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
