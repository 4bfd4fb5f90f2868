"""Every refusal through every door: status, code, a sentence, the fresh table, nothing written."""

import pytest
from django.test import Client

from accounts.models import User
from games.engine.contract import Json
from games.matches.models import Match
from games.matches.services import play
from tests.helpers.doors import DOORS, Door
from tests.helpers.matches import (
    CHOOSE,
    act,
    asked,
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
    user_at,
)
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db


@pytest.fixture(params=DOORS, ids=lambda door: door.name)
def door(request: pytest.FixtureRequest) -> Door:
    return request.param


@pytest.fixture
def users(db: None) -> list[User]:
    return people("Anna", "Berta")


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users)


@pytest.fixture
def seat(match: Match) -> int:
    return mover(match)


@pytest.fixture
def client(match: Match, seat: int) -> Client:
    """The browser of whoever is to move."""
    return signed_in(user_at(match, seat))


def refuses(
    door: Door,
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
        response = door.move(client, match.id, move, token)
    told_status, told_code, sentence = door.refusal(response)
    assert (told_status, told_code) == (status, code)
    assert sentence[0].isupper() or sentence[0] == "“"
    assert sentence.endswith(".")
    assert door.has_table(response) == table
    if not door.json and not door.htmx:
        assert_clean_page(response, status)


def test_a_move_is_taken(door: Door, client: Client, match: Match, seat: int) -> None:
    response = door.move(client, match.id, CHOOSE, asked(match, seat))
    assert events(match) == [(1, "move", seat, CHOOSE)]
    if door.json or door.htmx:
        assert response.status_code == 200
        assert door.token_in(response) == asked(match, seat)
    else:
        assert (response.status_code, response["Location"]) == (302, f"/matches/{match.id}/")


def test_stale(door: Door, client: Client, match: Match, seat: int) -> None:
    old = asked(match, seat)
    act(match, seat, CHOOSE)
    refuses(door, client, match, {"type": "pass"}, old, 409, "stale")
    response = door.move(client, match.id, {"type": "pass"}, old)
    assert door.token_in(response) == asked(match, seat), "the table in the answer is the fresh one"


def test_doubled(door: Door, client: Client, match: Match, seat: int) -> None:
    token = asked(match, seat)
    door.move(client, match.id, {"type": "decline"}, token)
    refuses(door, client, match, {"type": "decline"}, token, 409, "not-your-turn")
    assert len(events(match)) == 1


def test_not_your_turn(door: Door, match: Match, seat: int) -> None:
    other = signed_in(user_at(match, 1 - seat))
    refuses(door, other, match, CHOOSE, asked(match, seat), 409, "not-your-turn")


def test_illegal(door: Door, client: Client, match: Match, seat: int) -> None:
    token = asked(match, seat)
    for move in ({"type": "pass"}, {"type": "play", "card": "m10"}):
        refuses(door, client, match, move, token, 409, "illegal-move")


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"type": 7},
        {"type": "march"},
        {"type": "choose", "city": "paris"},
        {"type": "choose", "city": ["parma"]},
        {"type": "\ud800"},
        {"type": "{0} {x} %s <script>"},
    ],
    ids=str,
)
def test_no_move(door: Door, client: Client, match: Match, seat: int, move: Json) -> None:
    refuses(door, client, match, move, asked(match, seat), 400, "bad-move")


def test_no_question_quoted(door: Door, client: Client, match: Match) -> None:
    refuses(door, client, match, CHOOSE, None, 400, "bad-move")


def test_unknown_match(door: Door, client: Client, match: Match) -> None:
    with nothing_written(match):
        response = door.move(client, "nosuchone", CHOOSE, "x")
    assert door.refusal(response)[:2] == (404, "unknown-match")


def test_a_stranger_at_a_private_table(door: Door) -> None:
    match = started(*people("Carla", "Dora"), public=False)
    for stranger in (signed_in(person("Stranger")), Client()):
        refuses(door, stranger, match, CHOOSE, "x", 403, "private-table", table=False)
        told = door.move(stranger, match.id, CHOOSE, "x").content.decode()
        assert "Carla" not in told
        assert match.key not in told


def test_a_stranger_at_a_public_table(door: Door, match: Match, seat: int) -> None:
    stranger = signed_in(person("Stranger"))
    refuses(door, stranger, match, CHOOSE, asked(match, seat), 403, "not-a-player")
    assert door.token_in(door.move(stranger, match.id, CHOOSE, "x")) is None


def test_signed_out(door: Door, match: Match, seat: int) -> None:
    refuses(door, Client(), match, CHOOSE, asked(match, seat), 401, "sign-in")


def test_whoever_left(door: Door) -> None:
    anna, *others = people("Carla", "Dora", "Emma")
    match = started(anna, *others)
    with committed():
        play.resign(anna, match.id)
    refuses(door, signed_in(anna), match, CHOOSE, "x", 403, "not-a-player")


def test_over(door: Door, client: Client, match: Match, seat: int) -> None:
    match = play_on(match)
    refuses(door, client, match, CHOOSE, "x", 409, "over")


def test_not_started(door: Door, users: list[User]) -> None:
    match = opened(users[0], seats=3)
    client = signed_in(users[0])
    refuses(door, client, match, CHOOSE, "x", 409, "not-running", table=door.json)


def test_a_body_too_large(door: Door, client: Client, match: Match) -> None:
    for size in (64 * 1024 + 1, 3_000_000):
        with nothing_written(match):
            response = door.send(client, match.id, b"x" * size)
        assert door.refusal(response)[:2] == (413, "too-large")
    assert door.refusal(door.send(client, match.id, b"x" * 64 * 1024))[0] == 400


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_a_wrong_method(door: Door, client: Client, match: Match, method: str) -> None:
    kind = "application/json" if door.json else "text/html"
    with nothing_written(match):
        response = client.generic(method, door.address(match.id), b"{}", content_type=kind)
    status, code, sentence = door.refusal(response)
    assert (status, code) == (405, "wrong-method")
    assert sentence == "This address is not used that way."
    assert "POST" in response["Allow"]
    assert method not in response["Allow"]


def test_nothing_is_lost_by_a_refusal(door: Door, client: Client, match: Match, seat: int) -> None:
    token = asked(match, seat)
    for move in ({"type": "pass"}, {"type": "march"}, CHOOSE):
        door.move(client, match.id, move, token)
    assert events(match) == [(1, "move", seat, CHOOSE)]
    assert fresh(match).last_number == 1
