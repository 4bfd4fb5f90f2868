"""Fairness, versions 2 and 3: no player can choose a value after seeing its result."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.verify import main, verify
from games.engine.contract import Json
from games.engine.fairness import (
    Origin,
    derived_nonce,
    draw,
    entered,
    hash_of,
    joint_secret,
    transcript_text,
)
from games.engine.referee import Requested, judge
from games.titles.registry import ALL_RULES
from tests.helpers.records import fair_match_2, fair_match_3

ORIGINS: tuple[Origin, ...] = ("revealed", "derived", "replaced")
SECRET = bytes(range(32))
NONCES = [bytes([n]) * 32 for n in range(4)]


def verified(data: Json) -> Json:
    return dict(judge(json.dumps(data), ALL_RULES, Requested(verify=True)))


def test_agreed_seats_are_verified_and_exclude_turned_seats() -> None:
    data = fair_match_2(["revealed", "derived", "revealed"], turned=True)
    del data["fairness"]["turned"]
    assert not verified(data)["ok"]
    data["fairness"]["agreed"] = True
    assert "seats agreed by the players, not drawn" in verified(data)["verified"]
    data["fairness"]["agreed"] = "yes"
    assert not verified(data)["ok"]
    data["fairness"].update(agreed=True, turned="aformermatch")
    assert "not both" in verified(data)["error"]["reason"]


def test_seed_derivation_uses_documented_bytes() -> None:
    """Implementations in other languages rely on these bytes."""
    for version, name in ((2, b"tavola 2 "), (3, b"tavola 3 ")):
        joint = joint_secret([SECRET, bytes(32)], version)
        assert joint == sha256(name + b"secret" + SECRET + bytes(32)).digest()
        derived = derived_nonce(joint, 3, version)
        assert derived == sha256(name + b"nonce" + joint + b"\0\0\0\3").digest()
    bound = sha256("{“é”}".encode()).digest()
    assert entered(SECRET, "{“é”}") == sha256(b"tavola 3 revealed" + bound + SECRET).digest()
    drawn = draw(SECRET, NONCES, version=2)
    assert drawn.seated == SEATED
    assert drawn.seed.hex() == SEED


@given(st.permutations(range(4)))
def test_seating_does_not_change_the_seed(seated: list[int]) -> None:
    """Otherwise a site that may choose the seats could choose the cards."""
    drawn = draw(SECRET, NONCES, seated=seated)
    assert drawn.seed == sha256(b"tavola 3 seed" + SECRET + b"".join(NONCES)).digest()


SEATED = [1, 3, 0, 2]
SEED = "844021d657b9f2ba05ec1ced37df241448dddf2051c18ae0a7549b18f3e21da2"


@given(st.lists(st.sampled_from(ORIGINS), min_size=2, max_size=6), st.integers(1, 6))
def test_fair_match_is_verified(origins: list[Origin], secrets: int) -> None:
    rest = ["seed", "seating", "deal", "moves", "outcome"]
    for record, more in (
        (fair_match_2(origins, secrets), []),
        (fair_match_3(origins, secrets), ["transcript", "names"]),
    ):
        answer = verified(record)
        assert answer["ok"], answer["error"]
        assert answer["verified"] == ["commitment", "nonces", *more, *rest]
        assert verify(record)[1] == "drawn"


def test_rematch_with_turned_seats_is_verified() -> None:
    turned = "seats turned by one from the previous match, not drawn"
    for record in (
        fair_match_2(["revealed", "derived", "revealed"], turned=True),
        fair_match_3(["revealed", "derived", "revealed"], seated=[1, 2, 0], former="aformermatch"),
    ):
        assert turned in verified(record)["verified"]
        assert verify(record)[1] == "turned by one from aformermatch, not drawn"


def test_agreed_seats_are_named_and_refused_if_rated() -> None:
    agreed = fair_match_3(["revealed", "revealed"], seated=[1, 0])
    assert "seats agreed by the players, not drawn" in verified(agreed)["verified"]
    assert verify(agreed)[1] == "agreed by the players, not drawn"
    rated = fair_match_3(["revealed", "revealed"], seated=[1, 0], rated=True)
    assert "must be drawn" in verified(rated)["error"]["reason"]
    with pytest.raises(SystemExit, match="rated match were agreed"):
        verify(rated)


def test_turned_seats_without_former_match_are_refused() -> None:
    """`turned` without a match was taken for a rematch's, and let anybody choose the seats."""
    data = fair_match_2(["revealed", "derived", "revealed"], turned=True)
    data["fairness"]["turned"] = None
    answer = verified(data)
    assert answer["ok"] is False
    assert "seed doesn’t follow" in answer["error"]["reason"] or (
        "seats weren’t drawn" in answer["error"]["reason"]
    )
    with pytest.raises(SystemExit, match="Not fair"):
        verify(data)


def test_every_secret_and_nonce_changes_the_seed() -> None:
    base = draw(SECRET, NONCES).seed
    assert draw(bytes(32), NONCES).seed != base
    for index in range(4):
        other = [b"!" * 32 if n == index else nonce for n, nonce in enumerate(NONCES)]
        assert draw(SECRET, other).seed != base
    assert joint_secret([SECRET, bytes(32)]) != joint_secret([bytes(32), SECRET])


def test_players_without_nonce_get_different_nonces() -> None:
    assert len({derived_nonce(SECRET, index) for index in range(6)}) == 6


FAIR = fair_match_2(["revealed", "derived", "replaced", "revealed"], secrets=2)
SEAT_OF = {
    origin: FAIR["fairness"]["origins"].index(origin)
    for origin in ("revealed", "derived", "replaced")
}


def of_seat(origin: str, key: str, value: Any) -> Any:
    def tamper(fairness: Json) -> None:
        fairness[key][SEAT_OF[origin]] = value

    return tamper


def of_match(key: str, value: Any) -> Any:
    return lambda fairness: fairness.update({key: value})


def secrets_exchanged(fairness: Json) -> None:
    fairness["secrets"].reverse()
    fairness["commitments"].reverse()


def another_bots_nonce(fairness: Json) -> None:
    """Choose a bot's nonce after all others are known, which version 1 could not detect."""
    fairness["nonces"][SEAT_OF["derived"]] = "ab" * 32


def a_nonce_of_ones_own_choice(fairness: Json) -> None:
    """Reveal a different nonce than committed to, as a player could who has seen the others."""
    fairness["nonces"][SEAT_OF["revealed"]] = "cd" * 32


TAMPERINGS = [
    ("version 4", of_match("version", 4), "no version 4"),
    ("no secrets", of_match("secrets", []), "committed"),
    ("secrets no list", of_match("secrets", "ab"), "“secrets”"),
    ("a secret no hex", of_match("secrets", ["x", "y"]), "hexadecimal"),
    ("a short secret", of_match("secrets", ["ab", "cd"]), "32 bytes"),
    ("another commitment", of_match("commitments", ["00" * 32] * 2), "committed"),
    ("a commitment missing", of_match("commitments", ["00" * 32]), "committed"),
    ("secrets exchanged", secrets_exchanged, "derived|replaced"),
    ("another bot's nonce", another_bots_nonce, "“derived”"),
    ("a nonce of one's own choice", a_nonce_of_ones_own_choice, "“revealed”"),
    ("a nonce called derived", of_seat("revealed", "origins", "derived"), "“derived”"),
    ("a nonce called replaced", of_seat("revealed", "origins", "replaced"), "“replaced”"),
    ("derived with a hash", of_seat("derived", "hashes", "00" * 32), "“derived”"),
    ("replaced without a hash", of_seat("replaced", "hashes", None), "“replaced”"),
    ("another hash", of_seat("revealed", "hashes", "00" * 32), "“revealed”"),
    ("an unknown origin", of_seat("derived", "origins", "luck"), "“luck”"),
    ("origin a list", of_seat("derived", "origins", []), "nonce of seat"),
    ("hashes missing", of_match("hashes", None), "“hashes”"),
    ("origins too few", of_match("origins", ["derived"]), "“origins”"),
    ("a nonce no hex", of_seat("revealed", "nonces", 5), "hexadecimal"),
]


@pytest.mark.parametrize(("tamper", "found"), [pytest.param(*r, id=n) for n, *r in TAMPERINGS])
def test_tampering_is_reported_by_its_reason(tamper: Any, found: str) -> None:
    data = deepcopy(FAIR)
    tamper(data["fairness"])
    answer = verified(data)
    assert answer["ok"] is False
    assert any(part in answer["error"]["reason"] for part in found.split("|")), answer["error"]


BOUND = fair_match_3(["revealed", "derived", "replaced", "revealed"])
JOINED = BOUND["fairness"]["joined"]


def rewritten(**changes: Any) -> Any:
    """Change the transcript, after the nonces were revealed for another one."""

    def tamper(data: Json) -> None:
        transcript = json.loads(data["fairness"]["transcript"]) | changes
        data.update({key: value for key, value in changes.items() if key in data})
        data["fairness"]["transcript"] = transcript_text(transcript)

    return tamper


def proof(key: str, value: Any) -> Any:
    return lambda data: data["fairness"].update({key: value})


def swapped_names(data: Json) -> None:
    one, other = data["players"][JOINED[0]], data["players"][JOINED[3]]
    one["name"], other["name"] = other["name"], one["name"]


def swapped_seats(data: Json) -> None:
    """Exchange two players and their seats, and call it agreed."""
    joined = [JOINED[3], *JOINED[1:3], JOINED[0]]
    data["players"] = [data["players"][JOINED[joined.index(seat)]] for seat in range(4)]
    data["fairness"]["joined"] = joined
    rewritten(seated=[joined.index(seat) for seat in range(4)])(data)


def bot_called_person(data: Json) -> None:
    data["players"][JOINED[1]]["bot"] = None


UNBOUND = "seats aren’t those|seed doesn’t follow"
REWRITTEN = [
    ("no transcript", proof("transcript", None), "“transcript”", "no record"),
    ("transcript a list", proof("transcript", "[]"), "“transcript”", "no record"),
    ("transcript no JSON", proof("transcript", "{"), "“transcript”", "no record"),
    ("transcript a surrogate", proof("transcript", '{"\ud800": 1}'), "“transcript”", "no record"),
    ("spaces", proof("transcript", BOUND["fairness"]["transcript"] + " "), UNBOUND, "seed|seats"),
    ("another match", lambda data: data.update(match="other"), "“match”", "another match"),
    ("called kept", proof("kept", "other"), "“match”", "another match"),
    ("called rated", lambda data: data.update(rated=True), "“rated”", "rated is not"),
    ("rated afterwards", rewritten(rated=True), UNBOUND, "seed|seats"),
    ("agreed afterwards", swapped_seats, "seed", "seed"),
    ("turned afterwards", rewritten(former="other", seated=[1, 2, 3, 0]), "seats aren’t", "seats"),
    ("turned otherwise", rewritten(former="other", seated=[0, 1, 2, 3]), "turned by one", "turned"),
    ("a seat twice", rewritten(seated=[0, 0, 1, 2]), "every seat once", "seats"),
    ("names swapped", swapped_names, "player of seat", "another name"),
    ("a bot called a person", bot_called_person, "player of seat", "kind of player"),
    ("players missing", lambda data: data.pop("players"), "“players”", "no record"),
    ("another salt", proof("salts", ["00" * 16] * 4), "player of seat", "another name"),
    ("a salt no hex", proof("salts", ["x"] * 4), "hexadecimal", "no record"),
    ("salts missing", proof("salts", None), "“salts”", "no record"),
    ("origins too many", proof("origins", ["revealed"] * 5), "“origins”", "nonce"),
    ("a player missing", rewritten(players=[]), "every player", "no record"),
    ("players no objects", rewritten(players=[1, 2, 3, 4]), "“transcript”", "no record"),
    ("other commitments", rewritten(commitments=["00" * 32]), "committed", "committed"),
    ("seats exchanged", proof("joined", JOINED[::-1]), "", "seats|name|kind"),
]


@pytest.mark.parametrize(
    ("tamper", "found", "said"), [pytest.param(*r, id=n) for n, *r in REWRITTEN]
)
def test_record_that_differs_from_transcript_is_refused(
    tamper: Any, found: str, said: str, tmp_path: Path
) -> None:
    data = deepcopy(BOUND)
    tamper(data)
    answer = verified(data)
    assert answer["ok"] is False
    assert re.search(found, answer["error"]["reason"])
    file = tmp_path / "record.json"
    file.write_text(json.dumps(data))
    with pytest.raises(SystemExit, match=said):
        main(["verify.py", str(file)])


def rules_a_decimal_in_transcript(data: Json) -> None:
    rewritten(rules=1.0)(data)
    data["rules"] = 1


def program_a_number(data: Json) -> None:
    data["players"][JOINED[0]]["program"] = 0


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (lambda data: data.update(rated=0), "“rated”"),
        (rewritten(rated=0), "“rated”"),
        (rules_a_decimal_in_transcript, "“rules”"),
        (program_a_number, "player of seat"),
        (proof("version", 3.0), "whole number"),
        (proof("salts", ["AB" * 16, None, None, None]), "lower-case"),
    ],
)
def test_value_of_wrong_type_is_refused(tamper: Any, found: str) -> None:
    data = deepcopy(BOUND)
    tamper(data)
    answer = verified(data)
    assert answer["ok"] is False
    assert re.search(found, answer["error"]["reason"]), answer["error"]


def test_bot_that_plays_on_for_player_who_left_is_accepted() -> None:
    data = deepcopy(BOUND)
    seat = JOINED[0]
    data["players"][seat]["bot"] = "normal"
    data["moves"], data["left"] = data["moves"][:10], [seat]
    places = [4 if one == seat else 1 for one in range(4)]
    data["outcome"] = {"scores": [0] * 4, "places": places, "reason": "resigned"}
    assert verified(data)["ok"], verified(data)["error"]
    assert verify(data) == (3, "drawn")


def test_hash_of_returns_sha256_in_hex() -> None:
    assert hash_of(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
