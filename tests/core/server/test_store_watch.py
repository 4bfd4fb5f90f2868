"""While the database is away pages are told, and requests declined without waiting for it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import OperationalError

from config.asgi import application
from core.server import store_watch
from core.server.store_watch import (
    AWAY,
    BACK,
    RECONNECT,
    TRY_AGAIN,
    UNAVAILABLE,
    StoreNews,
    StoreWatch,
    watch,
)

PAGE = {"type": "http", "method": "GET", "query_string": b"", "client": ("127.0.0.1", 1)}
HOST = (b"host", b"localhost")
Talk: Any = ApplicationCommunicator
"""A client of an ASGI application; asgiref has no types for it."""


class Store:
    """A question whose answer tests choose."""

    def __init__(self) -> None:
        self.answers = True
        self.asked = 0
        self.error: Exception | None = None

    async def __call__(self) -> bool:
        self.asked += 1
        error, self.error = self.error, None
        if error is not None:
            raise error
        return self.answers

    async def close(self) -> None:
        pass


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "away", True)


@pytest.fixture
async def watched(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[StoreWatch, Store]]:
    """Run a watch of its own, which the middleware uses."""
    monkeypatch.setattr(store_watch, "EVERY", 0.01)
    store = Store()
    own = StoreWatch(store)  # type: ignore[arg-type]  # only what the watch calls
    monkeypatch.setattr(store_watch, "watch", own)
    own.begin()
    yield own, store
    await own.end()


async def respond(path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    sent = [HOST, *((name.encode(), value.encode()) for name, value in headers.items())]
    talk = Talk(application, {**PAGE, "path": path, "headers": sent})
    await talk.send_input({"type": "http.request", "body": b"", "more_body": False})
    start = await talk.receive_output()
    body = (await talk.receive_output())["body"].decode()
    names = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return start["status"], names, body


@pytest.mark.usefixtures("away")
async def test_requests_are_declined_without_the_store() -> None:
    # Without the marker of pytest-django any use of the database fails.
    status, headers, page = await respond("/", **{"accept-language": "de"})
    assert (status, headers["retry-after"]) == (503, "5")
    assert "content-security-policy" in headers
    assert 'data-code="unavailable"' in page
    assert 'lang="de"' in page
    status, headers, body = await respond("/api/v1/games/")
    assert (status, headers["content-type"]) == (503, "application/json")
    assert '"code": "unavailable"' in body
    status, _headers, line = await respond("/matches/x/", **{"hx-request": "true"})
    assert status == 503
    assert "<" not in line


@pytest.mark.django_db  # The thread that answers may have a connection of an earlier test.
@pytest.mark.usefixtures("away")
async def test_files_and_health_are_served_while_store_is_away() -> None:
    assert (await respond("/static/css/base.css"))[0] == 200
    assert (await respond("/healthz"))[0] == 200


def socket(path: str = "/ws/lobby/") -> Talk:
    async def echo(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": f"echo {message['text']}"})

    scope = {"type": "websocket", "path": path, "headers": [HOST], "extensions": {}}
    return Talk(StoreNews(echo), scope)


async def say(page: Talk, text: str) -> str:
    await page.send_input({"type": "websocket.receive", "text": text})
    return str((await page.receive_output())["text"])


async def until(condition: Any) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


async def test_open_page_is_told_and_keeps_its_socket(watched: tuple[StoreWatch, Store]) -> None:
    own, store = watched
    page = socket()
    await page.send_input({"type": "websocket.connect"})
    assert (await page.receive_output())["type"] == "websocket.accept"
    assert await say(page, "hello") == "echo hello"
    store.answers = False
    assert (await page.receive_output())["text"] == AWAY
    assert await say(page, "ping 7") == "pong"
    store.answers = True
    assert (await page.receive_output())["text"] == BACK
    assert await say(page, "ping 7") == "echo ping 7"
    await page.send_input({"type": "websocket.disconnect"})
    await page.wait()
    # Without a page nothing is asked, until a request fails.
    await until(lambda: own._watching is not None and own._watching.done())
    asked = store.asked
    own.look()
    await until(lambda: store.asked > asked)


async def test_watch_asks_again_after_unexpected_error(watched: tuple[StoreWatch, Store]) -> None:
    own, store = watched
    store.answers = False
    own.look()
    await until(lambda: own.away)
    store.answers, store.error = True, RuntimeError("unexpected")
    await until(lambda: not own.away)
    assert store.error is None


async def test_move_while_store_is_away_closes_socket(watched: tuple[StoreWatch, Store]) -> None:
    _own, store = watched
    page = socket()
    await page.send_input({"type": "websocket.connect"})
    await page.receive_output()
    store.answers = False
    await page.receive_output()
    await page.send_input({"type": "websocket.receive", "text": '{"move": {}}'})
    assert await page.receive_output() == {"type": "websocket.close", "code": TRY_AGAIN}


@pytest.mark.parametrize("path", ["/ws/me/", "/ws/api/v1/matches/x/"])
async def test_socket_that_connects_as_store_goes_away_gets_503_and_words(
    path: str, watched: tuple[StoreWatch, Store]
) -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        raise OperationalError("the connection is closed")

    _own, store = watched
    scope = {"type": "websocket", "path": path, "headers": [HOST]}
    talk = Talk(StoreNews(broken), {**scope, "extensions": {"websocket.http.response": {}}})
    await talk.send_input({"type": "websocket.connect"})
    start, body = await talk.receive_output(), await talk.receive_output()
    assert (start["status"], dict(start["headers"])[b"retry-after"]) == (503, b"5")
    error = json.loads(body["body"])["error"]
    assert (error["code"], error["reason"]) == ("unavailable", UNAVAILABLE)
    await talk.wait()
    await until(lambda: store.asked > 1)


async def test_open_socket_raises_error_of_the_store(watched: tuple[StoreWatch, Store]) -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        raise OperationalError("the connection is closed")

    scope = {"type": "websocket", "path": "/ws/api/v1/", "headers": [HOST], "extensions": {}}
    talk = Talk(StoreNews(broken), scope)
    await talk.receive_output()
    with pytest.raises(OperationalError):
        await talk.wait()


async def test_new_sockets_wait_for_the_store(watched: tuple[StoreWatch, Store]) -> None:
    own, store = watched
    store.answers = False
    own.look()
    await until(lambda: own.away)
    page, program = socket(), socket("/ws/api/v1/matches/x/")
    for one in (page, program):
        await one.send_input({"type": "websocket.connect"})
    assert (await program.receive_output())["type"] == "websocket.close"
    assert (await page.receive_output())["type"] == "websocket.accept"
    assert (await page.receive_output())["text"] == AWAY
    assert await say(page, "ping") == "pong"
    store.answers = True
    assert await page.receive_output() == {"type": "websocket.close", "code": RECONNECT}
    await page.send_input({"type": "websocket.disconnect"})
    await page.wait()
