"""Moves of an embedded house: made on the event loop's thread, but for nobody else's lock."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as house
from django.db import OperationalError, connection

from games.matches.models import Match
from games.matches.refusals import Unavailable
from games.matches.services import play
from server import inline_moves
from server.handler import PagesHandler
from tests.helpers.matches import asked, events, legal, mover, people, signed_in, started, user_at
from tests.safety.routes import pages

PATIENCE = 120


class Asked:
    """The request of the next move of a match, as a server hands it on, and its answer."""

    def __init__(self, match: Match) -> None:
        seat = mover(match)
        name = house.SESSION_COOKIE_NAME
        key = signed_in(user_at(match, seat)).cookies[name].value
        secret = "c" * 32
        cookies = f"{name}={key}; {house.CSRF_COOKIE_NAME}={secret}"
        self.body = json.dumps({**legal(match, seat)[0], "asked": asked(match, seat)}).encode()
        headers = {
            "host": "localhost",
            "cookie": cookies,
            "x-csrftoken": secret,
            "content-type": "application/json",
            "content-length": str(len(self.body)),
        }
        self.scope = {
            "type": "http",
            "method": "POST",
            "path": f"/api/matches/{match.id}/moves/",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
        self.status = 0
        self.answer: dict[str, Any] = {}

    async def receive(self) -> dict[str, Any]:
        return {"type": "http.request", "body": self.body, "more_body": False}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.answer = json.loads(message["body"])


class Handler(PagesHandler):
    """Remembers the threads that answered."""

    def __init__(self) -> None:
        super().__init__()
        self.threads: list[str] = []

    def _counted_response(self, *given: Any) -> Any:
        self.threads.append(threading.current_thread().name.split("_")[0])
        return super()._counted_response(*given)


def a_match() -> Match:
    return started(*people("Anna", "Berta"), seed=3)


@sync_to_async
def request_of(match: Match) -> Asked:
    return Asked(match)


@sync_to_async
def moves_of(match: Match) -> int:
    return [kind for _number, kind, _seat, _data in events(match)].count("move")


def test_only_moves_are_answered_inline() -> None:
    known = {
        name: route.address(**dict.fromkeys(route.wants, "x1")) for name, route in pages().items()
    }
    at = {
        name
        for name, path in known.items()
        if inline_moves.is_move({"method": "POST", "path": path})
    }
    assert at == {"moves", "api_moves"}
    assert not inline_moves.is_move({"method": "GET", "path": known["moves"]})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("inline", [True, False])
async def test_a_move_is_made_where_it_is_wanted_and_told(inline: bool, settings: Any) -> None:
    settings.INLINE_MOVES = inline
    match = await sync_to_async(a_match)()
    asked_for, handler = await request_of(match), Handler()
    await handler(asked_for.scope, asked_for.receive, asked_for.send)
    assert (asked_for.status, asked_for.answer["match"]) == (200, match.id)
    assert handler.threads == [threading.main_thread().name if inline else "pages"]
    assert await moves_of(match) == 1
    again = await request_of(match)
    again.body = asked_for.body
    await handler(again.scope, again.receive, again.send)
    assert (again.status, again.answer["error"]["code"]) in {(409, "stale"), (409, "not-your-turn")}
    assert await moves_of(match) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("looks", "thread"), [(10**6, "MainThread"), (2, "pages")])
async def test_nobody_waits_for_a_move_that_waits_for_the_store(
    looks: int, thread: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is made by the loop once the store is free, by a thread if that takes for ever."""
    monkeypatch.setattr(inline_moves, "LOOKS", looks)
    match = await sync_to_async(a_match)()
    asked_for, handler = await request_of(match), Handler()
    other = sqlite3.connect(house.DATABASES["default"]["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        move = asyncio.ensure_future(handler(asked_for.scope, asked_for.receive, asked_for.send))
        # The loop goes on meanwhile.
        for _ in range(20):
            await asyncio.sleep(0.01)
            assert not move.done()
    finally:
        other.execute("ROLLBACK")
        other.close()
    await asyncio.wait_for(move, PATIENCE)
    assert asked_for.status == 200
    assert handler.threads[-1] == thread
    assert await moves_of(match) == 1
    patience = await sync_to_async(_patience)()
    assert patience == house.DATABASES["default"]["OPTIONS"]["timeout"] * 1000


@pytest.mark.django_db(transaction=True)
async def test_a_move_does_not_queue_behind_pages_for_the_store(settings: Any) -> None:
    """All threads may wait for the same lock, and SQLite does not let the first one have it."""
    settings.THREADS = 1
    match = await sync_to_async(a_match)()
    asked_for, handler = await request_of(match), Handler()
    in_the_way = threading.Event()
    page = asyncio.ensure_future(handler._in_thread(in_the_way.wait))
    other = sqlite3.connect(house.DATABASES["default"]["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    move = asyncio.ensure_future(handler(asked_for.scope, asked_for.receive, asked_for.send))
    while not handler.threads:
        await asyncio.sleep(0.01)
    try:
        other.execute("ROLLBACK")
        other.close()
        await asyncio.wait_for(move, PATIENCE)
        assert asked_for.status == 200
        assert not page.done()
    finally:
        in_the_way.set()
        await page


@pytest.mark.django_db(transaction=True)
async def test_a_move_that_is_written_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows from it after the commit waits for the store, if somebody else was quicker."""
    match = await sync_to_async(a_match)()
    asked_for, handler = await request_of(match), Handler()
    name = house.DATABASES["default"]["NAME"]
    other = sqlite3.connect(name, isolation_level=None, check_same_thread=False)
    made, followed = play.submit_move, []

    def then_write(*given: Any) -> Any:
        access = made(*given)
        other.execute("BEGIN IMMEDIATE")
        threading.Timer(0.1, other.execute, ["ROLLBACK"]).start()
        followed.append(Match.objects.filter(id=match.id).update(words="after"))
        return access

    monkeypatch.setattr(play, "submit_move", then_write)
    await asyncio.wait_for(handler(asked_for.scope, asked_for.receive, asked_for.send), PATIENCE)
    other.close()
    assert (asked_for.status, followed, len(handler.threads)) == (200, [1], 1)
    assert await moves_of(match) == 1


def _patience() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        return int(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
async def test_a_store_that_is_out_of_reach_is_told_of_as_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = await sync_to_async(a_match)()
    asked_for, handler = await request_of(match), Handler()

    def away(*_given: object) -> int:
        raise OperationalError("disk I/O error")

    monkeypatch.setattr(play, "carry_out", away)
    await handler(asked_for.scope, asked_for.receive, asked_for.send)
    assert (asked_for.status, asked_for.answer["error"]["code"]) == (503, Unavailable.code)
    assert await moves_of(match) == 0
