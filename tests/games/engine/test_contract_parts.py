"""The small classes and functions that every game is built from."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass
from typing import Any, ClassVar

import pytest

from games.engine.contract import (
    OPTION_BYTES,
    Effect,
    Game,
    Move,
    Option,
    Outcome,
    places_by,
)
from games.engine.fields import is_int, read_name, read_optional_name
from games.engine.refusals import (
    BadMove,
    BadOptions,
    BadPosition,
    BadRecord,
    IllegalMove,
    NotYourTurn,
    Over,
    Refusal,
)
from games.titles.registry import ALL_RULES, all_games, newest

SWITCH = Option("switch", (False, True))
LEVEL = Option("level", (0, 20, 30))
CHESS = Game("chess", "Chess", range(2, 5), (SWITCH, LEVEL, Option("style", ("old", "new"))))


@pytest.mark.parametrize(
    ("option", "value", "accepted"),
    [
        (SWITCH, True, True),
        (SWITCH, False, True),
        (SWITCH, 1, False),
        (SWITCH, 0, False),
        (SWITCH, None, False),
        (SWITCH, "true", False),
        (LEVEL, 0, True),
        (LEVEL, 30, True),
        (LEVEL, 25, False),
        (LEVEL, False, False),
        (LEVEL, 20.0, False),
        (LEVEL, "20", False),
        (LEVEL, [20], False),
        (LEVEL, {}, False),
    ],
)
def test_option_accepts_only_its_own_values(option: Option, value: Any, accepted: bool) -> None:
    assert option.accepts(value) is accepted


def anything(value: Any) -> None:
    """Accept every value."""


def at_most_three(value: Any) -> None:
    if value["n"] > 3:
        raise BadOptions("Three at most.")


FREE = Option("free", (None,), anything, at_most_three)
OPEN = Game("chess", "Chess", range(2, 5), (SWITCH, FREE))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"n": 4}, "Three at most"),
        ({"n": 1, "name": "x" * OPTION_BYTES}, "16000 bytes"),
        ({"n": 1, "name": "é" * (OPTION_BYTES // 2)}, "16000 bytes"),
        ({"n": 1, "name": "\0"}, "can’t have that value"),
        ({"n": 1, "name": "\ud800"}, "can’t have that value"),
        ({"n": 1, "m": 10**5000}, "can’t have that value"),
    ],
    ids=range(6),
)
def test_value_beyond_bounds_is_refused_only_for_new_matches(value: Any, words: str) -> None:
    assert OPEN.read_options({"free": value}, 2)["free"] == value
    with pytest.raises(BadOptions, match=words):
        OPEN.read_new_options({"free": value}, 2)


@pytest.mark.parametrize("value", [None, {"n": 3, "name": "x" * 15_000}])
def test_new_match_takes_options_within_bounds(value: Any) -> None:
    assert OPEN.read_new_options({"free": value, "switch": True}, 2) == {
        "switch": True,
        "free": value,
    }


def test_missing_options_take_their_defaults() -> None:
    assert CHESS.read_options({}) == {"switch": False, "level": 0, "style": "old"}
    assert CHESS.read_options({"level": None, "style": None}) == CHESS.read_options({})
    assert CHESS.read_options({"level": 30}) == {"switch": False, "level": 30, "style": "old"}


def test_only_changed_option_that_is_not_ratable_bars_rated_match() -> None:
    own = Option("own", ("standard", "free"), ratable=False)
    game = Game("g", "G", range(2, 3), (SWITCH, own))
    for options, changed, unratable in (
        ({}, [], []),
        ({"switch": True, "own": "standard"}, [SWITCH], []),
        ({"switch": True, "own": "free"}, [SWITCH, own], [own]),
    ):
        assert game.changed(options) == changed
        assert game.unratable(options) == unratable


@pytest.mark.parametrize(
    "options",
    [None, [], "", 0, False, {"other": 1}, {"level": 1}, {"switch": 1}, {"style": 1}],
)
def test_invalid_options_are_refused(options: Any) -> None:
    with pytest.raises(BadOptions):
        CHESS.read_options(options)


def test_exclusive_options_are_refused_unless_one_has_its_default() -> None:
    game = Game("g", "G", range(2, 3), (SWITCH, LEVEL), exclusive=(("switch", "level"),))
    with pytest.raises(BadOptions, match="switch"):
        game.read_options({"switch": True, "level": 20})
    assert game.read_options({"switch": True, "level": 0}) == {"switch": True, "level": 0}
    assert game.read_options({"switch": False, "level": 20}) == {"switch": False, "level": 20}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_valid_seat_count_is_accepted(seats: int) -> None:
    assert CHESS.read_seats(seats) == seats


@pytest.mark.parametrize("seats", [1, 5, 0, -2, True, 2.0, "2", None, [2], 10**30])
def test_invalid_seat_count_is_refused(seats: Any) -> None:
    with pytest.raises(BadRecord, match="2 to 4"):
        CHESS.read_seats(seats)


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ([5], (1,)),
        ([1, 2, 3], (3, 2, 1)),
        ([5, 5, 3, 1], (1, 1, 3, 4)),
        ([0, 7, 7, 7], (4, 1, 1, 1)),
        ([2, 2, 2], (1, 1, 1)),
        ([(False, 9), (True, 0), (True, 0)], (3, 1, 1)),
        ([], ()),
    ],
)
def test_tied_scores_share_the_better_place(scores: list[Any], places: tuple[int, ...]) -> None:
    assert places_by(scores) == places


@dataclass(frozen=True, slots=True)
class Push(Move):
    what: str
    far: int | None = None
    type: ClassVar[str] = "push"


def test_move_dump_omits_fields_left_out() -> None:
    assert Push("cart").dump() == {"type": "push", "what": "cart"}
    assert Push("cart", 0).dump() == {"type": "push", "what": "cart", "far": 0}


def test_moves_are_frozen_and_equal_by_content() -> None:
    assert Push("cart") == Push("cart", None)
    assert len({Push("cart"), Push("cart"), Push("door")}) == 2
    with pytest.raises(FrozenInstanceError):
        Push("cart").what = "door"  # type: ignore[misc]  # which is refused


def test_effect_is_known_to_seats_it_names() -> None:
    assert all(Effect("noise", {}).known_to(seat) for seat in (None, 0, 3))
    whispered = Effect("whisper", {}, frozenset((1,)))
    assert [whispered.known_to(seat) for seat in (None, 0, 1)] == [False, False, True]


def test_outcome_dump_uses_lists() -> None:
    dumped = Outcome((3, 1), (1, 2), "group").dump()
    assert dumped == {"scores": [3, 1], "places": [1, 2], "reason": "group"}


def test_refusal_fills_placeholders_of_its_sentence() -> None:
    assert BadMove("No {what}.", what="cart").reason == "No cart."
    assert BadMove("A { stands when nothing fills it.").reason.startswith("A { stands")
    assert str(BadMove("One sentence.")) == "One sentence."


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (BadRecord, "bad-record"),
        (BadOptions, "bad-options"),
        (BadPosition, "bad-position"),
        (Over, "over"),
        (BadMove, "bad-move"),
        (NotYourTurn, "not-your-turn"),
        (IllegalMove, "illegal-move"),
    ],
)
def test_refusals_have_codes_of_record_format(kind: type[Refusal], code: str) -> None:
    assert kind.code == code


# --- Fields of untrusted objects.

KNOWN = ("cart", "door")


def test_known_name_is_read() -> None:
    assert read_name({"type": "push", "what": "cart"}, "what", KNOWN) == "cart"
    assert read_optional_name({"type": "push", "what": "door"}, "what", KNOWN) == "door"


@pytest.mark.parametrize("data", [{"type": "push"}, {"type": "push", "what": None}])
def test_only_optional_name_may_be_left_out(data: dict[str, Any]) -> None:
    assert read_optional_name(data, "what", KNOWN) is None
    with pytest.raises(BadMove, match="what"):
        read_name(data, "what", KNOWN)


@pytest.mark.parametrize("value", ["tree", "", 1, True, ["cart"], {"cart": 1}])
@pytest.mark.parametrize("read", [read_name, read_optional_name])
def test_names_unknown_or_of_wrong_type_are_refused(read: Any, value: Any) -> None:
    with pytest.raises(BadMove, match="what"):
        read({"type": "push", "what": value}, "what", KNOWN)


@pytest.mark.parametrize(("value", "expected"), [(1, True), (True, False), (1.0, False)])
def test_is_int_rejects_booleans_and_floats(value: Any, expected: bool) -> None:
    assert is_int(value) is expected


# --- The shelf.


def test_registry_finds_each_game_by_slug_and_version() -> None:
    assert all(
        key == (rules.game.slug, rules.game.rules) and newest(key[0]).game.slug == key[0]
        for key, rules in ALL_RULES.items()
    )
    assert [game.slug for game in all_games()] == list(dict.fromkeys(slug for slug, _ in ALL_RULES))


def test_registry_refuses_unknown_game() -> None:
    with pytest.raises(BadRecord, match="mikado"):
        newest("mikado")
