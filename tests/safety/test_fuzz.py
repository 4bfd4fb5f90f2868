"""Fuzzing of every address: the JSON API by its schema, forms with values that break programs.

`FUZZ_EXAMPLES=2000 FUZZ_SEED=7 pytest tests/safety/test_fuzz.py` tries more, and other, examples.
"""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import pytest
import schemathesis
from django.db import transaction
from django.test import Client
from django.test.client import ClientHandler
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.helpers.caches import clear_caches
from tests.helpers.effort import covering, examples, is_sampled
from tests.helpers.openapi import generated_schema
from tests.helpers.tokens import bearer
from tests.safety.asking import BRIEFLY, FORMS, address, client_of, undone
from tests.safety.routes import pages
from tests.safety.secrets import body_of
from tests.safety.test_access import ROWS
from tests.safety.world import World

pytestmark = pytest.mark.django_db
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES") or examples(3))
SEED = os.environ.get("FUZZ_SEED")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
NDJSON = "application/x-ndjson"
ROUTES = pages()
STATES = ("running", "private", "waiting", "finished")
OPERATIONS = {
    f"{method.upper()} {path}": (path, method)
    for path, item in generated_schema()["paths"].items()
    for method in item
}


@pytest.fixture(scope="module")
def endpoint(world: World) -> Any:
    handler = ClientHandler(enforce_csrf_checks=True)

    def app(environ: Any, start_response: Any) -> list[bytes]:
        """Send requests with a test client, which keeps the world's transaction."""
        response = handler({"REMOTE_ADDR": "192.0.2.1", **environ})
        start_response(f"{response.status_code} {response.reason_phrase}", [*response.items()])
        return [body_of(response)]

    return schemathesis.openapi.from_wsgi("/api/v1/schema/", app)


@pytest.mark.parametrize("operation", sorted(OPERATIONS))
def test_json_api_answers_match_schema(world: World, endpoint: Any, operation: str) -> None:
    path, method = OPERATIONS[operation]
    known = {
        "match_id": [getattr(world, state).id for state in STATES],
        "ticket_id": [world.ticket.id],
        "slug": ["condottiere", "babel"],
        "month": [world.names["month"], "2026-13"],
        "channel": ["all", "condottiere"],
        "size": ["2", "3+"],
        "username": ["opponent", "banned"],
        "club_slug": [world.names["club_slug"], world.names["private_club"]],
        "conversation_key": [world.names["conversation_key"]],
        "event_id": [world.names["event_id"], world.names["private_event"]],
        "tournament_id": [world.names["tournament_id"], world.names["private_tournament"]],
        "number": [1],
        "deal_id": [world.names["deal_id"]],
        "result_id": [world.names["result_id"], world.names["private_result"]],
        "league_id": [world.names["league_id"], world.names["private_league"]],
        "fixture_id": [world.names["fixture_id"]],
        "team_match_id": [world.names["team_match_id"], world.names["private_team_match"]],
        "key": [world.names["game_night_key"]],
        "lesson": [world.names["lesson"]],
        "puzzle": [world.names["puzzle"]],
    }

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=SEED is None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(endpoint[path][method].as_strategy(), st.data(), st.booleans(), st.booleans())
    def ask(case: Any, data: Any, real: bool, signed_in: bool) -> None:
        for name in case.path_parameters or {} if real else {}:
            case.path_parameters[name] = data.draw(st.sampled_from(known[name]))
        with transaction.atomic():
            headers = bearer(world.key) if signed_in else {}
            clear_caches()
            case.call_and_validate(headers=headers, checks=CHECKS)
            transaction.set_rollback(True)

    (seed(int(SEED))(ask) if SEED else ask)()


@pytest.mark.parametrize("role", ["player", "stranger", "moderator"])
def test_stream_lines_match_schema(world: World, role: str) -> None:
    """Schemathesis does not know answers of many lines."""
    schema = generated_schema()
    client, kinds = client_of(world, role), set()
    for name, about in (("match", ""), ("match", "finished"), ("me", "")):
        route = ROUTES[f"api_stream_{name}"]
        answers = schema["paths"][f"/{route.pattern}"]["get"]["responses"]
        message = answers["200"]["content"][NDJSON]["schema"]
        validator = Draft202012Validator({**message, "components": schema["components"]})
        with transaction.atomic():
            lines = body_of(client.get(address(world, route, about))).splitlines()
            transaction.set_rollback(True)
        for line in map(json.loads, lines):
            validator.validate(line)
            kinds.add(line["type"])
    assert {"now", "state", "event"} <= kinds


LONG, DEEP_LIST = "9" * 4301, "[" * 1200
"""More digits than Python reads, and lists that it does not parse, short enough for many fields."""
NONSENSE = [
    *("\x00", "\ud800", "\u202e\u2066", "𐏿" * 400, LONG, "-1", "1e999", "NaN", "²", "true"),
    *(DEEP_LIST, "{}", '{"type": {}}', "%s%n", "{{7*7}}", "' OR 1=1 --", "../../etc/passwd"),
    *("\r\nSet-Cookie: a=b", "2026-99-99", "0001-01-01", "", " ", "\\", "None", "1,2", "٣"),
]
NASTY = ("\x00", "\ud800", LONG, DEEP_LIST, "NaN", "²")
WRITES = sorted(
    row
    for row, method in ROWS
    if method == "POST" and not row.startswith("admin") and not row.endswith("~private")
)
"""The forms; a private match or club reads the same ones as others."""
FIELDS = (
    "nonce_hash",
    "turn_token",
    "move",
    "card",
    "to",
    "next",
    "page",
    "login",
    "email",
    "password1",
)


@pytest.mark.parametrize("row", WRITES)
def test_nonsense_in_form_causes_no_server_error(
    world: World, clients: dict[str, Client], row: str
) -> None:
    """One of the values of each row is refused with a page, the others in short.

    The pages of allauth always answer with a page: they would show their forms as JSON, too.
    """
    name, _tilde, about = row.partition("~")
    url = address(world, ROUTES[name], about)
    client = clients["moderator" if "/moderation/" in url else "player"]
    usual = FORMS.get(name, {})
    whole = _sample_of_nonsense(row)
    shown = whole if name.startswith(("account_", "mfa_")) else [Random(row).choice(whole)]
    forms = [(one, dict.fromkeys((*usual, *FIELDS), one)) for one in whole]
    for nonsense, fields in (*forms, *_with_one_spoilt(usual)):
        headers = {} if nonsense in shown else BRIEFLY
        with undone(client):
            answer = client.post(url, _sent(fields), content_type=FORM, headers=headers)
        assert answer.status_code < 500, (row, nonsense, fields)
        # SQLite would store it, PostgreSQL fails.
        refused = answer.status_code in (400, 415)
        assert refused or "\0" not in nonsense, (row, fields)


FORM = "application/x-www-form-urlencoded"


def _sample_of_nonsense(row: str) -> list[str]:
    """Return two of the nastiest values, and a twelfth of all, or all if thorough.

    The JSON API refuses every form by its content type, so each of its rows gets one value.
    """
    turn = WRITES.index(row)
    if row.startswith("api_"):
        return [*covering(NASTY, turn)]
    sampling, nasty = Random(row), _nasty(turn)
    return [one for one in NONSENSE if is_sampled(sampling, 1 / 12) or one in nasty]


def _with_one_spoilt(usual: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the usual form with one field spoilt, each by two of the nastiest values, or all."""
    return [
        (one, {**usual, field: one}) for turn, field in enumerate(usual) for one in _nasty(turn)
    ]


def _nasty(turn: int) -> list[str]:
    """Return the two of the nastiest values whose turn it is, or all if thorough."""
    turns = (turn, turn + len(NASTY) // 2)
    return [one for one in NASTY if any(one in covering(NASTY, at) for at in turns)]


def _sent(fields: dict[str, Any]) -> bytes:
    from urllib.parse import urlencode

    return urlencode(fields, doseq=True, errors="surrogatepass").encode()


@pytest.mark.parametrize("nonsense", NASTY)
def test_nonsense_in_address_causes_no_server_error(world: World, nonsense: str) -> None:
    """Each address gets one of the values, with EFFORT=thorough all."""
    client = client_of(world, "player")
    query = _sent(dict.fromkeys(QUERIES, nonsense)).decode()
    names = [name for name in ROUTES if (name, "GET") in ROWS and not name.startswith("admin")]
    for turn, name in enumerate(names):
        if nonsense in covering(NASTY, turn):
            answer = client.get(f"{address(world, ROUTES[name])}?{query}")
            assert answer.status_code < 500, (name, nonsense)


QUERIES = (
    *("step", "view", "page", "next", "after", "before", "at", "who", "part", "season", "lang"),
    *("seats", "bots", "game", "player", "with", "whose", "newer", "older", "from", "until"),
)


def test_nonsense_key_causes_no_server_error(client: Client) -> None:
    for key in ("%00", "%ff", "%ed%a0%80", "a" * 3000, "%2e%2e", "²", "%0d%0aX:y"):
        for place in ("/join/{}/", "/ladders/condottiere/{}/", "/stop-mail/{}/", "/players/{}/"):
            assert client.get(place.format(key)).status_code < 500, (place, key)


DEEP = ("[" * 60_000, "[" * 30_000 + "]" * 30_000, '{"type":' + "[" * 30_000, '{"a":' * 12_000)
"""JSON within the size limit, nested more deeply than Python can parse."""
JSON_WRITES = sorted(
    {row for row, method in ROWS if method == "POST" and (row.startswith("api_") or row == "moves")}
)


@pytest.fixture(scope="module")
def csrf_token(csrf_clients: dict[str, Client], django_db_blocker: Any) -> str:
    """Read a page as the player, and return the token that its cookie has."""
    client = csrf_clients["player"]
    with django_db_blocker.unblock():
        client.get("/")
    return client.cookies["csrftoken"].value


@pytest.mark.parametrize("csrf", [False, True], ids=["no token", "token"])
@pytest.mark.parametrize("row", JSON_WRITES)
def test_deeply_nested_json_causes_no_server_error(
    world: World, csrf_clients: dict[str, Client], csrf_token: str, row: str, csrf: bool
) -> None:
    """The CSRF check reads the body before the view does. Bodies take turns, if not thorough."""
    name, _tilde, about = row.partition("~")
    client = csrf_clients["player"]
    token = {"X-CSRFToken": csrf_token} if csrf else {}
    for body in covering(DEEP, JSON_WRITES.index(row)):
        with transaction.atomic():
            answer = client.post(
                address(world, ROUTES[name], about),
                body.encode(),
                content_type="application/json",
                headers=token,
            )
            transaction.set_rollback(True)
        assert answer.status_code in ((400, 404, 405) if csrf else (400, 403)), answer.content
        assert answer["Content-Type"] == "application/json"
        assert answer.json()["error"]["code"]
