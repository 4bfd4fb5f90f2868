"""Reading moves by the types of their fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NotRequired, get_args, get_type_hints

import pytest

from games.engine.contract import Json, Move
from games.engine.moves import below_seats, flag, named, reader, shape_of
from games.engine.refusals import BadMove

Thing = Annotated[str, named(("cart", "door"))]


@dataclass(frozen=True, slots=True)
class Push(Move):
    what: Thing
    whose: Annotated[int, below_seats("There is no such seat below {last}.")] | None
    onto: Thing | None = field(default=None, metadata={"key": "to"})
    hard: Annotated[bool, flag] = False


@dataclass(frozen=True, slots=True)
class Wait(Move):
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Other(Move):
    numbers: tuple[int, ...]


def any_text(data: Json, key: str, seats: int) -> str:
    return str(data[key])


@dataclass(frozen=True, slots=True)
class Say(Move):
    words: Annotated[str, any_text]
    aside: Annotated[str, any_text] | None = None


say = reader("No move “{type}”.", Say)
read = reader("No move “{type}”.", Push, Wait, other=lambda data, seats: Other(tuple(range(seats))))
PUSH = {"type": "push", "what": "cart", "whose": 1}


@pytest.mark.parametrize(
    ("data", "move"),
    [
        (PUSH, Push("cart", 1)),
        ({**PUSH, "whose": None}, Push("cart", None)),
        ({**PUSH, "to": None, "hard": None, "else": 1}, Push("cart", 1)),
        ({**PUSH, "to": "door", "hard": True}, Push("cart", 1, "door", True)),
        ({"type": "wait"}, Wait()),
        ({"type": "other"}, Other((0, 1))),
    ],
)
def test_moves_are_read_from_json(data: Json, move: Move) -> None:
    assert read(data, 2) == move


def test_reading_same_move_returns_cached_object() -> None:
    assert read(dict(PUSH), 2) is read(dict(PUSH), 2)
    assert read({**PUSH, "hard": True}, 2) is not read(PUSH, 2)


def test_moves_with_free_text_are_not_cached() -> None:
    """A client that sends many different texts could otherwise fill the memory."""
    said = {"type": "say", "words": "a" * 60_000, "aside": None}
    assert say(said, 2) == Say("a" * 60_000)
    assert say(said, 2) is not say(said, 2)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"type": "pull"}, "No move “pull”."),
        ({"type": "push", "whose": 1}, "A “push” needs a “what”."),
        ({**PUSH, "what": None}, "A “push” needs a “what”."),
        ({**PUSH, "what": "king"}, "There is no such “what”."),
        ({**PUSH, "what": ["cart"]}, "There is no such “what”."),
        ({"type": "push", "what": "cart"}, "A “push” needs a “whose”."),
        ({**PUSH, "whose": 2}, "There is no such seat below 1."),
        ({**PUSH, "to": "king"}, "There is no such “to”."),
        ({**PUSH, "hard": 1}, "“hard” must be true or false."),
    ],
)
def test_invalid_move_is_refused(data: Json, reason: str) -> None:
    with pytest.raises(BadMove) as refused:
        read(data, 2)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("move", "data"),
    [
        (Push("cart", 1), PUSH),
        (Push("cart", None), {**PUSH, "whose": None}),
        (Push("cart", 1, "door", True), {**PUSH, "to": "door", "hard": True}),
        (Wait(), {"type": "wait"}),
        (Other((3, 4)), {"type": "other", "numbers": [3, 4]}),
    ],
)
def test_move_dump_omits_default_values(move: Move, data: Any) -> None:
    assert move.dump() == data


def test_move_json_shape_follows_from_its_fields() -> None:
    push, wait, other = get_args(shape_of((Push, Wait, Other)))
    assert get_type_hints(push, include_extras=True) == {
        "type": Literal["push"],
        "what": str,
        "whose": int | None,
        "to": NotRequired[str],
        "hard": NotRequired[Literal[True]],
    }
    assert get_type_hints(wait) == {"type": Literal["wait"]}
    assert wait.__doc__ == "Do nothing."
    assert get_type_hints(other) == {"type": Literal["other"], "numbers": list[int]}
