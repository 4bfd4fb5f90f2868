"""Hints for programs: where the page gives them, and within the same limits."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.matches.models import Match
from games.matches.services import hints
from tests.helpers.matches import (
    asked_beside_a_bot,
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
    return asked_beside_a_bot(anna)


def test_a_hint_is_a_legal_move_and_is_not_made(match: Match, anna: User) -> None:
    program, path = Program(anna, "play"), f"matches/{match.id}/"
    before = events(match)
    asked = program.read(f"{path}moves/")["asked"]
    hint = program.does(f"{path}hint/", {"asked": asked})
    assert (hint["game"], hint["asked"]) == (match.game, asked)
    assert hint["move"] in legal(match, seat_of(match, anna))
    assert events(match) == before
    assert program.does(f"{path}moves/", {**hint["move"], "asked": asked})["match"] == match.id


def test_it_is_given_to_nobody_else(match: Match, anna: User) -> None:
    body = {"asked": Program(anna).read(f"matches/{match.id}/moves/")["asked"]}
    path = f"matches/{match.id}/hint/"
    assert refusal(Program(person("Berta")).post(path, body)) == (403, "not-a-player")
    assert refusal(Program().post(path, body)) == (401, "sign-in")
    assert refusal(Program(anna, "read").post(path, body)) == (403, "scope-missing")


def test_a_question_that_is_none_is_refused_with_the_table(match: Match, anna: User) -> None:
    program, path = Program(anna, "play"), f"matches/{match.id}/hint/"
    assert refusal(program.post(path)) == (400, "bad-move")
    answer = program.post(path, {"asked": "another"})
    assert refusal(answer) == (409, "stale")
    assert answer.json()["table"]["match"] == match.id


def test_not_against_people(db: None) -> None:
    users = people("Clara", "Doris")
    match = started(*users, seed=4)
    for user in users:
        answer = Program(user, "play").post(f"matches/{match.id}/hint/", {"asked": "any"})
        assert refusal(answer) == (403, "no-hint")


def test_so_many_a_minute(match: Match, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "HINTS", 1)
    program, path = Program(anna, "play"), f"matches/{match.id}/"
    body = {"asked": program.read(f"{path}moves/")["asked"]}
    program.does(f"{path}hint/", body)
    answer = program.post(f"{path}hint/", body)
    assert refusal(answer) == (429, "too-many")
    assert answer["Retry-After"] == "60"
