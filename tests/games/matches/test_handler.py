"""The fast handler gives the same answers as Django's own."""

from __future__ import annotations

import asyncio
import json
import re
from threading import Event
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as django_settings
from django.db import connections
from pytest_django import Settings

from core.server.handler import PlainHandler
from games.matches import publish
from games.matches.handler import MatchesHandler, get_application
from games.matches.models import Match
from tests.helpers.matches import legal, mover, people, signed_in, started, turn_token, user_at

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "c" * 32
OF_THE_REQUEST = (b"x-request-id", b"set-cookie")
"""Headers that are never twice the same."""
OF_THE_SECOND = (b"expires",)
"""And those that say when it was: two requests are now and then on both sides of a second's end."""
MASKED = re.compile(rb"\b[A-Za-z0-9]{64}\b")
"""Django masks the token of a form differently each time."""
PAGES = ("/", "/accounts/login/", "/rules/babel/", "/nowhere/", "/api/v1/matches/none/", "/me/")


class Answer:
    """What comes back for one request."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
        else:
            self.body += message.get("body", b"")

    @property
    def plain(self) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """The answer without the parts that differ in each request."""
        kept = [
            (name, b"" if name.lower() in OF_THE_SECOND else value)
            for name, value in self.headers
            if name.lower() not in OF_THE_REQUEST
        ]
        return self.status, sorted(kept), MASKED.sub(b"", self.body)


async def ask(handler: Any, method: str, path: str, cookie: str = "", body: bytes = b"") -> Answer:
    headers = {
        "host": "localhost",
        "cookie": f"{django_settings.CSRF_COOKIE_NAME}={SECRET}; {cookie}",
    }
    headers |= {"x-csrftoken": SECRET, "content-type": "application/json"}
    headers["content-length"] = str(len(body))
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    messages = [{"type": "http.request", "body": body, "more_body": False}]
    answer = Answer()

    async def receive() -> dict[str, Any]:
        # Django's own handler listens on for who hangs up.
        return messages.pop() if messages else await asyncio.Future()

    await handler(scope, receive, answer.send)
    return answer


@pytest.mark.parametrize(("fast", "kind"), [(True, MatchesHandler), (False, PlainHandler)])
def test_fast_handler_setting_selects_handler(fast: bool, kind: type, settings: Settings) -> None:
    settings.FAST_HANDLER = fast
    assert type(get_application()) is kind


@pytest.mark.parametrize("path", PAGES)
async def test_handlers_return_same_pages(path: str) -> None:
    ours = await ask(MatchesHandler(), "GET", path)
    theirs = await ask(PlainHandler(), "GET", path)
    assert ours.plain == theirs.plain
    assert ours.status in {200, 302, 404}
    await sync_to_async(connections.close_all)()


@pytest.mark.parametrize("kind", [MatchesHandler, PlainHandler])
async def test_both_handlers_accept_move_and_refuse_large_body(kind: type) -> None:
    match = await sync_to_async(lambda: started(*people("Anna", "Berta"), seed=3))()
    cookie, body = await sync_to_async(next_move)(match)
    path = f"/api/v1/matches/{match.id}/moves/"
    too_long = await ask(
        kind(), "POST", path, cookie, b" " * django_settings.DATA_UPLOAD_MAX_MEMORY_SIZE * 2
    )
    assert too_long.status in {400, 413}
    made = await ask(kind(), "POST", path, cookie, body)
    assert (made.status, json.loads(made.body)["match"]) == (200, match.id)
    assert dict(made.headers)[b"X-Request-ID"]
    again = await ask(kind(), "POST", path, cookie, body)
    assert (again.status, json.loads(again.body)["seen"]) == (200, json.loads(made.body)["seen"])
    await sync_to_async(connections.close_all)()


def next_move(match: Match) -> tuple[str, bytes]:
    """Return the cookie of the player on turn, and the body of a move."""
    seat = mover(match)
    name = django_settings.SESSION_COOKIE_NAME
    key = signed_in(user_at(match, seat)).cookies[name].value
    move = {**legal(match, seat)[0], "turn_token": turn_token(match, seat)}
    return f"{name}={key}", json.dumps(move).encode()


async def test_change_of_cancelled_request_is_published(monkeypatch: pytest.MonkeyPatch) -> None:
    match = await sync_to_async(lambda: started(*people("Anna", "Berta"), seed=3))()
    cookie, _body = await sync_to_async(next_move)(match)
    begun, go_on, published = Event(), Event(), asyncio.Event()
    answer = MatchesHandler._answer

    def answer_slowly(self: MatchesHandler, *given: Any) -> Any:
        begun.set()
        assert go_on.wait(60)
        return answer(self, *given)

    monkeypatch.setattr(MatchesHandler, "_answer", answer_slowly)
    monkeypatch.setattr(publish, "deliver_soon", lambda outbox: published.set())
    path = f"/api/v1/matches/{match.id}/resign/"
    asking = asyncio.ensure_future(ask(MatchesHandler(), "POST", path, cookie))
    assert await asyncio.to_thread(begun.wait, 60)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    go_on.set()
    await asyncio.wait_for(published.wait(), 60)
    assert await sync_to_async(match.events.count)() == 1
    await sync_to_async(connections.close_all)()
