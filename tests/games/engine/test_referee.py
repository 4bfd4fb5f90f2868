"""The referee: every request, and an answer to any input."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import Chance
from games.engine.contract import Effect, Json, Move
from games.engine.referee import Requested, judge, play_at_random, random_game
from games.engine.refusals import BadOptions, BadRecord
from games.titles.registry import ALL_RULES, newest
from tests.games.engine.tricks import Tricks
from tests.helpers.records import any_json, choose, fair_match, finish, play, read, written

PLAIN = Requested()
HANDS = {"hands": [["m10"], ["m1", "m2"]]}
GAME = written(position=HANDS, moves=[choose("parma"), play("m10")])
REFUSED_MOVE = written(position=HANDS, moves=[choose("parma"), play("m1")])
REFUSED_RECORD = written(seats=9)


def answer(record: Any, requested: Requested = PLAIN) -> Json:
    return dict(judge(json.dumps(record), ALL_RULES, requested))


def finished_record() -> Json:
    record = read(seats=3)
    return written(seats=3, moves=finish(record.start(), record.seed))


# --- Answers.


def test_answer_to_valid_record_has_position_and_turn() -> None:
    assert answer(GAME) == {
        "ok": True,
        "applied": 2,
        "error": None,
        "position": {
            "phase": "battle",
            "holder": 0,
            "turn": 1,
            "city": "parma",
            "cities": {},
            "hands": [[], ["m1", "m2"]],
            "armies": [["m10"], []],
            "passed": [False, False],
            "declines": 0,
            "answers": [None, None],
            "final": None,
            "series": [0, 0],
            "rest": answer(GAME)["position"]["rest"],
        },
        "to_move": [1],
        "outcome": None,
    }
    assert len(answer(GAME)["position"]["rest"]) == 93


def test_answer_to_finished_game_has_outcome() -> None:
    answered = answer(finished_record())
    assert answered["ok"]
    assert answered["to_move"] == []
    assert answered["position"]["phase"] == "over"
    assert set(answered["outcome"]) == {"scores", "places", "reason"}
    assert sorted(answered["outcome"]["places"])[0] == 1


def test_answer_to_refused_move_has_position_before_it() -> None:
    answered = answer(REFUSED_MOVE)
    before = answer({**REFUSED_MOVE, "moves": [choose("parma")]})
    reason = answered["error"].pop("reason")
    assert reason == "You don’t have that card."
    assert answered == {**before, "ok": False, "error": {"move": 1, "code": "illegal-move"}}


@pytest.mark.parametrize(
    ("requested", "more"),
    [(PLAIN, {}), (Requested(legal=True, view=0), {}), (Requested(trace=True), {"trace": []})],
)
def test_answer_to_refused_record_has_no_position(requested: Requested, more: Json) -> None:
    answered = answer(REFUSED_RECORD, requested)
    assert answered["error"].pop("reason")
    assert answered == {
        "ok": False,
        "applied": 0,
        "error": {"move": None, "code": "bad-record"},
        "position": None,
        "to_move": [],
        "outcome": None,
        **more,
    }


def test_dumped_position_can_be_loaded_again() -> None:
    position = answer(GAME)["position"]
    again = answer(written(position=position))
    assert again["position"] == position
    assert again["to_move"] == [1]


def test_move_after_the_end_is_refused_as_over() -> None:
    record = finished_record()
    length = len(record["moves"])
    record["moves"].append(None)
    answered = answer(record)
    assert answered["applied"] == answered["error"]["move"] == length
    assert answered["error"]["code"] == "over"
    assert answered["outcome"] is not None


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ([], "bad-record"),
        (written(seats=1, options={"x": 1}, position={"x": 1}), "bad-record"),
        (written(options={"x": 1}, position={"x": 1}, moves=[None]), "bad-options"),
        (written(position={"x": 1}, moves=[None]), "bad-position"),
        (written(moves=[None]), "bad-move"),
        (written(moves=[{"seat": 1, "type": "play", "card": "m7"}]), "bad-move"),
        (written(moves=[{"seat": 1, "type": "play", "card": "m1"}]), "not-your-turn"),
        (written(moves=[{"seat": 0, "type": "play", "card": "m1"}]), "illegal-move"),
    ],
)
def test_first_error_of_several_is_reported(record: Any, code: str) -> None:
    assert answer(record)["error"]["code"] == code


# --- What is requested besides the position.


def test_legal_lists_moves_with_their_seat() -> None:
    assert answer(GAME, Requested(legal=True))["legal"] == [
        {"seat": 1, "type": "play", "card": "m1"},
        {"seat": 1, "type": "play", "card": "m2"},
        {"seat": 1, "type": "pass"},
    ]


def test_legal_moves_are_included_with_refused_move() -> None:
    legal = answer(REFUSED_MOVE, Requested(legal=True))["legal"]
    assert legal == [{"seat": 0, "type": "play", "card": "m10"}, {"seat": 0, "type": "pass"}]


def test_legal_lists_moves_of_all_seats_to_move() -> None:
    position = {"phase": "discard", "hands": [["drum"], ["winter"]]}
    legal = answer(written(position=position), Requested(legal=True))["legal"]
    assert [(move["seat"], move["type"]) for move in legal] == [
        (0, "discard"),
        (0, "keep"),
        (1, "discard"),
        (1, "keep"),
    ]


def test_legal_is_empty_after_the_end() -> None:
    assert answer(finished_record(), Requested(legal=True))["legal"] == []


def test_trace_has_position_after_every_move() -> None:
    answered = answer(GAME, Requested(trace=True))
    assert [position["phase"] for position in answered["trace"]] == ["battle", "battle"]
    assert answered["trace"][0] == answer({**GAME, "moves": GAME["moves"][:1]})["position"]
    assert answered["trace"][-1] == answered["position"]


@pytest.mark.parametrize(
    ("viewer", "hands"),
    [(0, [[], 2]), (1, [0, ["m1", "m2"]]), ("public", [0, 2])],
)
def test_view_hides_other_hands_in_position_and_trace(viewer: Any, hands: list[Any]) -> None:
    answered = answer(GAME, Requested(view=viewer, trace=True))
    assert answered["position"]["hands"] == answered["trace"][-1]["hands"] == hands
    assert "rest" not in answered["position"]
    assert "rest" not in answered["trace"][0]


def test_view_of_missing_seat_is_refused() -> None:
    assert answer(GAME, Requested(view=2))["error"]["code"] == "bad-record"


def test_verify_refuses_record_without_fairness_data() -> None:
    assert answer(GAME, Requested(verify=True))["error"]["code"] == "bad-record"
    assert "verified" in answer(fair_match(), Requested(verify=True))


# --- Whatever comes.


def check_answer(answered: Json) -> None:
    json.dumps(answered, allow_nan=False)
    assert set(answered) >= {"ok", "applied", "error", "position", "to_move", "outcome"}
    assert answered["ok"] == (answered["error"] is None)
    if answered["error"] is not None:
        assert answered["error"]["reason"]
        assert answered["error"]["move"] in (None, answered["applied"])


@given(st.binary() | st.text())
def test_judge_answers_any_text(text: bytes | str) -> None:
    check_answer(dict(judge(text, ALL_RULES, PLAIN)))


@given(any_json)
def test_judge_answers_any_json(value: Any) -> None:
    check_answer(answer(value))


positions = st.fixed_dictionaries(
    {},
    optional={
        "phase": st.sampled_from(["choose", "battle", "discard", "over"]) | any_json,
        "hands": st.lists(st.lists(st.sampled_from(["m1", "drum", "m10"]))) | any_json,
        "armies": st.just([["m1"], []]) | any_json,
        "city": st.just("parma") | any_json,
        "cities": st.just({"parma": 0}) | any_json,
        **dict.fromkeys(
            ("holder", "turn", "passed", "declines", "answers", "final", "series", "rest"),
            any_json | st.just([None, None]) | st.just(1),
        ),
    },
)


@given(positions, st.lists(any_json, max_size=2), st.sampled_from([0, 20]))
def test_judge_answers_any_position(position: Any, moves: list[Any], points: int) -> None:
    record = written(position=position, moves=moves, options={"points": points})
    requested = Requested(legal=True, trace=True, view="public", verify=True)
    check_answer(answer(record))
    check_answer(answer(record, requested))


# --- Games at random.


def test_random_games_report_games_moves_and_outcomes() -> None:
    figures = play_at_random(newest("condottiere"), 5, 4, {}, "seed")
    assert set(figures) == {"games", "moves", "seconds", "moves_per_second", "outcomes"}
    assert figures["games"] == 5 == sum(figures["outcomes"].values())
    assert figures["moves"] > 100


def test_random_games_depend_only_on_seed() -> None:
    def moves(seed: str) -> list[int]:
        rules = newest("condottiere")
        return [play_at_random(rules, 1, seats, {}, seed)["moves"] for seats in (2, 3, 4)]

    assert moves("a") == moves("a") != moves("b")


def test_random_games_move_seats_that_are_asked_together_in_any_order() -> None:
    first = set()

    class Noting(Tricks):
        __slots__ = ()

        def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
            if not any(self.laid):
                first.add(seat)
            return super().apply(seat, move, chance)

    for seed in range(4):
        random_game(Noting, 3, {"hand": 4, "low": False}, Random(seed))
    assert first == {0, 1, 2}


def test_random_games_refuse_invalid_seats_and_options() -> None:
    with pytest.raises(BadRecord):
        play_at_random(newest("condottiere"), 1, 7, {}, "")
    with pytest.raises(BadOptions):
        play_at_random(newest("condottiere"), 1, 2, {"x": 1}, "")
