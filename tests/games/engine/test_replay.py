"""Replay a record to its position, up to the first refused move."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.contract import Json
from games.engine.refusals import BadMove, Over, Refusal
from games.engine.replay import play_one, read_seat_and_move, replay
from games.titles.condottiere.rules.moves import Choose, Play
from tests.helpers.records import any_json, choose, finish, read

OPENING = [choose("parma"), {"seat": 0, "type": "pass"}]


def test_replay_without_moves_stays_at_start() -> None:
    reached = replay(read())
    assert (reached.applied, reached.refusal) == (0, None)
    assert reached.position.dump() == read().start().dump()


def test_replay_plays_moves_in_order() -> None:
    reached = replay(read(moves=OPENING))
    assert (reached.applied, reached.refusal) == (2, None)
    assert reached.position.dump()["city"] == "parma"
    assert reached.position.to_move() == (1,)


def test_replay_passes_position_after_each_move_to_watcher() -> None:
    seen: list[Any] = []
    replay(read(moves=OPENING), lambda position: seen.append(position.dump()["passed"]))
    assert seen == [[False, False], [True, False]]


def test_refused_move_stops_replay_and_leaves_position_unchanged() -> None:
    before = replay(read(moves=OPENING)).position.dump()
    seen: list[Any] = []
    record = read(moves=[*OPENING, {"seat": 0, "type": "pass"}, {"seat": 1, "type": "pass"}])
    reached = replay(record, seen.append)
    assert reached.applied == len(seen) == 2
    assert reached.refusal is not None
    assert reached.refusal.code == "not-your-turn"
    assert reached.position.dump() == before


def test_extra_keys_of_moves_are_ignored() -> None:
    extras = {"at": "2024-05-05T10:00:00Z", "think": 3.5, "note": [1], "take": "m1"}
    plain = replay(read(moves=OPENING)).position.dump()
    noted = replay(read(moves=[{**move, **extras} for move in OPENING]))
    assert noted.refusal is None
    assert noted.position.dump() == plain


def test_replay_gives_each_move_the_chance_of_its_step() -> None:
    """The second move of this record deals again, with the stream of step 2."""
    position = {"hands": [["m1"], []]}
    moves = [choose("parma"), {"seat": 0, "type": "pass"}]
    hands = replay(read(position=position, moves=moves)).position.dump()["hands"]
    record = read()
    options = record.options
    expected = record.rules.deal(2, options, record.chance(2)).dump()["hands"]
    assert hands == expected


def test_replay_of_same_record_is_deterministic() -> None:
    record = read(seats=4, seed="5" * 64)
    moves = finish(record.start(), record.seed)
    ends = [replay(read(seats=4, seed="5" * 64, moves=moves)).position for _ in range(2)]
    assert ends[0].dump() == ends[1].dump()
    assert ends[0].outcome() is not None


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "pass",
        3,
        {},
        {"type": "decline"},
        {"seat": 0},
        {"seat": None, "type": "decline"},
        {"seat": True, "type": "decline"},
        {"seat": False, "type": "decline"},
        {"seat": 0.0, "type": "decline"},
        {"seat": "0", "type": "decline"},
        {"seat": -1, "type": "decline"},
        {"seat": 2, "type": "decline"},
        {"seat": 10**400, "type": "decline"},
        {"seat": 0, "type": None},
        {"seat": 0, "type": 1},
        {"seat": 0, "type": ["decline"]},
        {"seat": 0, "type": ""},
        {"seat": 0, "type": "castle"},
        {"seat": 0, "type": "Decline"},
    ],
    ids=repr,
)
def test_invalid_move_is_refused(data: Any) -> None:
    with pytest.raises(BadMove):
        read_seat_and_move(read().start(), data)


def test_seat_and_move_are_read() -> None:
    position = read().start()
    assert read_seat_and_move(position, choose("roma", seat=1)) == (1, Choose("roma"))
    taking = {"seat": 0, "type": "play", "card": "scarecrow", "take": None}
    assert read_seat_and_move(position, taking) == (0, Play("scarecrow"))


# --- The first code of the list, when several apply.


def over() -> Any:
    record = read(seats=4, seed="5" * 64)
    position = record.start()
    finish(position, record.seed)
    return position


@pytest.mark.parametrize("data", [None, {}, {"seat": 9}, choose("nowhere"), choose("parma")])
def test_move_after_the_end_is_refused_before_it_is_read(data: Any) -> None:
    with pytest.raises(Over):
        play_one(over(), read(seats=4), 1, data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"seat": 1, "type": "castle"}, "bad-move"),
        ({"seat": 1, "type": "choose"}, "bad-move"),
        ({"seat": 1, "type": "choose", "city": "pisa"}, "bad-move"),
        ({"seat": 1, "type": "play", "card": "m10", "take": "m7"}, "bad-move"),
        ({"seat": 1, "type": "play", "card": "m10", "take": "m1"}, "not-your-turn"),
        ({"seat": 1, "type": "decline"}, "not-your-turn"),
        ({"seat": 0, "type": "pass"}, "illegal-move"),
    ],
)
def test_bad_move_is_refused_before_wrong_turn(data: Json, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        play_one(read().start(), read(), 1, data)
    assert refused.value.code == code


@given(st.lists(any_json, max_size=3))
def test_replay_plays_or_refuses_any_json_as_moves(moves: list[Any]) -> None:
    reached = replay(read(moves=moves))
    assert reached.applied == len(moves) or reached.refusal is not None
    reached.position.check()


moves_like = st.fixed_dictionaries(
    {"seat": st.integers(0, 1), "type": st.sampled_from(["choose", "play", "pass", "decline"])},
    optional={
        "city": st.sampled_from(["parma", "roma"]) | any_json,
        "card": st.sampled_from(["m1", "m4", "scarecrow"]) | any_json,
        "take": st.sampled_from(["m1", "m4"]) | any_json,
    },
)


@given(st.lists(moves_like, max_size=12))
def test_replay_plays_or_refuses_move_like_json(moves: list[Any]) -> None:
    reached = replay(read(moves=moves))
    assert reached.applied == len(moves) or reached.refusal is not None
    reached.position.check()
