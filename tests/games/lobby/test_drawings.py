"""The lobby is drawn once for all who see the same, and never for every change."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from games.lobby.drawings import PAUSE, REST, Drawings
from games.matches.sockets.fragments import Visitor


class Lobby:
    """What the sockets share, with the steps of time and drawing in the hands of the test."""

    def __init__(self) -> None:
        self.drawn: list[tuple[Any, str]] = []
        self.slept: list[float] = []
        self.go_on = asyncio.Event()
        self.drawings = Drawings(self.draw, self.sleep)
        self.version = 1

    async def draw(self, visitor: Visitor) -> str:
        self.drawn.append((visitor.user.pk, visitor.language))
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


async def test_those_who_see_the_same_share_a_drawing() -> None:
    lobby = Lobby()
    screens = [*(Screen() for _ in range(5)), Screen(None, "de"), Screen(1), Screen(1), Screen(2)]
    for one in screens:
        lobby.drawings.add(one)
    await quiet()
    assert sorted(lobby.drawn, key=str) == [(1, "en"), (2, "en"), (None, "de"), (None, "en")]
    assert [len(one.shown) for one in screens] == [1] * len(screens)
    assert screens[6].shown == ["1 en 1"]


async def test_of_many_changes_the_first_and_the_last_are_drawn() -> None:
    lobby, one = Lobby(), Screen()
    for change in range(1, 100):
        lobby.version = change
        lobby.drawings.add(one)
        await quiet()
    assert len(lobby.drawn) == 1
    await lobby.next_round()
    assert one.shown == ["None en 1", "None en 99"]
    await lobby.next_round()
    assert len(lobby.drawn) == 2, "nothing is drawn that nobody asked for"
    lobby.drawings.add(one)
    await quiet()
    assert len(lobby.drawn) == 3, "and who comes later is not kept waiting"
    assert all(seconds >= PAUSE for seconds in lobby.slept)


async def test_the_longer_a_round_takes_the_longer_moves_have_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = iter([0.0, 2.0])
    monkeypatch.setattr("games.lobby.drawings.monotonic", lambda: next(now))
    lobby = Lobby()
    lobby.drawings.add(Screen())
    await quiet()
    assert lobby.slept == [2.0 * REST]


async def test_nobody_waits_for_a_browser_that_does_not_read() -> None:
    lobby, stuck, other = Lobby(), Screen(), Screen()
    stuck.reads.clear()
    for version in (1, 2, 3):
        lobby.version = version
        for one in (stuck, other):
            lobby.drawings.add(one)
        await lobby.next_round()
    assert other.shown == ["None en 1", "None en 2", "None en 3"]
    stuck.reads.set()
    await lobby.next_round()
    await lobby.next_round()
    assert stuck.shown == ["None en 1", "None en 3"], "the newest, and none between"


async def test_who_left_is_shown_nothing_and_a_fault_stops_nobody() -> None:
    lobby, left, broken, other = Lobby(), Screen(1), Screen(2, "broken"), Screen(3)
    for one in (left, broken, other):
        lobby.drawings.add(one)
    lobby.drawings.forget(left)
    await quiet()
    assert (left.shown, broken.shown, other.shown) == ([], [], ["3 en 1"])
