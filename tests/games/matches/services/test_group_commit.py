"""Who waits for a commit is told once it is there, and goes along with who came at the same time.

Without a database: what a batch writes is in `test_execute.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, cast

import pytest

from games.matches import announce
from games.matches.announce import Outbox
from games.matches.services import group_commit
from games.matches.services.append import Change
from games.matches.services.group_commit import GroupCommit

MOVED: Outbox = [({"type": "match.moved", "number": 1}, ("match.a",))]


class Batches:
    """Commits nothing, but notes what it would have; "late" comes too late, "bad" fails."""

    def __init__(self) -> None:
        self.committed: list[list[str]] = []
        self.go_on = Event()
        self.go_on.set()

    def commit(self, changes: Sequence[Change]) -> tuple[list[bool], Outbox]:
        names = cast(list[str], list(changes))
        self.committed.append(names)
        self.go_on.wait(30)
        if "bad" in names:
            raise RuntimeError("the store says no")
        return [name != "late" for name in names], MOVED


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> Batches:
    found = Batches()
    monkeypatch.setattr(group_commit, "_commit", found.commit)
    return found


@pytest.fixture
def commits(batches: Batches) -> Iterator[GroupCommit]:
    commits = GroupCommit()
    yield commits
    batches.go_on.set()
    commits.close()


def change(name: str) -> Change:
    return cast(Change, name)


async def test_what_comes_at_once_is_committed_together(
    commits: GroupCommit, batches: Batches
) -> None:
    results = await asyncio.gather(*(commits.aappend(change(name)) for name in ("a", "b", "late")))
    assert results == [True, True, False]
    assert batches.committed == [["a", "b", "late"]]


async def test_what_fails_together_is_committed_by_nobody(
    commits: GroupCommit, batches: Batches
) -> None:
    results = await asyncio.gather(*(commits.aappend(change(name)) for name in ("a", "bad")))
    assert results == [False, False]
    assert await commits.aappend(change("a")), "and the next goes on"


async def test_who_has_given_up_is_left_out(commits: GroupCommit, batches: Batches) -> None:
    batches.go_on.clear()
    first = asyncio.ensure_future(commits.aappend(change("a")))
    while not batches.committed:
        await asyncio.sleep(0.001)
    cancelled, waits = (
        asyncio.ensure_future(commits.aappend(change(n))) for n in ("cancelled", "b")
    )
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    batches.go_on.set()
    assert await first
    assert await waits
    assert batches.committed == [["a"], ["b"]]


async def test_it_is_announced_though_the_task_is_gone_meanwhile(
    commits: GroupCommit, batches: Batches, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[Any] = []
    monkeypatch.setattr(announce, "deliver_soon", announced.append)
    batches.go_on.clear()
    cancelled = asyncio.ensure_future(commits.aappend(change("cancelled")))
    while not batches.committed:
        await asyncio.sleep(0.001)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    batches.go_on.set()
    while not announced:
        await asyncio.sleep(0.001)
    assert announced == [MOVED]


def test_threads_are_told_too_and_one_of_them_announces(
    commits: GroupCommit, batches: Batches, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[Outbox] = []
    monkeypatch.setattr(announce, "send", announced.append)
    batches.go_on.clear()
    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(commits.append, change("a"))
        while not batches.committed:
            assert not first.done()
        others = [threads.submit(commits.append, change(name)) for name in ("b", "late")]
        while len(commits._waiting) < 2:
            assert not first.done()
        batches.go_on.set()
        assert first.result()
        assert [other.result() for other in others] == [True, False]
    assert sorted(map(sorted, batches.committed)) == [["a"], ["b", "late"]]
    assert sorted(map(len, announced)) == [0, 1, 1], "each batch once"
