"""The small parts every game is built of."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass
from typing import Any, ClassVar

import pytest

from games.engine.contract import Game, Happening, Move, Option, Outcome, places_by
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
def test_an_option_accepts_its_own_values_only(option: Option, value: Any, accepted: bool) -> None:
    assert option.accepts(value) is accepted


def test_options_left_out_take_their_defaults() -> None:
    assert CHESS.read_options({}) == {"switch": False, "level": 0, "style": "old"}
    assert CHESS.read_options({"level": None, "style": None}) == CHESS.read_options({})
    assert CHESS.read_options({"level": 30}) == {"switch": False, "level": 30, "style": "old"}


@pytest.mark.parametrize(
    "options",
    [None, [], "", 0, False, {"other": 1}, {"level": 1}, {"switch": 1}, {"style": 1}],
)
def test_bad_options_are_refused(options: Any) -> None:
    with pytest.raises(BadOptions):
        CHESS.read_options(options)


def test_exclusive_options_are_refused_together_but_not_at_their_defaults() -> None:
    game = Game("g", "G", range(2, 3), (SWITCH, LEVEL), exclusive=(("switch", "level"),))
    with pytest.raises(BadOptions, match="switch"):
        game.read_options({"switch": True, "level": 20})
    assert game.read_options({"switch": True, "level": 0}) == {"switch": True, "level": 0}
    assert game.read_options({"switch": False, "level": 20}) == {"switch": False, "level": 20}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_of_the_game_are_read(seats: int) -> None:
    assert CHESS.read_seats(seats) == seats


@pytest.mark.parametrize("seats", [1, 5, 0, -2, True, 2.0, "2", None, [2], 10**30])
def test_other_seats_are_refused(seats: Any) -> None:
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
def test_places_share_the_better_one(scores: list[Any], places: tuple[int, ...]) -> None:
    assert places_by(scores) == places


@dataclass(frozen=True, slots=True)
class Push(Move):
    what: str
    far: int | None = None
    type: ClassVar[str] = "push"


def test_a_move_is_dumped_without_what_is_left_out() -> None:
    assert Push("cart").dump() == {"type": "push", "what": "cart"}
    assert Push("cart", 0).dump() == {"type": "push", "what": "cart", "far": 0}


def test_moves_are_equal_by_what_they_say_and_never_change() -> None:
    assert Push("cart") == Push("cart", None)
    assert len({Push("cart"), Push("cart"), Push("door")}) == 2
    with pytest.raises(FrozenInstanceError):
        Push("cart").what = "door"  # type: ignore[misc]  # which is refused


def test_a_happening_is_known_to_those_it_names() -> None:
    assert all(Happening("noise", {}).known_to(seat) for seat in (None, 0, 3))
    whispered = Happening("whisper", {}, frozenset((1,)))
    assert [whispered.known_to(seat) for seat in (None, 0, 1)] == [False, False, True]


def test_an_outcome_is_dumped_as_lists() -> None:
    dumped = Outcome((3, 1), (1, 2), "group").dump()
    assert dumped == {"scores": [3, 1], "places": [1, 2], "reason": "group"}


def test_a_refusal_fills_its_sentence() -> None:
    assert BadMove("No {what}.", what="cart").reason == "No cart."
    assert BadMove("A {brace} stands when nothing fills it.").reason.startswith("A {brace}")
    assert str(BadMove("Sentence.")) == "Sentence."


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
def test_refusals_have_the_codes_of_the_record_format(kind: type[Refusal], code: str) -> None:
    assert kind("Sentence.").code == code


# --- Fields of untrusted objects.

KNOWN = ("cart", "door")


def test_names_are_read() -> None:
    assert read_name({"type": "push", "what": "cart"}, "what", KNOWN) == "cart"
    assert read_optional_name({"type": "push", "what": "door"}, "what", KNOWN) == "door"


@pytest.mark.parametrize("data", [{"type": "push"}, {"type": "push", "what": None}])
def test_a_name_may_be_left_out_where_it_is_optional_only(data: dict[str, Any]) -> None:
    assert read_optional_name(data, "what", KNOWN) is None
    with pytest.raises(BadMove, match="what"):
        read_name(data, "what", KNOWN)


@pytest.mark.parametrize("value", ["tree", "", 1, True, ["cart"], {"cart": 1}])
@pytest.mark.parametrize("read", [read_name, read_optional_name])
def test_unknown_and_ill_typed_names_are_refused(read: Any, value: Any) -> None:
    with pytest.raises(BadMove, match="what"):
        read({"type": "push", "what": value}, "what", KNOWN)


@pytest.mark.parametrize(("value", "expected"), [(1, True), (True, False), (1.0, False)])
def test_true_is_not_an_int(value: Any, expected: bool) -> None:
    assert is_int(value) is expected


# --- The shelf.


def test_the_shelf_files_every_game_under_its_slug_and_version() -> None:
    assert all(
        key == (rules.game.slug, rules.game.rules) and newest(key[0]).game.slug == key[0]
        for key, rules in ALL_RULES.items()
    )
    assert [game.slug for game in all_games()] == list(dict.fromkeys(slug for slug, _ in ALL_RULES))


def test_the_shelf_refuses_a_game_it_does_not_have() -> None:
    with pytest.raises(BadRecord, match="mikado"):
        newest("mikado")
