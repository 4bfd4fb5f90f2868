"""Hints for programs follow the rules and limits of hints on pages."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.matches.models import Match
from games.matches.services import hints
from tests.helpers.matches import (
    asked_against_bot,
    events,
    legal,
    people,
    person,
    seat_of,
    started,
)
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(db: None) -> User:
    return person("Anna")


@pytest.fixture
def match(anna: User) -> Match:
    return asked_against_bot(anna)


def test_hint_is_legal_move_and_is_not_played(match: Match, anna: User) -> None:
    program, path = Program(anna, "play"), f"matches/{match.id}/"
    before = events(match)
    asked = program.read(f"{path}moves/")["turn_token"]
    hint = program.does(f"{path}hint/", {"turn_token": asked})
    assert (hint["game"], hint["turn_token"]) == (match.game, asked)
    assert hint["move"] in legal(match, seat_of(match, anna))
    assert events(match) == before
    assert program.does(f"{path}moves/", {**hint["move"], "turn_token": asked})["match"] == match.id


def test_hint_is_refused_to_others(match: Match, anna: User) -> None:
    body = {"turn_token": Program(anna).read(f"matches/{match.id}/moves/")["turn_token"]}
    path = f"matches/{match.id}/hint/"
    assert refusal(Program(person("Berta")).post(path, body)) == (403, "not-a-player")
    assert refusal(Program().post(path, body)) == (401, "sign-in")
    assert refusal(Program(anna, "read").post(path, body)) == (403, "scope-missing")


def test_hint_without_current_token_is_refused_with_table(match: Match, anna: User) -> None:
    program, path = Program(anna, "play"), f"matches/{match.id}/hint/"
    assert refusal(program.post(path)) == (400, "bad-move")
    answer = program.post(path, {"turn_token": "another"})
    assert refusal(answer) == (409, "stale")
    assert answer.json()["table"]["match"] == match.id


def test_hint_against_people_is_refused(db: None) -> None:
    users = people("Clara", "Doris")
    match = started(*users, seed=4)
    for user in users:
        answer = Program(user, "play").post(f"matches/{match.id}/hint/", {"turn_token": "any"})
        assert refusal(answer) == (403, "no-hint")


def test_hints_per_minute_are_limited(
    match: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "HINTS", 1)
    program, path = Program(anna, "play"), f"matches/{match.id}/"
    body = {"turn_token": program.read(f"{path}moves/")["turn_token"]}
    program.does(f"{path}hint/", body)
    answer = program.post(f"{path}hint/", body)
    assert refusal(answer) == (429, "too-many")
    assert answer["Retry-After"] == "60"
