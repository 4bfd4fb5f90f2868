"""Moves of records: bad moves and illegal moves."""

from typing import Any

import pytest

from tests.games.titles.kharnage.rules.tables import (
    battle,
    code_of,
    plan_all,
    refusal_of,
    send,
    table,
    unit,
)
from tests.helpers.sentences import says_what_is_wrong

BOSS = unit("boss", "magic", count=1)


def position() -> Any:
    """Return a position in which seat 0 is asked for a target."""
    return battle("grunt", "grunt", "grunt", rows="melee")


BAD: list[Any] = [
    7,
    [],
    None,
    {"type": "stop"},
    {"seat": 3, "type": "stop"},
    {"seat": True, "type": "stop"},
    {"seat": 0},
    {"seat": 0, "type": 1},
    {"seat": 0, "type": "march"},
    {"seat": 0, "type": "plan"},
    {"seat": 0, "type": "plan", "strategy": None},
    {"seat": 0, "type": "plan", "strategy": 10},
    {"seat": 0, "type": "plan", "strategy": "human-999"},
    {"seat": 0, "type": "reinforce"},
    {"seat": 0, "type": "reinforce", "general": "nobody"},
    {"seat": 0, "type": "reinforce", "general": False},
    {"seat": 0, "type": "target"},
    {"seat": 0, "type": "target", "seats": None},
    {"seat": 0, "type": "target", "seats": 1},
    {"seat": 0, "type": "target", "seats": [3]},
    {"seat": 0, "type": "target", "seats": [True]},
    {"seat": 0, "type": "target", "seats": [1], "as": "magic"},
    {"seat": 0, "type": "target", "seats": [1], "as": 1},
    {"seat": 0, "type": "destroy"},
    {"seat": 0, "type": "destroy", "target": 1},
    {"seat": 0, "type": "destroy", "target": None, "card": "orc-grunt"},
    {"seat": 0, "type": "destroy", "target": 5, "card": "orc-grunt"},
    {"seat": 0, "type": "destroy", "target": 1, "card": "orc-king"},
    {"seat": 0, "type": "destroy", "target": 1, "card": "orc-grunt", "web": 1},
    {"seat": 0, "type": "throw"},
    {"seat": 0, "type": "throw", "do": None},
    {"seat": 0, "type": "throw", "do": 1},
    {"seat": 0, "type": "web"},
    {"seat": 0, "type": "web", "target": 9},
    {"seat": 0, "type": "web", "target": 1, "card": "orc-grunt"},
    {"seat": 0, "type": "web", "target": 1, "line": "flank", "card": "orc-grunt"},
    {"seat": 0, "type": "web", "target": 1, "line": "front"},
    {"seat": 0, "type": "web", "target": 1, "line": "front", "card": "orc-king"},
]


@pytest.mark.parametrize("data", BAD, ids=str)
def test_malformed_move_is_a_bad_move(data: Any) -> None:
    refusal = refusal_of(position(), data)
    assert refusal is not None
    assert refusal.code == "bad-move"
    assert says_what_is_wrong(refusal)


NOT_NOW: list[Any] = [
    {"type": "plan", "strategy": "human-later"},
    {"type": "plan", "strategy": "human-grunt"},
    {"type": "reinforce", "general": None},
    {"type": "reinforce", "general": "human-grunt"},
    {"type": "target", "seats": [0]},
    {"type": "target", "seats": [1, 1]},
    {"type": "target", "seats": [1, 2, 1]},
    {"type": "target", "seats": [1], "as": "melee"},
    {"type": "destroy", "target": 1, "card": "orc-grunt"},
    {"type": "stop"},
    {"type": "throw", "do": True},
    {"type": "web", "target": None},
    {"type": "web", "target": 1, "line": "front", "card": "orc-grunt"},
    {"type": "cheer"},
    {"type": "silent"},
]


@pytest.mark.parametrize("data", NOT_NOW, ids=str)
def test_well_formed_move_of_other_phase_is_illegal(data: Any) -> None:
    refusal = refusal_of(position(), {"seat": 0, **data})
    assert refusal is not None
    assert refusal.code == "illegal-move"
    assert says_what_is_wrong(refusal)


def test_move_of_other_seat_is_refused_as_wrong_turn() -> None:
    assert code_of(position(), "target", 1, seats=[0]) == "not-your-turn"


def test_bad_move_is_refused_before_wrong_turn() -> None:
    assert code_of(position(), "plan", 1, strategy="orc-999") == "bad-move"


def test_move_after_the_end_is_refused_as_over() -> None:
    ended = table("", "", round=4)
    plan_all(ended)
    for data in (7, {"seat": 0, "type": "plan", "strategy": "human-999"}):
        refusal = refusal_of(ended, data)
        assert refusal is not None
        assert refusal.code == "over"


def test_extra_keys_are_ignored_and_null_takes_default() -> None:
    extra = {"think": 3, "at": "now", "as": None}
    assert refusal_of(position(), {"seat": 0, "type": "target", "seats": [1], **extra}) is None


def test_missing_or_false_web_means_card_without_web() -> None:
    asked = battle("grunt", "grunt!", rows="melee")
    target = {"seat": 0, "type": "target", "seats": [1]}
    send(asked, target)
    for web, code in ((None, "illegal-move"), (False, "illegal-move"), (True, None)):
        found = code_of(asked, "destroy", target=1, card="orc-grunt", web=web)
        assert found == code


def test_known_card_of_wrong_kind_is_illegal() -> None:
    asked = battle("", "", rows="general", generals=(BOSS,))
    for card in ("human-grunt", "human-plan", "orc-0", "goblin-grunt"):
        assert code_of(asked, "reinforce", general=card) == "illegal-move"
