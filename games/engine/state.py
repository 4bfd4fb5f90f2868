"""The state of a position, declared once; the rest is derived from it.

A game names its fields in the order in which they are written down, with what they are on an
empty table. Where the type is not enough, it also names what a given value must be, and the
words that refuse any other:

    class Draughts(State):
        turn: int = start(0, is_seat, "“turn” is no seat.")
        crowned: bool = start(False)
        hands: list[list[str]] = per_seat([], pile(CARDS))
        seen: list[str] = start([], written=False)
        rest = computed("cards_left")

From this follow the slots, the empty table, `clone`, `dump`, the `keys` of a given position and
how `read` reads them. The type of a field says how it is copied and written down: lists, dicts
and tuples item by item, whatever has `clone`, `dump` or an `id` by these, everything else as it
is. What is derived is compiled once, to the straight lines one would write by hand: a loop over
the fields took longer.

A field without a beginning is the game's to fill in its `__init__`; it is copied, never written.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Literal,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from games.engine import fields
from games.engine.chance import Chance
from games.engine.contract import Dump, Happening, Json, Move, Options, Outcome, Position
from games.engine.fields import Check, check_of, given_keys, is_bool, refuse, stored
from games.engine.refusals import noted

Value = TypeVar("Value")
Reader = Callable[[Dump, int], Any]
"""(the given position, the number of seats) → the value of a field; BadPosition."""
Play = Callable[..., list[Happening]]
"""(position, seat, move, chance) → the happenings of a move of one kind."""
_PLAIN = (str, int, float, NoneType)
_NO_FLAG = noted("“{key}” is true or false.")


@dataclass(frozen=True)
class Field:
    """How one key of the state begins, is written down, and is read from a given position."""

    begin: str | None = None
    """The Python expression of its value on an empty table; None where it holds no state."""
    written: bool | str = True
    """False for not at all; else by its type, or by the method of that name."""
    check: Check | None = None
    """What a given value, or each seat's entry, must be; None: what its type means in JSON."""
    refusal: str | None = None
    """The template of the refusal of any other value."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    per_seat: bool = False


def start(
    value: Value,
    check: Check | None = None,
    refusal: str | None = None,
    *,
    written: bool | str = True,
    **facts: Any,
) -> Value:
    """A field that begins with this value; others are refused with these words and facts."""
    made: Any = Field(repr(value), written, check, refusal, facts)
    return made  # type: ignore[no-any-return]


def per_seat(
    value: Value, check: Check | None = None, *, written: bool | str = True
) -> list[Value]:
    """A list that begins with this value for each seat; `check` is of each entry."""
    begin = f"[{value!r} for _ in range(seats)]"
    made: Any = Field(begin, written, check, per_seat=True)
    return made  # type: ignore[no-any-return]


def computed(method: str) -> Field:
    """A key that is written down by a method, and no field."""
    return Field(written=method)


class _Declared(ABCMeta):
    """Turns the declared fields of a class into slots, and compiles what follows from them."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Declared:
        own = {key: field for key, field in body.items() if isinstance(field, Field)}
        held = [
            key
            for key, kind in body.get("__annotations__", {}).items()
            if "ClassVar" not in str(kind) and (key in own or key not in body)
        ]
        rest = {key: value for key, value in body.items() if key not in own}
        made: Any = super().__new__(cls, name, bases, {**rest, "__slots__": tuple(held)})
        made._fields = {**getattr(made, "_fields", {}), **own}
        made._held = (*getattr(made, "_held", ()), *held)
        made.keys = frozenset(key for key, field in made._fields.items() if field.written)
        if made._fields and (held or own):
            kinds = get_type_hints(made)
            made._readers = {
                key: reader
                for key, field in made._fields.items()
                if (reader := _reader(key, field, kinds.get(key)))
            }
            for method, lines in _sources(made, kinds):
                if method not in body:
                    setattr(made, method, _compiled(method, lines))
        return made  # type: ignore[no-any-return]


class State(Position, metaclass=_Declared):
    """A position whose fields are declared. See above."""

    keys: ClassVar[frozenset[str]]
    """The keys of its dump, and so of a given position."""
    plays: ClassVar[Mapping[type[Move], Play]]
    """How each kind of move is carried out."""
    _fields: ClassVar[dict[str, Field]]
    _held: ClassVar[tuple[str, ...]]
    _readers: ClassVar[dict[str, Reader]]
    seats: int
    options: Options
    ended: Outcome | None

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.ended = None
        self._begin()

    @classmethod
    def load(cls, data: Any, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        position.fill(given_keys(data, cls.keys), chance)
        return position

    @abstractmethod
    def fill(self, given: Json, chance: Chance) -> None:
        """Fill an empty table with a given position, and what it leaves out; BadPosition."""

    def read(self, given: Dump, *keys: str) -> None:
        """Read fields of a position or a view as they are declared, if given; BadPosition.

        With keys these fields, in this order; without, all whose declaration is enough.
        """
        for key in keys or self._readers:
            if key in given:
                setattr(self, key, self._readers[key](given, self.seats))

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Happening]:
        return self.plays[type(move)](self, seat, move, chance)

    def outcome(self) -> Outcome | None:
        return self.ended

    # Compiled anew for each class that declares fields.

    def _begin(self) -> None:
        raise NotImplementedError

    def dump(self) -> Json:
        raise NotImplementedError

    def clone(self) -> Self:
        raise NotImplementedError


def _reader(key: str, field: Field, kind: Any) -> Reader | None:
    """How a key of a given position is read; None where the declaration is not enough."""
    check = field.check or check_of(get_args(kind)[0] if field.per_seat else kind)
    template = field.refusal or (_NO_FLAG if check is is_bool else "")
    if field.written is not True or check is None or not (template or field.per_seat):
        return None
    facts = {"key": key, **field.facts} if "{key}" in template else field.facts

    def read(given: Dump, seats: int) -> Any:
        if field.per_seat:
            return stored(kind, fields.per_seat(given, key, seats, check))
        refuse(not check(given[key], seats), template, **facts)
        return stored(kind, given[key])

    return read


# --- The source of the methods: straight lines, as they would be written by hand.


def _sources(made: type[State], kinds: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    fields = made._fields
    begin = [f"self.{key} = {field.begin}" for key, field in fields.items() if field.begin]
    copies = [f"copy.{key} = {_copy(kinds[key], f'self.{key}')}" for key in made._held]
    dumped = [
        f"{key!r}: self.{field.written}(),"
        if isinstance(field.written, str)
        else f"{key!r}: {_dump(kinds[key], f'self.{key}')},"
        for key, field in fields.items()
        if field.written
    ]
    return [
        ("_begin", ["seats = self.seats", *begin]),
        ("clone", ["copy = new(type(self))", *copies, "return copy"]),
        ("dump", ["return {", *dumped, "}"]),
    ]


def _compiled(name: str, lines: list[str]) -> Any:
    """A method of these lines; they hold names and values of the class alone, nobody's input."""
    scope: dict[str, Any] = {"new": object.__new__}
    exec("\n  ".join((f"def {name}(self):", *lines)), scope)  # noqa: S102
    return scope[name]


def _copy(kind: Any, value: str) -> str:
    """The expression of a copy of `value`: what changes in it is copied, the rest is shared."""
    if hasattr(kind, "clone"):
        return f"{value}.clone()"
    return _each(kind, value, _copy, "({})") or _shared(kind, value)


def _shared(kind: Any, value: str) -> str:
    kind = get_origin(kind) or kind
    made = getattr(kind, "__dataclass_params__", None)
    frozen = made is not None and made.frozen
    if not frozen and not issubclass(kind, (*_PLAIN, tuple, frozenset)):
        raise TypeError(f"{kind.__name__} needs a clone() to be part of a position.")
    return value


def _dump(kind: Any, value: str) -> str:
    """The expression of `value` as JSON, which shares nothing that changes either."""
    if hasattr(kind, "dump"):
        return f"{value}.dump()"
    if "id" in getattr(kind, "__annotations__", ()):
        return f"{value}.id"
    return _each(kind, value, _dump, "[{}]") or _plain(kind, value)


def _plain(kind: Any, value: str) -> str:
    kind = get_origin(kind) or kind
    if not issubclass(kind, (*_PLAIN, tuple)):
        raise TypeError(f"{kind.__name__} needs a dump() to be written down.")
    return f"list({value})" if issubclass(kind, tuple) else value


def _each(kind: Any, value: str, do: Callable[[Any, str], str], whole: str) -> str | None:
    """What is done with the items of `value`; None for a type that has none.

    All items are called `item`, within each other too: a loop finds its own list before it begins.
    """
    outer, inner = get_origin(kind), get_args(kind)
    if outer in (Union, UnionType):
        (one,) = (part for part in inner if part is not NoneType)
        done = do(one, value)
        return value if done == value else f"None if {value} is None else {done}"
    if outer is list:
        done = do(inner[0], "item")
        return f"{value}.copy()" if done == "item" else f"[{done} for item in {value}]"
    if outer is dict:
        done = do(inner[1], "item")
        each = f"{{key: {done} for key, item in {value}.items()}}"
        return f"{value}.copy()" if done == "item" else each
    if outer is tuple:
        return whole.format(", ".join(do(kind, f"{value}[{i}]") for i, kind in enumerate(inner)))
    return value if outer in (Mapping, Literal) else None
