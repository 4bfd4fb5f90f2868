"""Errors have one format, whether from a view, a middleware or Django itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from pytest_django import Settings

from games.matches.api.bodies import read_body
from games.matches.models import Match
from games.matches.refusals import BadBody
from games.titles.registry import bot_levels, characters_of, slugs
from games.tournaments.api import DecisionSerializer
from tests.helpers.matches import opened, people, person, signed_in, started
from tests.helpers.openapi import generated_schema
from tests.helpers.programs import Program, refusal
from tests.helpers.tokens import bearer

pytestmark = pytest.mark.django_db
TICKETS = "/api/v1/tickets/"
JSON = "application/json"


@pytest.mark.parametrize(
    ("method", "path", "more", "expected"),
    [
        ("get", "/api/", {}, (404, "not-found")),
        ("get", "/api/tickets/", {}, (404, "not-found")),
        ("get", "/api/v1/nothing/", {}, (404, "not-found")),
        ("get", "/api/v1/matches/none/", {}, (404, "unknown-match")),
        ("get", "/api/v1/people/nobody/", {}, (404, "unknown-player")),
        ("get", "/api/v1/lessons/babel/none/", {}, (404, "unknown-lesson")),
        ("get", "/api/v1/matches/?older=x", {}, (400, "bad-page")),
        ("get", "/api/v1/matches/?seats=x", {}, (400, "bad-body")),
        ("get", "/api/v1/people/", {}, (400, "bad-body")),
        ("get", "/api/v1/records/?since=x", {}, (400, "bad-period")),
        ("patch", TICKETS, {}, (405, "wrong-method")),
        ("post", TICKETS, {"data": "{", "content_type": JSON}, (400, "bad-body")),
        ("post", TICKETS, {"data": "[]", "content_type": JSON}, (400, "bad-body")),
        ("post", TICKETS, {"data": b"\xff", "content_type": JSON}, (400, "bad-body")),
        ("post", TICKETS, {"data": {"a": 1}}, (415, "unsupported-media-type")),
        (
            *("post", "/api/v1/matches/none/leave/", {"data": {"a": 1}}),
            (415, "unsupported-media-type"),
        ),
        ("post", TICKETS, {"data": "x" * 70_000, "content_type": JSON}, (413, "too-large")),
        ("get", f"{TICKETS}?a=%00", {}, (400, "bad-body")),
        (
            "get",
            "/api/v1/matches/none/",
            {"headers": {"host": "else.where"}},
            (400, "unknown-host"),
        ),
    ],
)
def test_errors_from_all_layers_share_format(
    method: str, path: str, more: dict[str, Any], expected: tuple[int, str]
) -> None:
    client = signed_in(person("Anna"), raise_request_exception=False)
    assert refusal(getattr(client, method)(path, **more)) == expected


def test_unknown_address_is_not_called_a_page() -> None:
    assert Client().get("/api/v1/nothing/").json()["error"]["reason"] == (
        "This address doesn’t exist."
    )


def test_unauthenticated_request_gets_bearer_challenge() -> None:
    answer = Client().get("/api/v1/me/")
    assert refusal(answer) == (401, "sign-in")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("headers", [{}, {"Authorization": "tavola_123"}, bearer("tavola_123")])
@pytest.mark.parametrize("path", ["me/", "tables/"])
def test_401_says_how_to_get_and_send_a_token(path: str, headers: dict[str, str]) -> None:
    client = Client(headers=headers)
    send = client.get if path == "me/" else client.post
    answer = send(f"/api/v1/{path}", content_type="application/json")
    assert answer.status_code == 401
    reason = answer.json()["error"]["reason"]
    assert reason.endswith("Settings › Programs (/settings/tokens/).")
    assert ("“Authorization”, as “Bearer tavola_…”" in reason) == (headers != bearer("tavola_123"))


def test_too_many_requests_get_retry_after() -> None:
    anna = Program(person("Anna"))
    answers = [anna.get("people/", "name=be") for _ in range(31)]
    assert [one.status_code for one in answers] == [200] * 30 + [429]
    assert refusal(answers[-1]) == (429, "too-many")
    assert 0 < int(answers[-1]["Retry-After"]) <= 60


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"clock": None}, "“clock” must be one of these: "),
        ({"seats": "2"}, "“seats” must be a whole number from 1 to 20."),
        ({"seats": True}, "“seats” must be a whole number from 1 to 20."),
        ({"seats": 2.5}, "“seats” must be a whole number from 1 to 20."),
        ({"least": 5}, "“least” must be a whole number from 100 to 4000."),
        ({"rated": 1}, "“rated” must be true or false."),
        ({"public": "yes"}, "“public” must be true or false."),
        ({"invited": ["Ben", 7]}, "“invited[1]” must be a text of at most 60 characters."),
        ({"invited": [[]]}, "“invited[0]” must be a text of at most 60 characters."),
        ({"invited": "Ben"}, "“invited” must be a list of at most 12 entries."),
        ({"options": []}, "“options” must be an object."),
        ({"bots": ["\ud800"]}, "“bots[0]” contains an invalid character."),
        ({"character": ""}, "“character” can’t be empty."),
    ],
)
def test_error_names_invalid_field(wrong: dict[str, Any], said: str) -> None:
    answer = Program(person("Anna")).post(
        "tables/", {"game": "babel", "seats": 2, "clock": "free", **wrong}
    )
    assert refusal(answer) == (400, "bad-body")
    assert answer.json()["error"]["reason"].startswith(said)


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("tables/", {"game": "babel", "clock": "free"}, "“seats” is missing."),
        (
            "tickets/",
            {"games": ["babel"], "seats": ["2"], "clock": "live-10"},
            "“seats[0]” must be",
        ),
        ("tickets/", {"games": ["babel"], "seat": [2], "clock": "live-10"}, "There is no “seat”"),
        ("clubs/", {"name": 7}, "“name” must be a text"),
        (
            "leagues/",
            {"title": "A", "game": "babel", "starts_on": "soon"},
            "“starts_on” must be a day, written like 2026-11-30.",
        ),
    ],
)
def test_bodies_of_all_resources_are_read_by_one_rule(
    path: str, body: dict[str, Any], said: str
) -> None:
    answer = Program(person("Anna")).post(path, body)
    assert answer.status_code == 400
    assert answer.json()["error"]["reason"].startswith(said)


def test_fields_inside_of_lists_are_read_by_the_same_rule() -> None:
    places = {"places": [{"username": "Anna", "place": 1}, {"username": "Ben", "place": "1"}]}
    with pytest.raises(BadBody, match=r"“places\[1\].place” must be a whole number from 1 to"):
        read_body(DecisionSerializer, {**places, "reason": "So."})
    with pytest.raises(BadBody, match=r"no “plaec” here\. Did you mean “place”"):
        read_body(DecisionSerializer, {"places": [{"username": "Anna", "plaec": 1}]})
    with pytest.raises(BadBody, match=r"“places\[0\].place” is missing."):
        read_body(DecisionSerializer, {"places": [{"username": "Anna"}], "reason": "So."})
    with pytest.raises(BadBody, match=r"“places\[0\]” must be an object."):
        read_body(DecisionSerializer, {"places": ["Anna"], "reason": "So."})


def test_invalid_choice_error_lists_valid_choices() -> None:
    wanted = {"game": "babel", "seats": 2, "clock": "fast"}
    answer = Program(person("Anna"), "challenge").post("tables/", wanted)
    assert refusal(answer) == (400, "bad-body")
    reason = answer.json()["error"]["reason"]
    assert reason.startswith("“clock” must be one of these: ")
    assert "live-10" in reason


@pytest.mark.parametrize(
    ("wrong", "known"),
    [
        ({"game": "chess"}, slugs),
        ({"game": "babel", "bots": ["genius"]}, lambda: bot_levels("babel")),
    ],
)
def test_unknown_game_or_bot_error_lists_known_ones(
    wrong: dict[str, Any], known: Callable[[], list[str]]
) -> None:
    answer = Program(person("Anna")).post("tables/", {**wrong, "seats": 2, "clock": "free"})
    assert answer.status_code == 400
    reason = answer.json()["error"]["reason"]
    assert reason.endswith(f"Choose one of these: {', '.join(known())}.")


def test_unknown_character_error_lists_those_of_the_game() -> None:
    wanted = {"game": "babel", "seats": 2, "clock": "free", "bots": ["easy"], "character": "evil"}
    answer = Program(person("Anna")).post("tables/", wanted)
    assert refusal(answer) == (400, "bad-table")
    known = ", ".join(["any", *characters_of("babel")])
    assert answer.json()["error"]["reason"] == f"“character” must be one of these: {known}."


@pytest.mark.parametrize(
    ("field", "said"),
    [("optoins", "Did you mean “options”?"), ("colour", "There is no “colour” here.")],
)
def test_unknown_field_is_refused_by_name(field: str, said: str) -> None:
    table = {"game": "babel", "seats": 2, "clock": "free", field: {}}
    answer = Program(person("Anna")).post("tables/", table)
    assert refusal(answer) == (400, "bad-body")
    assert said in answer.json()["error"]["reason"]
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("way", "field", "said"),
    [
        ("resign", "really", "There is no “really” here."),
        ("call-off", "turn_token", "There is no “turn_token” here."),
        ("undo", "token", "Did you mean “turn_token”?"),
        ("agree", "agreed", "Did you mean “agree”?"),
        ("reveal", "nonces", "Did you mean “nonce”?"),
        ("hint", "token", "Did you mean “turn_token”?"),
    ],
)
def test_unknown_field_of_action_changes_nothing(way: str, field: str, said: str) -> None:
    anna, berta = people("Anna", "Berta")
    match = started(anna, berta)
    before = match.events.count()
    answer = Program(anna).post(f"matches/{match.id}/{way}/", {field: False})
    assert refusal(answer) == (400, "bad-body")
    assert said in answer.json()["error"]["reason"]
    assert answer.json()["table"]["status"] == "running"
    for other, expected in ((None, (401, "sign-in")), (person("Eve"), (403, "not-a-player"))):
        answer = Program(other).post(f"matches/{match.id}/{way}/", {field: False})
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == expected
    assert match.events.count() == before


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ({}, "bad-move", "Send the “turn_token” of the question that you were asked."),
        ([], "bad-body", "The body must be an object."),
    ],
)
def test_undo_is_not_refused_as_a_move(body: object, code: str, said: str) -> None:
    anna, berta = people("Anna", "Berta")
    answer = Program(anna).post(f"matches/{started(anna, berta).id}/undo/", body)
    assert answer.json()["error"] == {"code": code, "reason": said}


@pytest.mark.parametrize(("way", "field"), [("leave", "sure"), ("no-show", "nonce")])
def test_unknown_field_keeps_seat_at_open_table(way: str, field: str) -> None:
    anna = person("Anna")
    table = opened(anna, seats=3)
    answer = Program(anna).post(f"matches/{table.id}/{way}/", {field: False})
    assert refusal(answer) == (400, "bad-body")
    assert field in answer.json()["error"]["reason"]
    answer = Program(person("Eve")).post(f"matches/{table.id}/{way}/", {field: False})
    assert refusal(answer) == (403, "not-a-player")
    assert table.players.filter(user=anna).exists()


@pytest.mark.parametrize("path", ["tables/", "tickets/", "clubs/", "matches/{id}/join/"])
def test_visitor_is_not_asked_to_correct_body(path: str) -> None:
    table = opened(person("Anna"), seats=3)
    answer = Program().post(path.format(id=table.id), {"colour": "red"})
    assert refusal(answer) == (401, "sign-in")


def test_wrong_game_is_named_before_its_bots() -> None:
    table = {"game": "nope", "seats": 2, "clock": "free", "bots": ["easy"]}
    answer = Program(person("Anna")).post("tables/", table)
    assert answer.status_code == 400
    assert "game" in answer.json()["error"]["reason"]
    answer = Program(person("Ben")).post("tables/", {**table, "game": "babel", "seats": 7})
    assert "Babel needs 2 seats." in answer.json()["error"]["reason"]


@pytest.mark.parametrize("debug", [False, True])
def test_missing_slash_keeps_method_and_body(settings: Settings, debug: bool) -> None:
    settings.DEBUG = debug
    client = signed_in(person("Anna"))
    table = {"game": "babel", "seats": 2, "clock": "free"}
    answer = client.post("/api/v1/tables", table, content_type=JSON)
    assert (answer.status_code, answer["Location"]) == (308, "/api/v1/tables/")
    answer = client.post("/api/v1/tables", table, content_type=JSON, follow=True)
    assert answer.status_code == 201
    assert Match.objects.count() == 1


def test_pages_of_other_sites_may_read_but_not_write() -> None:
    anna = signed_in(person("Anna"))
    elsewhere = {"Origin": "https://blog.example"}
    answer = anna.get("/api/v1/games/", headers=elsewhere)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer, "so browsers send no cookies"
    again = anna.get("/api/v1/games/", headers={**elsewhere, "If-None-Match": answer["ETag"]})
    assert (again.status_code, again["Access-Control-Allow-Origin"]) == (304, "*")
    for method in ("post", "options"):
        written = getattr(anna, method)("/api/v1/tables/", headers=elsewhere)
        assert "Access-Control-Allow-Origin" not in written


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [("put", "games/", "GET"), ("post", "ladders/", "GET"), ("delete", "tables/", "GET, POST")],
)
def test_wrong_method_of_token_is_not_refused_for_its_scope(
    method: str, path: str, allowed: str
) -> None:
    answer = Program(person("Anna"), "read").ask(method, path)
    assert refusal(answer) == (405, "wrong-method")
    assert f"It accepts {allowed}" in answer.json()["error"]["reason"]
    assert set(allowed.split(", ")) <= set(answer["Allow"].split(", "))


def test_answers_say_how_many_requests_are_left(settings: Settings) -> None:
    settings.TOKEN_READS_A_MINUTE, settings.WRITES_A_MINUTE = 2, 5
    anna = Program(person("Anna"))
    answers = [anna.get("me/") for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert [one["RateLimit"] for one in answers] == ['"reads";r=1', '"reads";r=0', '"reads";r=0']
    assert answers[0]["RateLimit-Policy"] == '"reads";q=2;w=60'
    assert anna.post("tables/", {})["RateLimit"] == '"writes";r=4'


def test_views_accept_the_query_parameters_of_the_schema() -> None:
    paths = generated_schema()["paths"]
    resolved = get_resolver()
    for path, item in paths.items():
        for method, operation in item.items():
            named = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"}
            example = re.sub(r"{\w+}", "1", path)
            endpoint: Any = resolved.resolve(example).func
            view = endpoint.view_class
            known = set(view.query().fields) if method == "get" and view.query else set()
            of_link = {"key"} if "{match_id}" in path else set()
            assert named == known | of_link, operation["operationId"]
