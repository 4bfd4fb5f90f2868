"""Permissions of sockets: every socket × role against a table, and the allowed origins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from pytest_django import Settings

from core.monitoring.asgi import NOT_FOUND, SIGNED_OUT
from core.server.public_pages import PUBLIC_SOCKETS
from core.server.security import SameOrigin, is_allowed
from games.matches.streams import stream
from tests.helpers.matches import signed_in
from tests.helpers.sockets import Screen, aside, screen
from tests.safety.routes import sockets
from tests.safety.world import ROLES, made

pytestmark = pytest.mark.usefixtures("connections_closed")
ROUTES = sockets()
# `open`: a frame comes; `shut`: closed or refused; `bans`: one frame says that the
# account is banned, and it closes. In the order of the roles.
TABLE = """
ws/lobby/                      open open open open open bans open open open open
ws/me/                         shut open open open open bans open open open open
ws/your-turn/                  shut open open open open bans open open open open
ws/quick/{ticket_id}/          open open open open open bans open open open open
ws/clubs/{club_slug}/          shut shut shut open open bans shut shut shut shut
ws/messages/{conversation_key}/ shut shut shut open open bans shut shut shut shut
ws/events/{event_id}/          open open open open open bans open open open open
ws/tournaments/{tournament_id}/ open open open open open bans open open open open
ws/api/v1/stream/tournaments/{tournament_id}/ shut open open open open shut open open open open
ws/matches/{match_id}/         open open open open open bans open open open open
ws/matches/{match_id}/~private shut shut shut open open bans shut shut shut shut
ws/tv/{channel}/{match_id}/    open open open open open bans open open open open
ws/tv/{channel}/{match_id}/~private shut shut shut shut shut bans shut shut shut shut
ws/embed/matches/{match_id}/   open open open open open open open open open open
ws/embed/matches/{match_id}/~private shut shut shut shut shut shut shut shut shut shut
ws/api/v1/matches/{match_id}/  open open open open open shut open open open open
ws/api/v1/matches/{match_id}/~private shut shut shut open open shut shut shut shut shut
ws/api/v1/stream/me/           shut open open open open shut open open open open
ws/api/v1/stream/matches/      shut open open open open shut open open open open
ws/api/v1/stream/matches/{match_id}/ shut open open open open shut open open open open
ws/api/v1/stream/matches/{match_id}/~private shut shut shut open open shut shut shut shut shut
"""
ROWS = {row: cells for row, *cells in (line.split() for line in TABLE.strip().splitlines())}


NOWHERE = ("ws/", "ws/x/", "ws/matches/", "ws/lobby", "", "ws/matches/%ff/", "ws/quick/a/b/c/")
BEFORE_FLOOD = 10
"""Messages, each with a ping, that one socket takes; many more would be cut off as a flood."""
NONSENSE = (
    "",
    "{",
    "[" * 30_000,
    '{"visible":' * 5_000,
    "ping" * 9,
    "\x00",
    "\ud83d",
    "null",
    "true",
)


async def answered(path: str, client: Any, user_is_banned: bool) -> str:
    screen = Screen(path, client)
    if not await screen.connect():
        return "shut"
    try:
        first = await screen.hears()
        # Programs are told why, in a message before the close.
        refused = str(first.get("text", "")).startswith(('{"error":', '{"type":"end"'))
        if first["type"] != "websocket.send" or refused:
            return "shut"
        if user_is_banned:
            assert await screen.closed_with()
            return "bans"
        return "open"
    finally:
        await screen.disconnect()


def test_sockets_and_table_rows_match() -> None:
    assert {row.partition("~")[0] for row in ROWS} == set(ROUTES)


@pytest.mark.django_db(transaction=True)
async def test_each_role_is_answered_as_in_table(monkeypatch: pytest.MonkeyPatch) -> None:
    # A reader without matches hears only that the stream of all matches is alive.
    monkeypatch.setattr(stream, "ALIVE_EVERY", 0.2)
    world = await aside(made)
    clients = {role: await aside(signed_in, world.people[role]) for role in ROLES}
    for row, cells in ROWS.items():
        name, _tilde, about = row.partition("~")
        known = world.names | ({"match_id": world.private.id} if about else {})
        path = ROUTES[name].address(**known)
        # A public socket does not know the user.
        banned = "" if path.startswith(PUBLIC_SOCKETS) else "banned"
        heard = [await answered(path, clients[role], role == banned) for role in ROLES]
        assert heard == cells, row


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("http://LOCALHOST:8000", "localhost:8000", True),
        ("http://localhost:9000", "localhost:8000", False),
        ("http://localhost", "localhost:8000", False),
        ("http://127.0.0.1:8000", "localhost:8000", False),
        ("http://evil.example", "evil.example", False),
        ("http://localhost:8000.evil.example", "localhost:8000", False),
        ("http://localhost:8000@evil.example", "localhost:8000", False),
        ("http://[", "localhost:8000", False),
        ("null", "localhost:8000", False),
        ("", "localhost:8000", False),
        ("https://play.example", "inner:8001", True),
    ],
)
def test_socket_of_foreign_origin_is_refused(
    origin: str, host: str, ours: bool, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example"]
    assert is_allowed(origin, host) == ours


def test_http_origin_is_foreign_behind_tls(settings: Settings) -> None:
    settings.ALLOWED_HOSTS, settings.BEHIND_TLS = ["play.example"], True
    assert is_allowed("https://play.example", "play.example")
    assert not is_allowed("http://play.example", "play.example")


@pytest.mark.parametrize("headers", [[], [(b"authorization", b"Bearer tavola_x")]])
@pytest.mark.parametrize(
    ("extensions", "answered"),
    [
        ({"websocket.http.response": {}}, ("websocket.http.response.start", 400)),
        ({}, ("websocket.close", None)),
    ],
)
async def test_socket_of_unknown_host_is_refused(
    headers: list[tuple[bytes, bytes]], extensions: dict[str, object], answered: tuple[str, int]
) -> None:
    named = [(b"host", b"evil.example"), (b"origin", b"http://evil.example"), *headers]
    sent = await sent_by_same_origin({"headers": named, "extensions": extensions})
    assert (sent[0]["type"], sent[0].get("status")) == answered


async def sent_by_same_origin(scope: Mapping[str, object]) -> list[Any]:
    """Return what a socket is sent that never reaches the application."""
    sent: list[Any] = []
    received = iter(("websocket.connect", "websocket.disconnect"))

    async def application(*_: Any) -> None:
        pytest.fail("the application is not reached")

    async def receive() -> Any:
        return {"type": next(received), "code": 1005}

    async def send(message: Any) -> None:
        sent.append(message)

    whole = {"type": "websocket", "path": "/ws/lobby/", **scope}
    await SameOrigin(application)(whole, receive, send)
    return sent


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", NOWHERE)
async def test_socket_to_unknown_path_is_denied(path: str) -> None:
    """An exception would be a 500 for the browser, and a traceback in the log."""
    assert not await Screen(path).connect()


@pytest.mark.django_db(transaction=True)
async def test_program_at_unknown_path_reads_where_to_look() -> None:
    async with screen("/ws/api/v1/nothing/") as lost:
        assert json.loads(await lost.frame())["error"]["code"] == "not-found"
        assert await lost.closed_with() == NOT_FOUND


@pytest.mark.parametrize(
    ("path", "kinds"),
    [
        ("/ws/api/v1/stream/me/", ["websocket.accept", "websocket.close"]),
        ("/ws/lobby/", ["websocket.close"]),
    ],
)
async def test_program_without_origin_and_token_reads_that_it_must_sign_in(
    path: str, kinds: list[str]
) -> None:
    sent = await sent_by_same_origin({"path": path, "headers": [(b"host", b"testserver")]})
    assert [message["type"] for message in sent] == kinds
    if len(kinds) == 2:
        assert (sent[-1]["code"], sent[-1]["reason"]) == (SIGNED_OUT, "sign-in")


@pytest.mark.django_db(transaction=True)
async def test_malformed_messages_do_not_break_socket() -> None:
    world = await aside(made)
    client = await aside(lambda: signed_in(world.people["player"]))
    everything: list[str | bytes] = [*NONSENSE]
    everything += [one.encode("utf-8", "replace") for one in NONSENSE]
    for name, route in ROUTES.items():
        for start in range(0, len(everything), BEFORE_FLOOD):
            screen = Screen(route.address(**world.names), client)
            assert await screen.connect(), name
            assert await screen.opens(), name
            for nonsense in everything[start : start + BEFORE_FLOOD]:
                await screen.send(nonsense)
                await screen.say("ping")
                assert await screen.eventually("pong"), (name, nonsense[:20])
            await screen.disconnect()
