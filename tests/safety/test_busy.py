"""One client that keeps a server busy does not make other clients wait for long."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import Any

import pytest
from django.http import HttpResponse
from pytest_django import Settings

from core.asgi import Message
from core.server import programs
from core.server.handler import PagesHandler

PATIENCE = 120


class Slow(PagesHandler):
    """Answers the pages of one address only when the test allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()
        self.begun: list[str] = []

    def _answer(self, scope: Any, body: bytes, began: float) -> HttpResponse:
        address = scope["client"][0]
        self.begun.append(address)
        if address == "192.0.2.1":
            assert self.go_on.wait(PATIENCE)
        return HttpResponse()

    async def ask(self, address: str) -> None:
        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            assert message.get("status", 200) == 200

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "headers": [],
            "client": (address, 1),
        }
        await self(scope, receive, send)


async def test_one_address_cannot_take_all_threads(settings: Settings) -> None:
    settings.THREADS, settings.THREADS_AN_ADDRESS = 3, 2
    pages = Slow()
    many = [asyncio.ensure_future(pages.ask("192.0.2.1")) for _ in range(6)]
    try:
        while len(pages.begun) < 2:
            await asyncio.sleep(0.01)
        await asyncio.wait_for(pages.ask("192.0.2.2"), PATIENCE)
        assert pages.begun == ["192.0.2.1", "192.0.2.1", "192.0.2.2"]
    finally:
        pages.go_on.set()
        await asyncio.gather(*many)
    assert pages.begun[3:] == ["192.0.2.1"] * 4, "none of them is refused"


def test_event_loop_regains_interpreter_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move makes a dozen queries, and at each one pages may take the interpreter."""
    before, seen = sys.getswitchinterval(), []
    monkeypatch.setattr(
        programs.DrainingUvicorn, "run", lambda _server: seen.append(sys.getswitchinterval())
    )
    try:
        programs.run_uvicorn("127.0.0.1", 0, None)
    finally:
        sys.setswitchinterval(before)
    assert seen
    assert seen[0] <= 0.001
