"""Each address has a limited number of threads, in order; other addresses do not wait."""

from __future__ import annotations

import asyncio

import pytest

from core.server.thread_turns import Turns


class Work:
    """Requests of addresses, and which of them have a turn."""

    def __init__(self, most: int) -> None:
        self.turns = Turns(most)
        self.inside: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, owner: str, *names: str) -> None:
        for name in names:
            self.ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.ensure_future(self._turn(owner, name))
        await self.settle()

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await self.tasks[name]
        await self.settle()

    async def settle(self) -> None:
        """Let every task go on until it waits."""
        for _ in range(10):
            await asyncio.sleep(0)

    async def _turn(self, owner: str, name: str) -> None:
        async with self.turns.of(owner):
            self.inside.append(name)
            try:
                await self.ends[name].wait()
            finally:
                self.inside.remove(name)


async def test_turns_are_limited_for_each_address() -> None:
    work = Work(2)
    await work.ask("192.0.2.1", "a", "b", "c", "d")
    assert work.inside == ["a", "b"]
    await work.ask("192.0.2.2", "x")
    assert work.inside == ["a", "b", "x"]
    await work.end("b")
    assert work.inside == ["a", "x", "c"]
    for name in ("a", "c", "d", "x"):
        await work.end(name)
    assert not work.inside


async def test_cancelled_request_returns_its_turn() -> None:
    work = Work(1)
    await work.ask("192.0.2.1", "a", "b", "c")
    for name in ("b", "a"):
        work.tasks[name].cancel()
        with pytest.raises(asyncio.CancelledError):
            await work.tasks[name]
    await work.settle()
    assert work.inside == ["c"]
    await work.end("c")


async def test_idle_address_takes_no_memory() -> None:
    work = Work(1)
    for n in range(20):
        await work.ask(f"192.0.2.{n}", f"a{n}", f"b{n}")
        await work.end(f"a{n}")
        await work.end(f"b{n}")
    assert not work.turns._gates
    assert not work.turns._inside
