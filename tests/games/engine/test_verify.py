"""Verify exported records of finished matches: fair ones pass, tampering is reported."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from games.engine.chance import commitment, seed_of
from games.engine.contract import Json, Outcome
from games.engine.referee import Requested, judge
from games.engine.verify import with_leavers
from games.titles.registry import ALL_RULES
from tests.helpers.records import fair_match

FAIR = fair_match()
FOUND = ["commitment", "seed", "seating", "deal", "moves", "outcome"]


def verified(data: Json) -> Json:
    return dict(judge(json.dumps(data), ALL_RULES, Requested(verify=True)))


@pytest.mark.parametrize("seats", range(2, 7))
def test_fair_match_is_verified(seats: int) -> None:
    answer = verified(fair_match(seats))
    assert answer["ok"]
    assert answer["verified"] == FOUND


def test_record_is_verified_only_on_request() -> None:
    assert "verified" not in judge(json.dumps(FAIR), ALL_RULES, Requested())


# --- Tampering.

Tampering = Callable[[Json], Any]


def fairness(key: str, value: Any) -> Tampering:
    return lambda data: data["fairness"].update({key: value})


def key(name: str, value: Any) -> Tampering:
    return lambda data: data.update({name: value})


def outcome(name: str, value: Any) -> Tampering:
    return lambda data: data["outcome"].update({name: value})


def another_secret(data: Json) -> None:
    """Exchange the site's secret and its commitment after the deal."""
    data["fairness"].update(secret="aa" * 32, commitment=commitment(b"\xaa" * 32))


def another_nonce(data: Json) -> None:
    data["fairness"]["nonces"][2] = "ff" * 16


def nonces_exchanged(data: Json) -> None:
    nonces = data["fairness"]["nonces"]
    nonces[0], nonces[1] = nonces[1], nonces[0]


def seats_exchanged(data: Json) -> None:
    """Two joiners change places: the seed still follows, the seating does not."""
    joined = data["fairness"]["joined"]
    joined[0], joined[1] = joined[1], joined[0]


def seat_joined_twice(data: Json) -> None:
    data["fairness"]["joined"][0] = data["fairness"]["joined"][1]


def called_a_rematch(data: Json) -> None:
    """Seats that were drawn, passed off as turned."""
    data["fairness"].update(turned="aformermatch", joined=[0, 1, 2, 3])


def own_position(data: Json) -> None:
    data["position"] = {"hands": [["m10"] * 8, ["m1"], ["m1"], ["m1"]]}
    data["moves"] = []


def last_move_cut(data: Json) -> None:
    del data["moves"][-1]


def truth_for_a_place(data: Json) -> None:
    places = data["outcome"]["places"]
    places[places.index(1)] = True


def decimals_for_scores(data: Json) -> None:
    data["outcome"]["scores"] = list(map(float, data["outcome"]["scores"]))


TAMPERINGS: list[tuple[str, Tampering, str]] = [
    ("no fairness", key("fairness", None), "no “fairness”"),
    ("fairness no object", key("fairness", ["secret"]), "no “fairness”"),
    ("no secret", fairness("secret", None), "hexadecimal"),
    ("secret not hex", fairness("secret", "xyz"), "hexadecimal"),
    ("secret a number", fairness("secret", 12), "hexadecimal"),
    ("secret in capitals", fairness("secret", "AB" * 32), "lower-case"),
    ("secret in two", fairness("secret", " " + FAIR["fairness"]["secret"]), "hexadecimal"),
    ("version a decimal", fairness("version", 1.0), "whole number"),
    ("version a truth", fairness("version", True), "whole number"),
    ("agreed a number", fairness("agreed", 1), "“agreed”"),
    ("another secret", fairness("secret", "aa" * 32), "committed"),
    ("another commitment", fairness("commitment", "00" * 32), "committed"),
    ("no commitment", fairness("commitment", None), "committed"),
    ("secret and commitment", another_secret, "seed"),
    ("another nonce", another_nonce, "seed"),
    ("nonces exchanged", nonces_exchanged, "seed"),
    ("a nonce missing", fairness("nonces", ["00" * 16] * 3), "“nonces”"),
    ("nonces no list", fairness("nonces", "00"), "“nonces”"),
    ("nonces no hex", fairness("nonces", [1, 2, 3, 4]), "hexadecimal"),
    ("seats exchanged", seats_exchanged, "seats weren’t drawn"),
    ("a seat joined twice", seat_joined_twice, "seats weren’t drawn|every seat once"),
    ("joined missing", fairness("joined", None), "“joined”"),
    ("joined of strings", fairness("joined", ["0", "1", "2", "3"]), "“joined”"),
    ("joined of truths", fairness("joined", [True, False, 2, 3]), "“joined”"),
    ("joined out of range", fairness("joined", [0, 1, 2, 4]), "“joined”"),
    ("joined below range", fairness("joined", [0, 1, 2, -1]), "“joined”"),
    ("called a rematch", called_a_rematch, "turned by one"),
    ("own position", own_position, "its own deal"),
    ("last move cut", last_move_cut, "isn’t over"),
    ("no outcome", key("outcome", None), "outcome"),
    ("other places", outcome("places", [1, 1, 1, 1]), "outcome"),
    ("other scores", outcome("scores", [9, 9, 9, 9]), "outcome"),
    ("a truth as a place", truth_for_a_place, "outcome"),
    ("decimals as scores", decimals_for_scores, "outcome"),
    ("another reason", outcome("reason", "luck"), "outcome"),
    ("an invented leaver", key("left", [3, 2]), "seats that left"),
    ("an unknown leaver", key("left", [4]), "“left”"),
    ("left twice", key("left", [1, 1]), "“left”"),
    ("left by name", key("left", ["1"]), "“left”"),
    ("left no list", key("left", 2), "“left”"),
    ("left a zero", key("left", 0), "“left”"),
    ("left empty text", key("left", ""), "“left”"),
    ("left truth", key("left", [True]), "“left”"),
    ("left of lists", key("left", [[1]]), "“left”"),
    ("left an object", key("left", {"1": 1}), "“left”"),
]


@pytest.mark.parametrize(
    ("tamper", "found"), [pytest.param(*rest, id=name) for name, *rest in TAMPERINGS]
)
def test_tampering_is_reported_by_its_reason(tamper: Tampering, found: str) -> None:
    data = deepcopy(FAIR)
    tamper(data)
    answer = verified(data)
    assert answer["ok"] is False
    assert answer["error"]["code"] == "bad-record"
    reason = answer["error"]["reason"]
    assert any(part in reason for part in found.split("|")), reason


def test_record_with_replaced_seed_is_refused() -> None:
    data = {**FAIR, "seed": "12" * 32}
    assert verified(data)["error"]["code"] == "illegal-move"
    assert "seed" in verified({**data, "moves": []})["error"]["reason"]


def test_removed_or_reseated_move_is_refused() -> None:
    """Any one move left out, or handed to another seat, is found out."""
    for index in range(0, len(FAIR["moves"]), 10):
        without = deepcopy(FAIR)
        del without["moves"][index]
        assert not verified(without)["ok"]
        elsewhere = deepcopy(FAIR)
        elsewhere["moves"][index]["seat"] = (elsewhere["moves"][index]["seat"] + 1) % 4
        assert not verified(elsewhere)["ok"]


def test_seed_from_replaced_nonce_is_refused() -> None:
    """A player's nonce replaced with everything else made to suit: the play gives it away."""
    data = deepcopy(FAIR)
    another_nonce(data)
    secret = bytes.fromhex(data["fairness"]["secret"])
    nonces = [bytes.fromhex(nonce) for nonce in data["fairness"]["nonces"]]
    data["seed"] = seed_of(secret, nonces).hex()
    assert not verified(data)["ok"]


# --- Leaving before the end: who leaves ranks last.


def finished(*places: int) -> Outcome:
    return Outcome(tuple(range(len(places))), places, "group")


@pytest.mark.parametrize(
    ("outcome", "seats", "left", "places", "reason"),
    [
        (None, 2, [0], (2, 1), "resigned"),
        (None, 2, [1], (1, 2), "resigned"),
        (None, 4, [2], (1, 1, 4, 1), "resigned"),
        (None, 4, [3, 0, 1], (3, 2, 1, 4), "resigned"),
        (finished(1, 2, 3, 4), 4, [0], (4, 1, 2, 3), "group"),
        (finished(1, 2, 2, 4), 4, [3], (1, 2, 2, 4), "group"),
        (finished(1, 2, 2, 4), 4, [0, 3], (4, 1, 1, 3), "group"),
    ],
)
def test_leavers_rank_last(
    outcome: Outcome | None, seats: int, left: list[int], places: tuple[int, ...], reason: str
) -> None:
    adjusted = with_leavers(outcome, seats, left)
    assert (adjusted.places, adjusted.reason) == (places, reason)


@pytest.mark.parametrize("left", [[2], [-1], [0, 0]])
def test_leavers_must_be_distinct_existing_seats(left: list[int]) -> None:
    with pytest.raises(ValueError, match=r"\["):
        with_leavers(None, 2, left)


def test_resigned_match_is_verified_with_order_of_leavers() -> None:
    data = deepcopy(FAIR)
    data["moves"] = data["moves"][:10]
    data["left"] = [3, 0, 1]
    data["outcome"] = {"scores": [0] * 4, "places": [3, 2, 1, 4], "reason": "resigned"}
    assert verified(data)["verified"] == FOUND
    data["left"] = [0, 3, 1]
    assert not verified(data)["ok"]
