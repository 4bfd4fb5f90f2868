"""State declared once: what is derived from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from games.engine.state import State, computed, per_seat, start


class Spot(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Piece:
    id: str


class Box:
    """Something that changes."""

    def __init__(self, content: list[int]) -> None:
        self.content = content

    def clone(self) -> Box:
        return Box(self.content.copy())

    def dump(self) -> dict[str, Any]:
        return {"content": self.content.copy()}


class Fake(State):
    phase: str = start("begin")
    turn: int | None = start(0)
    hands: list[list[str]] = per_seat([])
    tied: list[int] | None = start(None)
    owners: dict[str, int] = start({})
    rows: list[dict[str, list[int]]] = per_seat({"a": [], "b": []})
    spots: list[list[Spot]] = per_seat([])
    pieces: list[Piece | None] = start([])
    boxes: list[Box] = start([])
    lines: list[tuple[list[int], list[int]]] = per_seat(([], []))
    hidden: list[str] = start([], written=False)
    odd: int = start(3, written="doubled")
    rest = computed("what_is_left")
    cards: Box

    def doubled(self) -> int:
        return 2 * self.odd

    def what_is_left(self) -> list[str]:
        return ["rest"]


# It plays nothing.
Fake.__abstractmethods__ = frozenset()


def fake() -> Fake:
    made = Fake(2, {})
    made.cards = Box([])
    return made


def full() -> Fake:
    made = fake()
    made.hands[0].append("king")
    made.tied = [0, 1]
    made.owners = {"parma": 1}
    made.rows[1]["a"].append(5)
    made.spots[0].append(Spot(1, 2))
    made.pieces = [Piece("rook"), None]
    made.boxes = [Box([7])]
    made.lines[0][1].append(9)
    made.hidden.append("seen")
    return made


FULL = {
    "phase": "begin",
    "turn": 0,
    "hands": [["king"], []],
    "tied": [0, 1],
    "owners": {"parma": 1},
    "rows": [{"a": [], "b": []}, {"a": [5], "b": []}],
    "spots": [[[1, 2]], []],
    "pieces": ["rook", None],
    "boxes": [{"content": [7]}],
    "lines": [[[], [9]], [[], []]],
    "odd": 6,
    "rest": ["rest"],
}


def test_it_begins_as_declared_and_shares_nothing() -> None:
    one, other = fake(), fake()
    one.hands[0].append("king")
    one.rows[0]["a"].append(1)
    assert one.hands == [["king"], []]
    assert other.hands == [[], []]
    assert other.rows == [{"a": [], "b": []}] * 2
    assert other.outcome() is None


def test_it_is_written_down_in_the_order_of_declaration() -> None:
    assert full().dump() == FULL
    assert list(full().dump()) == list(FULL)
    assert Fake.keys == set(FULL)


def test_nothing_but_the_declared_fields_can_be_set() -> None:
    assert "hidden" in Fake.__slots__
    assert "rest" not in Fake.__slots__
    with pytest.raises(AttributeError):
        fake().typo = 1


def test_a_clone_shares_nothing_that_changes() -> None:
    before = full()
    copy = before.clone()
    assert copy.dump() == FULL
    assert copy.hidden == ["seen"]
    for grown in (copy.hands[0], copy.tied, copy.rows[1]["a"], copy.spots[0], copy.pieces):
        assert grown is not None
        grown.clear()
    for grown in (copy.boxes[0].content, copy.lines[0][1], copy.owners, copy.hidden):
        grown.clear()
    assert before.dump() == FULL
    assert before.hidden == ["seen"]
    assert copy.cards is not before.cards


def test_a_dump_shares_nothing_that_changes() -> None:
    position = full()
    dumped = position.dump()
    dumped["hands"][0].clear()
    dumped["rows"][1]["a"].clear()
    dumped["lines"][0][1].clear()
    dumped["owners"].clear()
    assert position.dump() == FULL


def test_a_kind_of_it_adds_fields_of_its_own() -> None:
    class More(Fake):
        extra: list[int] = per_seat(0)

    more = More(3, {})
    more.cards = Box([])
    assert more.clone().extra == [0, 0, 0]
    assert list(more.dump()) == [*FULL, "extra"]
    assert More.__slots__ == ("extra",)
    assert Fake.keys == set(FULL)


def test_what_is_written_by_hand_stays() -> None:
    class ByHand(Fake):
        extra: int = start(0)

        def dump(self) -> dict[str, Any]:
            return {"extra": self.extra}

    assert ByHand(2, {}).dump() == {"extra": 0}


def test_what_the_type_does_not_tell_is_refused() -> None:
    with pytest.raises(TypeError, match="needs a clone"):

        class Wrong(Fake):
            things: list[_Unclear] = start([])

    with pytest.raises(TypeError, match="needs a dump"):

        class Unwritten(Fake):
            things: list[frozenset[int]] = start([])


class _Unclear:
    pass
