"""Given positions: defaults, accepted and refused ones (spec: Position)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.contract import Json
from tests.helpers.condottiere import ALL_TAKEN, Table, owned, piles, refused_position
from tests.helpers.records import GONE, changed
from tests.helpers.sentences import says_what_is_wrong

DEFAULTS = {
    "phase": "choose",
    "holder": 0,
    "turn": 0,
    "city": None,
    "cities": {},
    "hands": [[], [], []],
    "armies": [[], [], []],
    "passed": [False, False, False],
    "declines": 0,
    "answers": [None, None, None],
    "final": None,
    "series": [0, 0, 0],
}
CHOOSE: Json = {"hands": piles("m1 | m1 | m1")}
BATTLE: Json = {**CHOOSE, "phase": "battle", "city": "parma"}
DISCARD: Json = {"phase": "discard", "hands": piles("drum | winter heroine | m1")}
FINAL: Json = {
    "phase": "battle",
    "hands": piles("m1 | m1 | |"),
    "final": [0, 1],
    "cities": ALL_TAKEN["5543"],
}
TAKING: Json = {"taking_cities": True}
SERIES: Json = {"points": 20}
SIEGE: Json = {**BATTLE, "cities": {"parma": 1}}


def shown(position: Any) -> str:
    return json.dumps(position, default=str)[:90]


# --- Defaults.


def test_missing_keys_take_defaults() -> None:
    position = dict(Table(seats=3, hands=piles(" | | ")).position.dump())
    rest = position.pop("rest")
    assert position == DEFAULTS
    assert len(rest) == 96


@pytest.mark.parametrize("key", [*DEFAULTS, "rest"])
def test_null_takes_default(key: str) -> None:
    nothing = Table(seats=3, hands=piles(" | | ")).position.dump()
    assert Table(seats=3, **{key: None}).position.dump() == nothing


def test_empty_position_is_accepted() -> None:
    assert refused_position(3, position={}) is None


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ({"holder": 2}, 2),
        (BATTLE, 0),
        ({**BATTLE, "holder": 2}, 2),
        ({**BATTLE, "hands": piles(" | m1 | m1")}, 1),
        ({**BATTLE, "hands": piles("m1 | m1 | "), "holder": 2}, 0),
        ({**BATTLE, "turn": 1}, 1),
        (DISCARD, None),
        ({**DISCARD, "turn": None}, None),
    ],
    ids=shown,
)
def test_missing_turn_follows_from_the_position(position: Any, turn: int | None) -> None:
    assert Table(seats=3, **position)["turn"] == turn


def test_missing_turn_in_final_is_next_tied_seat() -> None:
    assert Table(seats=4, **{**FINAL, "holder": 2})["turn"] == 0
    assert Table(seats=4, **{**FINAL, "holder": 1})["turn"] == 1


def test_given_position_is_not_changed_before_first_move() -> None:
    """Nothing is dealt, discarded or ended before its first move."""
    table = Table(hands="m1 | | ", cities=owned(s0="roma"))
    assert table["hands"] == [["m1"], [], []]
    table = Table(hands="m1 | drum | ")
    assert table["phase"] == "choose"


def test_rest_of_given_position_is_ignored() -> None:
    rest = Table(hands="m1 | | ", rest=["m10", "m10"])["rest"]
    assert len(rest) == 95


# --- What may stand.


@pytest.mark.parametrize(
    ("options", "position"),
    [
        ({}, CHOOSE),
        ({}, BATTLE),
        ({}, DISCARD),
        ({}, {"hands": [["m10"] * 8, [], []]}),
        ({}, {"hands": [["m10"] * 4, ["m10"] * 4, []], "rest": []}),
        ({}, {**CHOOSE, "declines": 3}),
        ({}, {**CHOOSE, "city": None, "final": None}),
        ({}, {**CHOOSE, "cities": owned(s0="parma roma torino napoli")}),
        ({}, {**BATTLE, "passed": [True, False, True], "turn": 1}),
        ({}, {**BATTLE, "armies": piles("bishop surrender | winter | scarecrow")}),
        ({}, {**DISCARD, "answers": ["keep", None, None]}),
        ({}, {**DISCARD, "answers": [None, "discard", None]}),
        (TAKING, {**SIEGE, "holder": 0}),
        (TAKING, {**SIEGE, "armies": piles(" | m1 | "), "passed": [False, True, False]}),
        ({"points": 20}, {**CHOOSE, "series": [19, 0, 3]}),
        ({}, {**CHOOSE, "series": [0, 0, 0]}),
    ],
    ids=shown,
)
def test_valid_position_is_accepted(options: Any, position: Any) -> None:
    assert refused_position(3, options, position) is None


@pytest.mark.parametrize(
    ("seats", "options", "cities", "stands"),
    [
        (4, {}, "roma napoli", True),
        (4, {}, "roma napoli spoleto", False),
        (4, {"bigger_kingdom": True}, "roma napoli spoleto", True),
        (3, {}, "roma napoli spoleto", True),
        (2, {}, "roma napoli spoleto ancona", False),
        (2, {"bigger_kingdom": True}, "roma napoli spoleto ancona", True),
        (2, {"bigger_kingdom": True}, "roma napoli spoleto ancona siena", False),
    ],
)
def test_position_with_winning_group_is_refused(
    seats: int, options: Any, cities: str, stands: bool
) -> None:
    position = {"cities": owned(s1=cities)}
    assert (refused_position(seats, options, position) is None) == stands


# --- What is refused.

UNKNOWN_KEYS = ["", "Phase", "seen", "deck", "strengths", "seats", "options"]
NO_SEATS: list[Any] = [-1, 3, True, False, "0", 0.0, [0], {}]
NO_OBJECTS: list[Any] = [None, [], "choose", 1, True]
NO_ANSWERS: list[Any] = [False, 0, "", [], {}, "Keep"]
NO_CARDS: list[Any] = ["m7", "", "M1", None, 1, True, ["m1"], {"m1": 1}]


def each(key: str, values: list[Any], base: Any = CHOOSE, options: Any = None) -> list[Any]:
    """Return the base position with each of the values under the key."""
    return [(options or {}, {**base, key: value}) for value in values]


REFUSED: list[tuple[Any, Any]] = [
    # No object, unknown keys.
    *(({}, position) for position in NO_OBJECTS),
    *(
        ({}, {key: value})
        for value in (1, None)
        for key in ("", "Phase", "seen", "deck", "strengths", "seats", "options")
    ),
    # Wrong types, names, lengths; null counts as left out.
    *each("phase", ["over", "", "Choose", "deal", 0, False, ["choose"]]),
    *each("holder", [*NO_SEATS, 10**400]),
    *each("turn", NO_SEATS, BATTLE),
    *each("hands", [{}, [], "m1", [[], []], [[]] * 4, [[], [], None], [[], [], "m1"]]),
    *each("hands", [[[card], [], []] for card in NO_CARDS]),
    *each("armies", [[[]], {}, [[], [], ["M1"]], [[], [], 1]], BATTLE),
    *each("passed", [[], [0, 0, 0], [False] * 2, [None] * 3, [1, False, False], {}], BATTLE),
    *each("city", ["pisa", "", 0, ["parma"], True, {}], BATTLE),
    *each("cities", [[], "parma", {"pisa": 0}, {"": 0}, [["parma", 0]], 0]),
    *each("cities", [{"parma": seat} for seat in (*NO_SEATS, None)]),
    *each("declines", [-1, 4, True, "1", 1.0, 10**400]),
    *each("answers", [[], [None] * 2, ["keep", None, "no"], [True] * 3, {}], DISCARD),
    *each("answers", [[answer, None, None] for answer in NO_ANSWERS], DISCARD),
    *each("series", [[], [0] * 2, [0] * 4, {}, 3], CHOOSE, SERIES),
    *each("series", [[points, 0, 0] for points in (-1, True, "1", 1.0, None)], CHOOSE, SERIES),
    *each("rest", [{}, "m1", *([card] for card in NO_CARDS)]),
    # More copies of a card than exist, wherever they lie.
    ({}, {"hands": [["m10"] * 9, [], []]}),
    ({}, {"hands": [["bishop"] * 2, ["bishop"] * 2, []]}),
    ({}, {**BATTLE, "hands": [["winter"] * 2, [], []], "armies": [["winter"] * 2, [], []]}),
    ({}, {"hands": [["drum"] * 6, [], []], "rest": ["drum"]}),
    # A turn that cannot be.
    ({}, {**CHOOSE, "turn": 1}),
    ({}, {**CHOOSE, "holder": 1, "turn": 0}),
    ({}, {**BATTLE, "hands": piles("m1 | m1 | "), "turn": 2}),
    ({}, {**BATTLE, "passed": [False, True, False], "turn": 1}),
    ({}, {**BATTLE, "hands": [[], [], []]}),
    ({}, {**BATTLE, "passed": [True, True, True]}),
    *each("turn", [0, 1, 2], DISCARD),
    # A battle needs a city that may be fought for.
    ({}, changed(BATTLE, city=GONE)),
    ({}, changed(BATTLE, city=None)),
    ({}, {**BATTLE, "cities": {"parma": 0}}),
    ({}, {**BATTLE, "cities": {"parma": 2}}),
    (TAKING, {**BATTLE, "cities": {"parma": 0}}),
    # What belongs in a battle only.
    ({}, {**CHOOSE, "city": "parma"}),
    ({}, {**CHOOSE, "armies": piles("m1 | | ")}),
    ({}, {**CHOOSE, "passed": [False, True, False]}),
    ({}, {**CHOOSE, "final": [0, 1]}),
    ({}, {**DISCARD, "city": "parma"}),
    ({}, {**DISCARD, "armies": piles(" | m1 | ")}),
    ({}, {**DISCARD, "passed": [True, False, False]}),
    ({}, {**DISCARD, "final": [0, 1]}),
    # Declines outside choose.
    ({}, {**BATTLE, "declines": 1}),
    ({}, {**DISCARD, "declines": 1}),
    # Discard and its answers.
    ({}, {"phase": "discard"}),
    ({}, {"phase": "discard", "hands": piles("m1 | m1 drum | ")}),
    ({}, {**CHOOSE, "answers": ["keep", None, None]}),
    ({}, {**BATTLE, "answers": [None, "discard", None]}),
    ({}, {**DISCARD, "answers": [None, None, "keep"]}),
    ({}, {**DISCARD, "answers": ["keep", "discard", None]}),
    # Taking cities: an owner is not out before his first card.
    (TAKING, {**SIEGE, "passed": [False, True, False]}),
    # The series.
    ({}, {**CHOOSE, "series": [1, 0, 0]}),
    (TAKING, {**CHOOSE, "series": [0, 0, 1]}),
    ({"points": 20}, {**CHOOSE, "series": [0, 20, 0]}),
    ({"points": 20}, {**CHOOSE, "series": [25, 0, 0]}),
    ({"points": 30}, {**CHOOSE, "series": [0, 0, 30]}),
    # All taken.
    ({}, {**CHOOSE, "cities": ALL_TAKEN["665"]}),
]


@pytest.mark.parametrize(("options", "position"), REFUSED, ids=shown)
def test_invalid_position_is_refused(options: Any, position: Any) -> None:
    refusal = refused_position(3, options, position)
    assert refusal is not None
    assert refusal.code == "bad-position"
    assert says_what_is_wrong(refusal)


@pytest.mark.parametrize(
    ("changes", "stands"),
    [
        ({}, True),
        ({"holder": 3}, True),
        ({"final": [0]}, False),
        ({"final": []}, False),
        ({"final": [1, 0]}, False),
        ({"final": [0, 0]}, False),
        ({"final": [0, 4]}, False),
        ({"final": [0, True]}, False),
        ({"final": [0.0, 1]}, False),
        ({"final": "01"}, False),
        ({"final": {"0": 1}}, False),
        ({"final": True}, False),
        ({"city": "parma"}, False),
        ({"phase": "choose"}, False),
        ({"turn": 2, "hands": piles("m1 | m1 | m1 |")}, False),
        ({"final": [2, 3]}, False),
        ({"final": None}, False),
    ],
    ids=shown,
)
def test_position_of_final_needs_tied_seats_and_no_city(changes: Any, stands: bool) -> None:
    assert (refused_position(4, {}, {**FINAL, **changes}) is None) == stands


def test_position_of_final_in_series_is_refused() -> None:
    assert refused_position(4, {"points": 20}, FINAL) is not None
