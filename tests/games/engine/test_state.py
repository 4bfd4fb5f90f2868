"""Methods derived from the declared fields of a state."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Literal, NamedTuple, Self

import pytest

from games.engine.chance import Chance
from games.engine.contract import Json, Move, Options
from games.engine.fields import among, is_object, is_seat, listed, pile, whole
from games.engine.refusals import BadPosition
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


def test_own_method_that_calls_derived_one_is_told_what_to_do() -> None:
    class Own(Idle):
        turn: int = start(0)

        def clone(self) -> Self:
            return super().clone()

        def dump(self) -> Json:
            return super().dump()

    position = Own(2, {})
    for name, call in (("clone", position.clone), ("dump", position.dump)):
        with pytest.raises(NotImplementedError, match=rf"so `super\(\).{name}\(\)` has nothing to"):
            call()


class Idle(State):
    """What every position has, of one that plays nothing."""

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        raise NotImplementedError

    @staticmethod
    def read_move(data: Json, seats: int, /) -> Move:
        raise NotImplementedError

    def to_move(self) -> tuple[int, ...]:
        raise NotImplementedError

    def moves(self, seat: int) -> list[Move]:
        raise NotImplementedError

    def view(self, seat: int | None) -> Json:
        raise NotImplementedError

    def resample(self, seat: int | None, rng: Random) -> Self:
        raise NotImplementedError

    def check(self) -> None:
        raise NotImplementedError

    def fill(self, given: Json, chance: Chance) -> None:
        raise NotImplementedError


class Fake(Idle):
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


def test_new_state_has_declared_values_and_shares_nothing() -> None:
    one, other = fake(), fake()
    one.hands[0].append("king")
    one.rows[0]["a"].append(1)
    assert one.hands == [["king"], []]
    assert other.hands == [[], []]
    assert other.rows == [{"a": [], "b": []}] * 2
    assert other.outcome() is None


def test_dump_keeps_order_of_declaration() -> None:
    assert full().dump() == FULL
    assert list(full().dump()) == list(FULL)
    assert Fake.keys == set(FULL)


def test_state_refuses_undeclared_attributes() -> None:
    assert "hidden" in Fake.__slots__
    assert "rest" not in Fake.__slots__
    with pytest.raises(AttributeError):
        setattr(fake(), "typo", 1)  # noqa: B010  # mypy sees that there is none


def test_clone_shares_no_mutable_values() -> None:
    before = full()
    copy = before.clone()
    assert copy.dump() == FULL
    assert copy.hidden == ["seen"]
    many: list[Any] = [copy.hands[0], copy.tied, copy.rows[1]["a"], copy.spots[0], copy.pieces]
    many += [copy.boxes[0].content, copy.lines[0][1], copy.owners, copy.hidden]
    for grown in many:
        grown.clear()
    assert before.dump() == FULL
    assert before.hidden == ["seen"]
    assert copy.cards is not before.cards


def test_dump_shares_no_mutable_values() -> None:
    position = full()
    dumped = position.dump()
    dumped["hands"][0].clear()
    dumped["rows"][1]["a"].clear()
    dumped["lines"][0][1].clear()
    dumped["owners"].clear()
    assert position.dump() == FULL


def test_subclass_of_state_adds_its_own_fields() -> None:
    class More(Fake):
        extra: list[int] = per_seat(0)

    more = More(3, {})
    more.cards = Box([])
    assert more.clone().extra == [0, 0, 0]
    assert list(more.dump()) == [*FULL, "extra"]
    assert vars(More)["__slots__"] == ("extra",)
    assert Fake.keys == set(FULL)


def test_handwritten_methods_are_kept() -> None:
    class ByHand(Fake):
        extra: int = start(0)

        def dump(self) -> dict[str, Any]:
            return {"extra": self.extra}

    assert ByHand(2, {}).dump() == {"extra": 0}


def test_field_of_unclear_type_is_refused() -> None:
    with pytest.raises(TypeError, match="needs a clone"):

        class Wrong(Fake):
            things: list[_Unclear] = start([])

    with pytest.raises(TypeError, match="needs a dump"):

        class Unwritten(Fake):
            things: list[frozenset[int]] = start([])


class _Unclear:
    pass


# --- Reading a given position.


def is_spot(value: Any, seats: int) -> bool:
    return isinstance(value, list) and len(value) == 2


class Board(Idle):
    turn: int | None = start(0, is_seat, "“turn” must be a seat.")
    phase: Literal["move", "throw"] = start("move", refusal="There is no such phase.")
    round: int = start(1, whole(1, 3), "There are {n} rounds.", n=3)
    crowned: bool = start(False)
    cards: list[str] = start([], pile(("king", "queen")), "“{key}” lists cards.")
    owners: dict[str, int] = start({}, is_object, "“owners” is an object.")
    path: list[Spot] | None = start(None, listed(is_spot), "“path” lists spots.")
    hands: list[list[int]] = per_seat([])
    ready: list[bool] = per_seat(False)
    names: list[str] = per_seat("", among(("ann", "ben")))
    total: int = start(7)
    secret: int = start(0, whole(0), "It is secret.", written=False)

    def fill(self, given: Json, chance: Chance) -> None:
        self.read(given)


GIVEN: Json = {
    "turn": 1,
    "phase": "throw",
    "round": 3,
    "crowned": True,
    "cards": ["king", "king"],
    "owners": {"parma": 1},
    "path": [[1, 2], [3, 4]],
    "hands": [[1], []],
    "ready": [True, False],
    "names": ["ann", "ben"],
}


def load(data: Any) -> Board:
    return Board.load(data, 2, {}, Chance(bytes(32), 0))


def test_declared_fields_are_read() -> None:
    board = load(GIVEN)
    assert board.dump() == {**GIVEN, "total": 7}
    assert board.path == [Spot(1, 2), Spot(3, 4)]
    assert isinstance(board.path[0], Spot)
    for key in ("cards", "hands", "owners"):
        assert getattr(board, key) is not GIVEN[key]
    assert board.hands[0] is not GIVEN["hands"][0]


def test_missing_null_or_undeclared_fields_keep_initial_value() -> None:
    assert load({"turn": None, "total": 9}).dump() == Board(2, {}).dump()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([], "A position must be an object."),
        ({"secret": 1}, "A position has no “secret”."),
        ({"turn": 2}, "“turn” must be a seat."),
        ({"turn": True}, "“turn” must be a seat."),
        ({"phase": "over"}, "There is no such phase."),
        ({"round": 4}, "There are 3 rounds."),
        ({"crowned": 1}, "“crowned” must be true or false."),
        ({"cards": ["king", "jack"]}, "“cards” lists cards."),
        ({"cards": [["king"]]}, "“cards” lists cards."),
        ({"owners": []}, "“owners” is an object."),
        ({"path": [[1]]}, "“path” lists spots."),
        ({"hands": [[1]]}, "“hands” needs one entry per seat."),
        ({"hands": [[1], [-1]]}, "“hands” has an entry that doesn’t fit."),
        ({"ready": [True, 0]}, "“ready” has an entry that doesn’t fit."),
        ({"names": ["ann", "eve"]}, "“names” has an entry that doesn’t fit."),
        ({"round": 9, "turn": 9}, "“turn” must be a seat."),
    ],
)
def test_invalid_field_is_refused(data: Any, reason: str) -> None:
    with pytest.raises(BadPosition) as refused:
        load(data)
    assert refused.value.reason == reason


def test_named_keys_are_read_in_given_order() -> None:
    board = Board(2, {})
    board.read({"turn": 1, "crowned": 7}, "turn")
    assert board.turn == 1
    with pytest.raises(BadPosition, match="rounds"):
        board.read({"turn": 9, "round": 9}, "round", "turn")
