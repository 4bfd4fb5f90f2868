"""Refusals at every endpoint: status, code, sentence and current table, with nothing written."""

import pytest
from django.test import Client

from accounts.models import User
from games.engine.contract import Json
from games.matches.models import Match
from games.matches.services import commands
from tests.helpers.endpoints import ENDPOINTS, Endpoint
from tests.helpers.matches import (
    CHOOSE,
    act,
    committed,
    events,
    fresh,
    mover,
    nothing_written,
    opened,
    people,
    person,
    play_on,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db


@pytest.fixture(params=ENDPOINTS, ids=lambda endpoint: endpoint.name)
def endpoint(request: pytest.FixtureRequest) -> Endpoint:
    one: Endpoint = request.param
    return one


@pytest.fixture
def seat(match: Match) -> int:
    return mover(match)


@pytest.fixture
def client(match: Match, seat: int) -> Client:
    """Return the client of the player who has to move."""
    return signed_in(user_at(match, seat))


def refuses(
    endpoint: Endpoint,
    client: Client,
    match: Match,
    move: Json,
    token: str | None,
    status: int,
    code: str,
    *,
    table: bool = True,
) -> None:
    with nothing_written(match):
        response = endpoint.move(client, match.id, move, token)
    told_status, told_code, sentence = endpoint.refusal(response)
    assert (told_status, told_code) == (status, code)
    assert sentence[0].isupper() or sentence[0] == "“"
    assert sentence.endswith(".")
    assert endpoint.has_table(response) == table
    if not endpoint.json and not endpoint.htmx:
        assert_clean_page(response, status)


def test_legal_move_is_accepted(
    endpoint: Endpoint, client: Client, match: Match, seat: int
) -> None:
    response = endpoint.move(client, match.id, CHOOSE, turn_token(match, seat))
    assert events(match) == [(1, "move", seat, CHOOSE)]
    if endpoint.json or endpoint.htmx:
        assert response.status_code == 200
        assert endpoint.token_in(response) == turn_token(match, seat)
    else:
        assert (response.status_code, response["Location"]) == (302, f"/matches/{match.id}/")


def test_stale_token_is_refused(
    endpoint: Endpoint, client: Client, match: Match, seat: int
) -> None:
    old = turn_token(match, seat)
    act(match, seat, CHOOSE)
    for token in (old, "0" * 16):
        refuses(endpoint, client, match, {"type": "pass"}, token, 409, "stale")
    response = endpoint.move(client, match.id, {"type": "pass"}, old)
    assert endpoint.token_in(response) == turn_token(match, seat), (
        "the table in the answer is the fresh one"
    )


def test_doubled_move_is_made_once(
    endpoint: Endpoint, client: Client, match: Match, seat: int
) -> None:
    token = turn_token(match, seat)
    endpoint.move(client, match.id, {"type": "decline"}, token)
    if endpoint.json:
        again = endpoint.move(client, match.id, {"type": "decline"}, token)
        assert again.status_code == 200, "a program may have lost the first answer"
    else:
        refuses(endpoint, client, match, {"type": "decline"}, token, 409, "not-your-turn")
    assert len(events(match)) == 1


def test_move_out_of_turn_is_refused(endpoint: Endpoint, match: Match, seat: int) -> None:
    other = signed_in(user_at(match, 1 - seat))
    refuses(endpoint, other, match, CHOOSE, turn_token(match, seat), 409, "not-your-turn")


def test_illegal_move_is_refused(
    endpoint: Endpoint, client: Client, match: Match, seat: int
) -> None:
    token = turn_token(match, seat)
    for move in ({"type": "pass"}, {"type": "play", "card": "m10"}, {"type": "keep"}):
        refuses(endpoint, client, match, move, token, 409, "illegal-move")


def test_malformed_move_is_refused(
    endpoint: Endpoint, client: Client, match: Match, seat: int
) -> None:
    token = turn_token(match, seat)
    for move in (
        {},
        {"type": None},
        {"type": 7},
        {"type": ["choose"]},
        {"type": "march"},
        {"type": "choose"},
        {"type": "choose", "city": "paris"},
        {"type": "choose", "city": ["parma"]},
        {"type": "choose", "city": {"name": "parma"}},
        {"type": "play", "card": 7},
        {"type": "play", "card": "m1", "take": "nothing"},
        {"type": "\ud800"},
        {"type": "{0} {x} %s <script>"},
    ):
        refuses(endpoint, client, match, move, token, 400, "bad-move")


def test_move_without_token_is_refused(endpoint: Endpoint, client: Client, match: Match) -> None:
    refuses(endpoint, client, match, CHOOSE, None, 400, "bad-move")


def test_move_in_unknown_match_is_refused(endpoint: Endpoint, client: Client, match: Match) -> None:
    with nothing_written(match):
        response = endpoint.move(client, "nosuchone", CHOOSE, "x")
    assert endpoint.refusal(response)[:2] == (404, "unknown-match")


def test_stranger_cannot_move_at_private_table(endpoint: Endpoint) -> None:
    match = started(*people("Carla", "Dora"), public=False)
    for stranger in (signed_in(person("Stranger")), Client()):
        refuses(endpoint, stranger, match, CHOOSE, "x", 403, "private-table", table=False)
        page = endpoint.move(stranger, match.id, CHOOSE, "x").content.decode()
        assert "Carla" not in page
        assert match.key not in page


def test_stranger_cannot_move_at_public_table(endpoint: Endpoint, match: Match, seat: int) -> None:
    stranger = signed_in(person("Stranger"))
    refuses(endpoint, stranger, match, CHOOSE, turn_token(match, seat), 403, "not-a-player")
    assert endpoint.token_in(endpoint.move(stranger, match.id, CHOOSE, "x")) is None


def test_anonymous_move_is_refused(endpoint: Endpoint, match: Match, seat: int) -> None:
    refuses(endpoint, Client(), match, CHOOSE, turn_token(match, seat), 401, "sign-in")


def test_leaver_is_refused(endpoint: Endpoint) -> None:
    anna, *others = people("Carla", "Dora", "Emma")
    match = started(anna, *others)
    with committed():
        commands.resign(anna, match.id)
    refuses(endpoint, signed_in(anna), match, CHOOSE, "x", 403, "not-a-player")


def test_move_after_end_is_refused(
    endpoint: Endpoint, client: Client, match: Match, seat: int
) -> None:
    match = play_on(match)
    refuses(endpoint, client, match, CHOOSE, "x", 409, "over")


def test_move_before_start_is_refused(endpoint: Endpoint, pair: list[User]) -> None:
    match = opened(pair[0], seats=3)
    client = signed_in(pair[0])
    refuses(endpoint, client, match, CHOOSE, "x", 409, "not-running", table=endpoint.json)


def test_too_large_body_is_refused(endpoint: Endpoint, client: Client, match: Match) -> None:
    for size in (64 * 1024 + 1, 3_000_000):
        with nothing_written(match):
            response = endpoint.send(client, match.id, b"x" * size)
        assert endpoint.refusal(response)[:2] == (413, "too-large")
    assert endpoint.refusal(endpoint.send(client, match.id, b"x" * 64 * 1024))[0] == 400


def test_wrong_method_is_refused(endpoint: Endpoint, client: Client, match: Match) -> None:
    for method in ("PUT", "PATCH", "DELETE"):
        refuses_method(endpoint, client, match, method)


@pytest.mark.parametrize("endpoint", [one for one in ENDPOINTS if not one.json], indirect=True)
def test_get_request_to_page_moves_is_refused(
    endpoint: Endpoint, client: Client, match: Match
) -> None:
    """Programs read the legal moves there."""
    refuses_method(endpoint, client, match, "GET")


def refuses_method(endpoint: Endpoint, client: Client, match: Match, method: str) -> None:
    kind = "application/json" if endpoint.json else "text/html"
    with nothing_written(match):
        response = client.generic(method, endpoint.address(match.id), b"{}", content_type=kind)
    status, code, sentence = endpoint.refusal(response)
    assert (status, code) == (405, "wrong-method")
    page = "This page doesn’t accept that request. Go back and try again."
    assert sentence == page or (endpoint.api and "It accepts GET, POST" in sentence)
    assert "POST" in response["Allow"]
    assert method not in response["Allow"]


def test_refused_moves_do_not_affect_later_move(
    endpoint: Endpoint, client: Client, match: Match, seat: int
) -> None:
    token = turn_token(match, seat)
    for move in ({"type": "pass"}, {"type": "march"}, CHOOSE):
        endpoint.move(client, match.id, move, token)
    assert events(match) == [(1, "move", seat, CHOOSE)]
    assert fresh(match).last_number == 1
