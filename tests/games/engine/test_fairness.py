"""Fairness, version 2: no player can choose a value after seeing its result."""

from __future__ import annotations

import json
from copy import deepcopy
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.verify import verify
from games.engine.contract import Json
from games.engine.fairness import Origin, derived_nonce, draw, hash_of, joint_secret
from games.engine.referee import Requested, judge
from games.titles.registry import ALL_RULES
from tests.helpers.records import fair_match_2

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
    assert "agreed seats" in verified(data)["verified"]
    data["fairness"]["agreed"] = "yes"
    assert not verified(data)["ok"]
    data["fairness"].update(agreed=True, turned="aformermatch")
    assert "not both" in verified(data)["error"]["reason"]


def test_seed_derivation_uses_documented_bytes() -> None:
    """Implementations in other languages rely on these bytes."""
    joint = joint_secret([SECRET, bytes(32)])
    assert joint == sha256(b"tavola 2 secret" + SECRET + bytes(32)).digest()
    assert derived_nonce(joint, 3) == sha256(b"tavola 2 nonce" + joint + b"\0\0\0\3").digest()
    drawn = draw(SECRET, NONCES)
    assert drawn.seated == SEATED
    assert drawn.seed.hex() == SEED


SEATED = [1, 3, 0, 2]
SEED = "844021d657b9f2ba05ec1ced37df241448dddf2051c18ae0a7549b18f3e21da2"


@given(st.lists(st.sampled_from(ORIGINS), min_size=2, max_size=6), st.integers(1, 6))
def test_fair_match_is_verified(origins: list[Origin], secrets: int) -> None:
    answer = verified(fair_match_2(origins, secrets))
    assert answer["ok"], answer["error"]
    found = ["commitment", "nonces", "seed", "seating", "deal", "moves", "outcome"]
    assert answer["verified"] == found


def test_rematch_with_turned_seats_is_verified() -> None:
    answer = verified(fair_match_2(["revealed", "derived", "revealed"], turned=True))
    assert "turned seats" in answer["verified"]


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
    ("version 3", of_match("version", 3), "no version 3"),
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


def test_hash_of_returns_sha256_in_hex() -> None:
    assert hash_of(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
