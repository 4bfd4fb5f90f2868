"""Long answers are streamed: each part is made after the one before is sent."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from pytest_django import Settings

from core.server.handler import PagesHandler

PATIENCE = 60
SCOPE = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}


class Wire:
    """The `receive` and `send` of a server, and the parts that were sent."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.asked = False
        self.disconnected = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if self.asked:
            await self.disconnected.wait()
            return {"type": "http.disconnect"}
        self.asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.body" and message.get("body"):
            self.parts.append(message["body"])


async def test_part_is_made_after_previous_part_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    wire, sent_before, threads, closed = Wire(), [], set(), []

    def content() -> Iterator[bytes]:
        for part in (b"one", b"two", b"three"):
            sent_before.append(len(wire.parts))
            threads.add(threading.current_thread().name.split("_")[0])
            yield part

    class Watched(StreamingHttpResponse):
        def close(self) -> None:
            closed.append(len(wire.parts))
            super().close()

    response = Watched(content())
    handler = PagesHandler()
    monkeypatch.setattr(handler, "get_response", lambda request: response)
    await handler(SCOPE, wire.receive, wire.send)
    assert wire.parts == [b"one", b"two", b"three"]
    assert sent_before == [0, 1, 2]
    assert threads == {"pages"}
    assert closed == [3]


@pytest.mark.parametrize("why", ["disconnects", "stops reading"])
async def test_no_more_parts_are_made_for_client_that_is_gone(
    why: str, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    wire, made, closed = Wire(), count(), []
    settings.STREAM_SEND_SECONDS = 0.05

    async def send(message: Mapping[str, Any]) -> None:
        await wire.send(message)
        if len(wire.parts) == 2:
            wire.disconnected.set() if why == "disconnects" else await asyncio.Event().wait()

    class Watched(StreamingHttpResponse):
        def close(self) -> None:
            closed.append(next(made))
            super().close()

    handler = PagesHandler()
    monkeypatch.setattr(handler, "get_response", lambda request: Watched(map(str, made)))
    await asyncio.wait_for(handler(SCOPE, wire.receive, send), PATIENCE)
    assert wire.parts[:2] == [b"0", b"1"]
    assert len(closed) == 1


async def test_short_answer_is_sent_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    wire, handler = Wire(), PagesHandler()
    monkeypatch.setattr(handler, "get_response", lambda request: HttpResponse(b"whole"))
    await handler(SCOPE, wire.receive, wire.send)
    assert wire.parts == [b"whole"]
