"""Declare the fields of a position once and derive the rest.

A game lists its fields in the order of its dump, each with its value on an empty table. Where the
type does not say enough, it adds a check for values from outside and the refusal of any other:

    class Draughts(State):
        turn: int = start(0, is_seat, "“turn” must be a seat.")
        crowned: bool = start(False)
        hands: list[list[str]] = per_seat([], pile(CARDS))
        seen: list[str] = start([], written=False)
        rest = computed("cards_left")

The slots, the empty table, `clone`, `dump`, the `keys` of a given position and how `read` reads
them are derived. The type of a field decides how it is copied and dumped: lists, dicts and tuples
item by item; classes with `clone`, `dump` or an `id` by these; everything else unchanged. The
methods are compiled once to straight code, because a loop over the fields is slower.

A field without a start value is set by the game in `__init__`; it is copied but not dumped.
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
from games.engine.contract import Dump, Effect, Json, Move, Options, Outcome, Position
from games.engine.fields import Check, check_of, given_keys, is_bool, refuse, stored
from games.engine.refusals import noted

Value = TypeVar("Value")
Reader = Callable[[Dump, int], Any]
"""(given position, number of seats) → the value of a field; raises BadPosition."""
Play = Callable[..., list[Effect]]
"""(position, seat, move, chance) → the effects of one kind of move."""
_PLAIN = (str, int, float, NoneType)
_UNDERIVED = (
    "a class with fields and its own `{0}` gets no derived one, so `super().{0}()` has nothing to"
    " call: leave yours out, or write out all fields in it"
)
_NO_FLAG = noted("“{key}” must be true or false.")


@dataclass(frozen=True)
class Field:
    """How one key of the state starts, is dumped, and is read from a given position."""

    begin: str | None = None
    """The Python expression of its value on an empty table; None for a computed key."""
    written: bool | str = True
    """True to dump it by its type, a method's name to dump its result, False to omit it."""
    check: Check | None = None
    """The check for a value, or for each seat's entry; None to derive it from the type."""
    refusal: str | None = None
    """The template of the refusal of an invalid value."""
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
    """Declare a field.

    Args:
        value: Its value on an empty table.
        check: The check for values from outside; None to derive it from the type.
        refusal: The template of the refusal of other values; without it, the game reads the field
            itself, unless it is a flag.
        written: False to leave the field out of dumps, or the name of a method that dumps it.
        **facts: Facts for the template.
    """
    made: Any = Field(repr(value), written, check, refusal, facts)
    return made  # type: ignore[no-any-return]  # the metaclass replaces the Field


def per_seat(
    value: Value, check: Check | None = None, *, written: bool | str = True
) -> list[Value]:
    """Declare a list with an entry for each seat.

    Args:
        value: Each entry on an empty table.
        check: The check for each entry; None to derive it from the type.
        written: False to leave the field out of dumps, or the name of a method that dumps it.
    """
    begin = f"[{value!r} for _ in range(seats)]"
    made: Any = Field(begin, written, check, per_seat=True)
    return made  # type: ignore[no-any-return]  # the metaclass replaces the Field


def computed(method: str) -> Field:
    """Declare a key of the dump that a method computes and that is not a field."""
    return Field(written=method)


class _Declared(ABCMeta):
    """Turns declared fields into slots and compiles the methods that follow from them."""

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
        return made  # type: ignore[no-any-return]  # made is Any to set its attributes


class State(Position, metaclass=_Declared):
    """A position with declared fields (see the module's docstring)."""

    keys: ClassVar[frozenset[str]]
    """The keys of a dump and of a given position."""
    plays: ClassVar[Mapping[type[Move], Play]]
    """The function that carries out each kind of move."""
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
        """Fill an empty table from a given position, including what it leaves out.

        Args:
            given: The keys that are neither left out nor null.
            chance: The chance of step 0.

        Raises:
            BadPosition: No game can reach such a position.
        """

    def read(self, given: Dump, *keys: str) -> None:
        """Read fields of a position or a view as declared; keys that are not given are skipped.

        Args:
            given: The position or view.
            *keys: The fields to read, in this order; without any, all with a sufficient
            declaration.

        Raises:
            BadPosition: A value is not valid.
        """
        for key in keys or self._readers:
            if key in given:
                setattr(self, key, self._readers[key](given, self.seats))

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        return self.plays[type(move)](self, seat, move, chance)

    def outcome(self) -> Outcome | None:
        return self.ended

    # Compiled for each class that declares fields.

    def _begin(self) -> None:
        raise NotImplementedError

    def dump(self) -> Json:
        raise NotImplementedError(_UNDERIVED.format("dump"))

    def clone(self) -> Self:
        raise NotImplementedError(_UNDERIVED.format("clone"))


def _reader(key: str, field: Field, kind: Any) -> Reader | None:
    """Return the reader of a key; None if the declaration is not sufficient."""
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


# --- The source of the methods, as straight code.


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
    """Compile a method; the lines contain only names and values of the class, no outside input."""
    scope: dict[str, Any] = {"new": object.__new__}
    exec("\n  ".join((f"def {name}(self):", *lines)), scope)  # noqa: S102
    return scope[name]


def _copy(kind: Any, value: str) -> str:
    """Return the expression of a copy of `value`: mutable parts are copied, the rest is shared."""
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
    """Return the expression of `value` as JSON without shared mutable parts."""
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
    """Return the expression that applies `do` to the items of `value`; None if it has none.

    All items are called `item`, also when nested: a comprehension evaluates its own list first.
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
