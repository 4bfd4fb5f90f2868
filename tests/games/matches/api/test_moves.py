"""The JSON API of a match: its state, and refused requests."""

import io

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from accounts.models import User
from games.engine.contract import Json
from games.matches.models import Match
from games.site.middleware import BodyLimit
from tests.helpers.endpoints import ENDPOINTS, Endpoint
from tests.helpers.matches import (
    CHOOSE,
    events,
    legal,
    mover,
    nothing_written,
    opened,
    person,
    position_of,
    seat_of,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.prepared import prepared
from tests.helpers.tokens import bearer, key_for

pytestmark = pytest.mark.django_db
API = Endpoint("api", json=True, api=True)
PAGE = Endpoint("json", json=True)


def state(client: Client, match: Match) -> Json:
    response = client.get(f"/api/v1/matches/{match.id}/")
    assert response.status_code == 200
    answer: Json = response.json()
    return answer


def test_player_gets_view_moves_and_question(match: Match) -> None:
    seat = mover(match)
    answered = state(signed_in(user_at(match, seat)), match)
    assert (answered["match"], answered["game"]) == (match.id, "condottiere")
    assert answered["rules"] == match.rules
    assert answered["status"] == "running"
    assert answered["seat"] == seat
    assert answered["view"] == position_of(match).view(seat)
    assert answered["moves"] == legal(match, seat)
    assert answered["turn_token"] == turn_token(match, seat)
    assert answered["outcome"] is None
    assert [player["seat"] for player in answered["players"]] == [0, 1]


def test_waiting_player_gets_no_question(match: Match) -> None:
    answered = state(signed_in(user_at(match, 1 - mover(match))), match)
    assert (answered["moves"], answered["turn_token"]) == ([], None)


def test_spectator_gets_public_view(match: Match) -> None:
    for client in (Client(), signed_in(person("Stranger"))):
        answered = state(client, match)
        assert (answered["seat"], answered["moves"], answered["turn_token"]) == (None, [], None)
        assert answered["view"] == position_of(match).view(None)


def test_open_table_is_shown_without_key(pair: list[User]) -> None:
    match = opened(pair[0], seats=3)
    answered = state(Client(), match)
    assert (answered["status"], answered["rules"]) == ("open", match.rules)
    assert answered["players"] == [{"name": "Anna", "username": "Anna", "bot": False}]
    assert match.key not in str(answered)


@pytest.mark.parametrize("endpoint", [API, PAGE], ids=lambda endpoint: endpoint.name)
def test_invalid_body_is_refused_with_table(match: Match, endpoint: Endpoint) -> None:
    client = signed_in(user_at(match, mover(match)))
    for body, code in (
        (b"{", "bad-body"),
        (b"type=choose", "bad-body"),
        (b"\xff\xfe", "bad-body"),
        (b'{"type": NaN}', "bad-body"),
        (b"[" * 60_000, "bad-body"),
        (b"[" * 30_000 + b"]" * 30_000, "bad-body"),
        (b'{"type": ' + b"9" * 60_000 + b"}", "bad-body"),
        (b'{"type": 9007199254740993}', "bad-body"),
        (b"[]", "bad-move"),
        (b"null", "bad-move"),
        (b'"choose"', "bad-move"),
        (b"true", "bad-move"),
    ):
        with nothing_written(match):
            response = endpoint.send(client, match.id, body)
        status, error, sentence = endpoint.refusal(response)
        assert (status, error, sentence[-1]) == (400, code, "."), body[:30]
        assert endpoint.has_table(response), body[:30]


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_misspelt_field_of_move_is_refused_by_name(match: Match, endpoint: Endpoint) -> None:
    seat = mover(match)
    client, token = signed_in(user_at(match, seat)), turn_token(match, seat)
    with nothing_written(match):
        response = endpoint.move(client, match.id, {**CHOOSE, "ctiy": "roma"}, token)
    sentence = "There is no “ctiy” here. Did you mean “city”?"
    assert endpoint.refusal(response) == (400, "bad-move", sentence)
    assert endpoint.has_table(response)


def test_form_post_to_api_is_refused(match: Match) -> None:
    client = signed_in(user_at(match, mover(match)))
    with nothing_written(match):
        response = client.post(API.address(match.id), CHOOSE)
    assert API.refusal(response)[:2] == (415, "unsupported-media-type")


def test_session_move_needs_csrf_token(match: Match) -> None:
    seat = mover(match)
    client = signed_in(user_at(match, seat), enforce_csrf_checks=True)
    token = turn_token(match, seat)
    for endpoint in (API, PAGE):
        with nothing_written(match):
            response = endpoint.move(client, match.id, CHOOSE, token)
        assert endpoint.refusal(response)[:2] == (403, "permission-denied")
    with nothing_written(match):
        assert Endpoint("form").move(client, match.id, CHOOSE, token).status_code == 403


def test_access_token_needs_no_session(match: Match) -> None:
    seat = mover(match)
    key = key_for(user_at(match, seat))
    client = Client(enforce_csrf_checks=True, headers=bearer(key))
    assert state(client, match)["seat"] == seat
    response = API.move(client, match.id, CHOOSE, turn_token(match, seat))
    assert response.status_code == 200
    assert len(events(match)) == 1


def test_invalid_access_token_is_refused(match: Match) -> None:
    for key in ("123", "tavola_123", "", "é"):
        response = Client(headers=bearer(key)).get(f"/api/v1/matches/{match.id}/")
        assert API.refusal(response)[:2] == (401, "bad-token")
        assert response["WWW-Authenticate"] == "Bearer"


def test_private_table_is_shown_only_to_players_and_invited(pair: list[User]) -> None:
    match = started(*pair, public=False)
    assert state(signed_in(pair[0]), match)["seat"] == seat_of(match, pair[0])
    for client in (Client(), signed_in(person("Stranger"))):
        response = client.get(f"/api/v1/matches/{match.id}/")
        assert API.refusal(response)[:2] == (403, "private-table")
        client.get(f"/join/{match.key}/")
        assert state(client, match)["seat"] is None, "the link gives read access"


def test_chunked_body_is_read_up_to_limit(rf: RequestFactory) -> None:
    seen: list[bytes] = []

    def read(request: HttpRequest) -> HttpResponse:
        seen.append(request.body)
        return HttpResponse()

    middleware = BodyLimit(read)
    for size in (10, 64 * 1024):
        request = rf.post("/", b"", content_type="application/json")
        request.META["CONTENT_LENGTH"] = ""
        request._stream = io.BytesIO(b"x" * size)
        middleware(request)
        assert len(seen.pop()) == size
    request = rf.post("/", b"", content_type="application/json")
    request.META["CONTENT_LENGTH"] = "nonsense"
    request._stream = io.BytesIO(b"x" * (64 * 1024 + 1))
    assert middleware(request).status_code == 413
    assert not seen


def test_schema_contains_moves_endpoint(client: Client) -> None:
    response = client.get("/api/v1/schema/")
    assert response.status_code == 200
    assert b"/api/v1/matches/{match_id}/moves/" in response.content


def test_same_move_sent_again_is_answered_with_current_state(match: Match) -> None:
    """Its first answer was lost: a program that sends it again learns that it was made."""
    seat = mover(match)
    client, token = signed_in(user_at(match, seat)), turn_token(match, seat)
    first = API.move(client, match.id, CHOOSE, token)
    again = API.move(client, match.id, CHOOSE, token)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["turn_token"] == first.json()["turn_token"]
    assert len(events(match)) == 1
    other = API.move(client, match.id, {**CHOOSE, "city": "milano"}, token)
    assert API.refusal(other)[1] in {"stale", "not-your-turn"}, "another move is not the same"


def test_same_card_is_no_answer_to_earlier_question(pair: list[User]) -> None:
    """The other army has passed, so the seat is asked again after each of its two equal cards."""
    battle = {
        "phase": "battle",
        "city": "milano",
        "armies": [["m10"], ["m1"]],
        "hands": [["m3", "m3", "m4"], ["m5"]],
        "passed": [False, True],
    }
    match = prepared("condottiere", battle, *pair)
    client, card = signed_in(pair[0]), {"type": "play", "card": "m3"}
    tokens = []
    for _ in range(2):
        tokens.append(turn_token(match, 0))
        assert API.move(client, match.id, card, tokens[-1]).status_code == 200
    assert API.move(client, match.id, card, tokens[1]).status_code == 200, "the newest move"
    assert API.refusal(API.move(client, match.id, card, tokens[0]))[:2] == (409, "stale")
    assert len(events(match)) == 2
