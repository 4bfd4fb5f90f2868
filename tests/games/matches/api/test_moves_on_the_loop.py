"""Moves by JSON and form on the event loop get the same answers as from Django's views."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.sessions.backends.cached_db import SessionStore
from django.middleware.csrf import _get_new_csrf_string
from django.utils import timezone

from accounts.services import bots, sanctions, tokens
from accounts.services.sessions import sign_out_everywhere
from config.asgi import application
from games.engine.chance import Chance
from games.engine.contract import Json, Position
from games.matches import moves_on_the_loop, visitors
from games.matches.access import SESSION_KEYS
from games.matches.models import Event, Match
from games.matches.services import commands
from tests.helpers.effort import covering
from tests.helpers.matches import (
    change_rows,
    fresh,
    mover,
    people,
    person,
    play_on,
    player_at,
    position_of,
    signed_in,
    started,
    user_at,
)
from tests.helpers.tokens import key_for

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio,
    pytest.mark.usefixtures("connections_closed"),
]
Headers = dict[str, str]
in_store = database_sync_to_async


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each move whether the loop answered it."""
    answers: list[bool] = []
    answer = moves_on_the_loop.answer

    async def noted(request: Any) -> Any:
        response = await answer(request)
        answers.append(response is not None)
        return response

    monkeypatch.setattr(moves_on_the_loop, "answer", noted)
    visitors._visitors.clear()
    return answers


async def post(path: str, body: bytes, headers: Headers) -> tuple[int, Headers, bytes]:
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
        "client": ("127.0.0.1", 4000),
        "server": ("testserver", 80),
        "headers": [
            (name.lower().encode(), value.encode())
            for name, value in {"Host": "testserver", **headers}.items()
        ],
    }
    exchange: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]  # no types
    await exchange.send_input({"type": "http.request", "body": body})
    start = await exchange.receive_output(30)
    answered = b""
    while True:
        part = await exchange.receive_output(30)
        answered += part.get("body", b"")
        if not part.get("more_body"):
            break
    await exchange.wait(30)
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return start["status"], found, answered


def session_of(user: Any) -> Headers:
    client = signed_in(user)
    token = _get_new_csrf_string()
    cookies = {
        settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value,
        settings.CSRF_COOKIE_NAME: token,
    }
    pairs = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return {"Cookie": pairs, "X-CSRFToken": token}


def as_json(match: Match, headers: Headers, move: Any) -> tuple[str, bytes, Headers]:
    path = f"/api/v1/matches/{match.id}/moves/"
    return path, json.dumps(move).encode(), {"Content-Type": "application/json", **headers}


def as_form(match: Match, headers: Headers, move: Any) -> tuple[str, bytes, Headers]:
    fields = {"turn_token": move["turn_token"], "move": json.dumps({**move, "turn_token": None})}
    body = urlencode(fields).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
    return f"/matches/{match.id}/moves/", body, {**kind, **headers}


def limit_in(headers: Headers) -> list[str]:
    """Take what is said about the limit of requests out of the headers of an answer."""
    return [headers.pop(name) for name in ("ratelimit", "ratelimit-policy") if name in headers]


Way = Callable[[Match, Headers, Any], tuple[str, bytes, Headers]]
WAYS = pytest.mark.parametrize("way", [as_json, as_form])


def next_move(match: Match) -> tuple[Any, Any]:
    """Who is to move, and a move of theirs with the question it answers."""
    seat = mover(match)
    asked = commands.turn_token_of(player_at(match, seat))
    move = next(move.dump() for move in position_of(match).moves(seat))
    return user_at(match, seat), {**move, "turn_token": asked}


def moves_made(match: Match) -> int:
    return Event.objects.filter(match=match, kind=Event.Kind.MOVE).count()


async def warm(match: Match) -> None:
    """Load the match into memory, as for a viewer."""
    from games.matches.access import open_match
    from games.matches.services.event_store import match_state

    def read() -> None:
        match_state(open_match(None, match.id).match)

    await sync_to_async(read)()


async def prepared(match: Match, how: Callable[[Any], Headers]) -> tuple[Any, Headers, Any]:
    user, move = await in_store(next_move)(match)
    headers = await in_store(how)(user)
    await warm(match)
    return user, headers, move


@WAYS
async def test_answers_on_loop_equal_answers_of_views(
    match: Match, way: Way, counted: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same status, headers and body, but for what differs with each request."""
    answers = []
    for on_the_loop in (True, False):
        if not on_the_loop:
            match = await in_store(lambda: started(*people("Carla", "Dora")))()
        _user, headers, move = await prepared(match, session_of)
        if not on_the_loop:
            monkeypatch.setattr(moves_on_the_loop, "_move_of", lambda request: None)
        path, body, sent = way(match, headers, move)
        status, found, answered = await post(path, body, sent)
        assert status == 200, answered
        del found["x-request-id"], found["content-length"]
        # The loop counts moves by themselves.
        kind = "moves" if on_the_loop else "writes"
        assert limit_in(found) == (
            [f'"{kind}";r=299', f'"{kind}";q=300;w=60'] if way is as_json else []
        )
        answers.append((status, {name: sorted(value.split(", ")) for name, value in found.items()}))
        assert await in_store(moves_made)(match) == 1
    assert counted == [True, False]
    assert answers[0] == answers[1]


Sent = tuple[Any, Headers, Any]
"""The user who sends a move, the headers of their request, and the move."""


def stale(_match: Match, sent: Sent) -> Sent:
    user, headers, move = sent
    return user, headers, {**move, "turn_token": "stale"}


def illegal(_match: Match, sent: Sent) -> Sent:
    user, headers, move = sent
    return user, headers, {"type": "nonsense", "turn_token": move["turn_token"]}


def not_their_turn(match: Match, sent: Sent) -> Sent:
    other = user_at(match, 1 - mover(match))
    return other, session_of(other), sent[2]


def of_a_stranger(_match: Match, sent: Sent) -> Sent:
    stranger = person("Stranger")
    return stranger, session_of(stranger), sent[2]


def at_a_private_table(match: Match, sent: Sent) -> Sent:
    change_rows(match, public=False)
    return of_a_stranger(match, sent)


def with_the_link_of_a_private_table(match: Match, sent: Sent) -> Sent:
    user, headers, move = at_a_private_table(match, sent)
    session = SessionStore(headers["Cookie"].partition("=")[2].partition(";")[0])
    session[SESSION_KEYS] = [match.key]
    session.save()
    return user, headers, move


def after_a_warning(_match: Match, sent: Sent) -> Sent:
    staff = person("Judge")
    staff.is_superuser = staff.is_staff = True
    staff.save()
    sanctions.give(staff, sent[0], "warning", "Insults.")
    return sent


def in_spanish(_match: Match, sent: Sent) -> Sent:
    user, headers, move = stale(_match, sent)
    return user, {**headers, "Accept-Language": "es"}, move


def of_a_program(match: Match, sent: Sent) -> Sent:
    user, _headers, move = stale(match, sent)
    return user, with_token("read", "play")(user), move


REFUSED = [
    (stale, "stale", 409),
    (illegal, "bad-move", 400),
    (not_their_turn, "not-your-turn", 409),
    (of_a_stranger, "not-a-player", 403),
    (at_a_private_table, "private-table", 403),
    (with_the_link_of_a_private_table, "not-a-player", 403),
    (after_a_warning, "warning-unread", 403),
    (in_spanish, "stale", 409),
    (of_a_program, "stale", 409),
]
REFUSALS = [
    (way, *case)
    for number, case in enumerate(REFUSED)
    for way in covering((as_json, as_form), number)
    if way is as_json or case[0] is not of_a_program
]
"""Programs send JSON, which is the turn of their case."""


def last_moves(position: Position) -> list[Json]:
    """Return the moves that end the match."""
    (seat, *_others), found = position.to_move(), []
    for move in position.moves(seat):
        after = position.clone()
        after.play(seat, move, Chance(b"any", 1))
        if after.outcome() is not None:
            found.append(move.dump())
    return found


@pytest.mark.parametrize(("way", "changed", "code", "status"), REFUSALS)
async def test_refusal_on_loop_equals_refusal_of_view(
    match: Match,
    way: Way,
    changed: Callable[[Match, Sent], Sent],
    code: str,
    status: int,
    counted: list[bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent = await prepared(match, session_of)
    _user, headers, move = await in_store(changed)(match, sent)
    path, body, given = way(match, headers, move)
    answers = []
    for read in (moves_on_the_loop._move_of, lambda request: None):
        monkeypatch.setattr(moves_on_the_loop, "_move_of", read)
        given_status, found, answered = await post(path, body, given)
        assert given_status == status, answered
        del found["x-request-id"]
        assert bool(limit_in(found)) == (way is as_json)
        answers.append((found, answered))
    assert counted == [True, False]
    (ours, our_body), (theirs, their_body) = answers
    assert our_body == their_body
    if way is as_json:
        assert json.loads(our_body)["error"]["code"] == code
    assert {name: sorted(value.split(", ")) for name, value in ours.items()} == {
        name: sorted(value.split(", ")) for name, value in theirs.items()
    }
    assert await in_store(moves_made)(match) == 0


@WAYS
async def test_final_move_on_loop_is_answered_with_outcome(
    match: Match, way: Way, counted: list[bool]
) -> None:
    await in_store(play_on)(match, until=last_moves)
    _user, headers, move = await prepared(match, session_of)
    (last, *_others) = last_moves(await in_store(position_of)(match))
    status, _headers, body = await post(
        *way(match, headers, {**last, "turn_token": move["turn_token"]})
    )
    assert status == 200, body
    assert counted == [True]
    assert (await in_store(fresh)(match)).status == Match.Status.FINISHED


@WAYS
async def test_forged_csrf_or_foreign_origin_moves_nothing(
    match: Match, way: Way, counted: list[bool]
) -> None:
    _user, headers, move = await prepared(match, session_of)
    for forged in ({**headers, "X-CSRFToken": "x" * 32}, {**headers, "Origin": "http://evil.org"}):
        status, _headers, _body = await post(*way(match, forged, move))
        assert status == 403
    assert counted == [False, False]
    assert await in_store(moves_made)(match) == 0


def with_token(*scopes: str) -> Callable[[Any], Headers]:
    return lambda user: {"Authorization": f"Bearer {key_for(user, *scopes)}"}


async def test_token_needs_scope_to_move(match: Match, counted: list[bool]) -> None:
    _user, headers, move = await prepared(match, with_token("read"))
    status, _headers, body = await post(*as_json(match, headers, move))
    assert (status, json.loads(body)["error"]["code"]) == (403, "scope-missing")
    user, headers, move = await prepared(match, with_token("read", "play"))
    assert (await post(*as_json(match, headers, move)))[0] == 200
    assert counted == [False, True]
    await in_store(tokens.revoke_all)(user)
    user, move = await in_store(next_move)(match)
    status, _headers, _body = await post(*as_json(match, headers, move))
    assert status == 401


@pytest.mark.parametrize("published", [True, False])
async def test_cached_user_is_reloaded_after_message_or_timeout(
    match: Match, published: bool, counted: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signed out everywhere: at once where the layer can say so, after ten seconds where not."""

    async def make_a_move() -> int:
        user, move = await in_store(next_move)(match)
        await warm(match)
        path, body, sent = as_json(match, headers[user.pk], move)
        return (await post(path, body, sent))[0]

    users = [await in_store(user_at)(match, seat) for seat in range(2)]
    headers = {user.pk: await in_store(session_of)(user) for user in users}
    assert [await make_a_move(), await make_a_move()] == [200, 200]
    if not published:
        monkeypatch.setattr("games.matches.receivers.after_commit", lambda *_args: None)
        monkeypatch.setattr(visitors, "CHECKED_EVERY", 0.0)
    for user in users:
        await in_store(sign_out_everywhere)(user)
    assert await make_a_move() == 401
    assert await in_store(moves_made)(match) == 2


async def test_move_after_suspension_is_refused(match: Match, counted: list[bool]) -> None:
    user, headers, move = await prepared(match, session_of)
    assert (await post(*as_json(match, headers, move)))[0] == 200

    def suspend() -> None:
        staff = person("Judge")
        staff.is_superuser = staff.is_staff = True
        staff.save()
        until = timezone.now() + timedelta(days=9)
        sanctions.give(staff, user, "suspension", "Insults.", until=until)

    await in_store(suspend)()
    move["turn_token"] = "another"
    status, _headers, body = await post(*as_json(match, headers, move))
    assert (status, json.loads(body)["error"]["code"]) == (409, "over")
    assert counted == [True, True]


@WAYS
async def test_move_in_rated_match_is_answered_with_ratings(
    match: Match, way: Way, counted: list[bool]
) -> None:
    await in_store(change_rows)(match, rated=True)
    _user, headers, move = await prepared(match, session_of)
    status, _headers, body = await post(*way(match, headers, move))
    assert status == 200, body
    assert counted == [True]


async def test_move_of_bot_account_is_answered_on_loop(counted: list[bool]) -> None:
    def of_two_bots() -> Match:
        owner, *players = people("Owner", "Anna", "Berta")
        for one in players:
            bots.become(one, bots.make_code(owner))
        return started(*players)

    match = await in_store(of_two_bots)()
    _user, headers, move = await prepared(match, with_token("play"))
    status, _headers, body = await post(*as_json(match, headers, move))
    assert status == 200, body
    assert counted == [True]
