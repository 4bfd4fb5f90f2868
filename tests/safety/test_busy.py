"""Whoever keeps a server busy keeps nobody else waiting for long."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import Any

import pytest
from django.http import HttpResponse
from pytest_django import Settings

from server import programs
from server.handler import PagesHandler

PATIENCE = 120


class Slow(PagesHandler):
    """Answers a page of one address only when the test says so."""

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

        async def send(message: dict[str, Any]) -> None:
            assert message.get("status", 200) == 200

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "headers": [],
            "client": (address, 1),
        }
        await self(scope, receive, send)


async def test_one_address_does_not_take_all_threads(settings: Settings) -> None:
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


def test_the_loop_has_the_interpreter_back_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move asks the store a dozen times, and each time pages may take the interpreter."""
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
