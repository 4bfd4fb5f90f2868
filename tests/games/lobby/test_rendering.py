"""The lobby is rendered once for equal viewers, and not for every single change."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from games.lobby.rendering import PAUSE, REST, LobbyRenderer
from games.matches.viewing import Visitor


class Lobby:
    """What the sockets share, with the steps of time and drawing in the hands of the test."""

    def __init__(self) -> None:
        self.rendered: list[tuple[Any, str]] = []
        self.slept: list[float] = []
        self.go_on = asyncio.Event()
        self.renderer = LobbyRenderer(self.draw, self.sleep)
        self.version = 1

    async def draw(self, visitor: Visitor) -> str:
        self.rendered.append((visitor.user.pk, visitor.language))
        if visitor.language == "broken":
            raise RuntimeError("no lobby")
        return f"{visitor.user.pk} {visitor.language} {self.version}"

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await self.go_on.wait()
        self.go_on.clear()

    async def next_round(self) -> None:
        self.go_on.set()
        await quiet()


class Screen:
    def __init__(self, person: int | None = None, language: str = "en") -> None:
        self.visitor = Visitor(SimpleNamespace(pk=person), (), language)
        self.shown: list[str] = []
        self.reads = asyncio.Event()
        self.reads.set()

    async def show(self, html: str) -> None:
        await self.reads.wait()
        self.shown.append(html)


async def quiet() -> None:
    """Whatever can go on has gone on."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_equal_viewers_share_rendering() -> None:
    lobby = Lobby()
    screens = [*(Screen() for _ in range(5)), Screen(None, "de"), Screen(1), Screen(1), Screen(2)]
    for one in screens:
        lobby.renderer.add(one)
    await quiet()
    assert sorted(lobby.rendered, key=str) == [(1, "en"), (2, "en"), (None, "de"), (None, "en")]
    assert [len(one.shown) for one in screens] == [1] * len(screens)
    assert screens[6].shown == ["1 en 1"]


async def test_many_changes_render_only_first_and_last() -> None:
    lobby, one = Lobby(), Screen()
    for change in range(1, 100):
        lobby.version = change
        lobby.renderer.add(one)
        await quiet()
    assert len(lobby.rendered) == 1
    await lobby.next_round()
    assert one.shown == ["None en 1", "None en 99"]
    await lobby.next_round()
    assert len(lobby.rendered) == 2, "nothing is rendered without a change"
    lobby.renderer.add(one)
    await quiet()
    assert len(lobby.rendered) == 3, "a later page is rendered at once"
    assert all(seconds >= PAUSE for seconds in lobby.slept)


async def test_pause_after_round_grows_with_its_duration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = iter([0.0, 2.0])
    monkeypatch.setattr("games.lobby.rendering.monotonic", lambda: next(now))
    lobby = Lobby()
    lobby.renderer.add(Screen())
    await quiet()
    assert lobby.slept == [2.0 * REST]


async def test_slow_browser_delays_no_other() -> None:
    lobby, stuck, other = Lobby(), Screen(), Screen()
    stuck.reads.clear()
    for version in (1, 2, 3):
        lobby.version = version
        for one in (stuck, other):
            lobby.renderer.add(one)
        await lobby.next_round()
    assert other.shown == ["None en 1", "None en 2", "None en 3"]
    stuck.reads.set()
    await lobby.next_round()
    await lobby.next_round()
    assert stuck.shown == ["None en 1", "None en 3"], "only the newest rendering"


async def test_removed_page_is_skipped_and_error_stops_no_other() -> None:
    lobby, left, broken, other = Lobby(), Screen(1), Screen(2, "broken"), Screen(3)
    for one in (left, broken, other):
        lobby.renderer.add(one)
    lobby.renderer.forget(left)
    await quiet()
    assert (left.shown, broken.shown, other.shown) == ([], [], ["3 en 1"])
