"""Hints for programs follow the rules and limits of hints on pages."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from accounts.models import User
from games.hints import services
from games.matches.models import Match
from games.titles.registry import titles
from tests.helpers.hints import work_on_hints
from tests.helpers.matches import asked_against_bot, legal, person, seat_of
from tests.helpers.openapi import generated_schema
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(anna: User) -> Match:
    return asked_against_bot(anna)


def test_hint_is_202_until_it_is_complete(match: Match, anna: User) -> None:
    program, path = Program(anna, "play"), f"matches/{match.id}/"
    asked = program.read(f"{path}moves/")["turn_token"]
    body = {"turn_token": asked}
    answer = program.post(f"{path}hint/", body)
    assert answer.status_code == 202
    assert answer.json() == {
        "game": match.game,
        "turn_token": asked,
        "state": "waiting",
        **dict.fromkeys(("move", "chance", "other", "other_chance")),
    }
    work_on_hints(steps=1)
    answer = program.post(f"{path}hint/", body)
    assert (answer.status_code, answer.json()["state"]) == (202, "found")
    assert answer.json()["move"] in legal(match, seat_of(match, anna))
    work_on_hints()
    hint = program.does(f"{path}hint/", body)
    assert hint["state"] == "done"
    assert 0 <= hint["chance"] <= 100
    assert program.does(f"{path}moves/", {**hint["move"], "turn_token": asked})["match"] == match.id


def test_waiting_hint_fits_the_schema_of_every_game(match: Match, anna: User) -> None:
    program, path = Program(anna, "play"), f"matches/{match.id}/"
    body = {"turn_token": program.read(f"{path}moves/")["turn_token"]}
    waiting = program.post(f"{path}hint/", body).json()
    assert waiting["move"] is None
    schema = {"$ref": "#/components/schemas/Hint", "components": generated_schema()["components"]}
    validator = Draft202012Validator(schema)
    for title in titles():
        validator.validate({**waiting, "game": title.slug})


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


def test_limited_hints_say_when_to_come_again(
    match: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "HINTS", 0)
    monkeypatch.setattr(services, "SECONDS", 600)
    program, path = Program(anna, "play"), f"matches/{match.id}/"
    body = {"turn_token": program.read(f"{path}moves/")["turn_token"]}
    answer = program.post(f"{path}hint/", body)
    assert refusal(answer) == (429, "too-many")
    assert 500 < int(answer["Retry-After"]) <= 600
