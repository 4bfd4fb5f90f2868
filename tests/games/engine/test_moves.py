"""Moves read by the types of their fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import pytest

from games.engine.contract import Json, Move
from games.engine.moves import flag, given, named, reader
from games.engine.refusals import BadMove

Thing = Annotated[str, named(("cart", "door"))]


def _below_seats(data: Json, key: str, seats: int) -> int:
    value = given(data, key)
    if value not in range(seats):
        raise BadMove("There is no such seat.")
    return int(value)


@dataclass(frozen=True, slots=True)
class Push(Move):
    what: Thing
    whose: Annotated[int, _below_seats] | None
    onto: Thing | None = field(default=None, metadata={"key": "to"})
    hard: Annotated[bool, flag] = False
    type: ClassVar[str] = "push"


@dataclass(frozen=True, slots=True)
class Wait(Move):
    type: ClassVar[str] = "wait"


@dataclass(frozen=True, slots=True)
class Other(Move):
    numbers: tuple[int, ...]
    type: ClassVar[str] = "other"


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
def test_moves_are_read(data: Json, move: Move) -> None:
    assert read(data, 2) == move


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"type": "pull"}, "No move “pull”."),
        ({"type": "push", "whose": 1}, "A “push” needs its “what”."),
        ({**PUSH, "what": None}, "A “push” needs its “what”."),
        ({**PUSH, "what": "king"}, "There is no such “what”."),
        ({**PUSH, "what": ["cart"]}, "There is no such “what”."),
        ({"type": "push", "what": "cart"}, "A “push” needs its “whose”."),
        ({**PUSH, "whose": 2}, "There is no such seat."),
        ({**PUSH, "to": "king"}, "There is no such “to”."),
        ({**PUSH, "hard": 1}, "“hard” is true or false."),
    ],
)
def test_what_is_no_move_is_refused(data: Json, reason: str) -> None:
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
def test_moves_are_written_without_what_is_left_at_its_default(move: Move, data: Any) -> None:
    assert move.dump() == data
