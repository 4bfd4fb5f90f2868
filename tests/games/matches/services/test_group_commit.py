"""Changes that arrive at the same time are committed together; each gets its own result.

These tests need no database: `test_execute.py` checks what a batch writes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from threading import Event, Thread
from typing import Any, cast
from unittest.mock import Mock

import pytest

from games.matches import publish
from games.matches.publish import Outbox
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


async def test_simultaneous_changes_are_committed_together(
    commits: GroupCommit, batches: Batches
) -> None:
    results = await asyncio.gather(*(commits.append(change(name)) for name in ("a", "b", "late")))
    assert results == [True, True, False]
    assert batches.committed == [["a", "b", "late"]]


async def test_failed_batch_commits_nothing(commits: GroupCommit, batches: Batches) -> None:
    results = await asyncio.gather(*(commits.append(change(name)) for name in ("a", "bad")))
    assert results == [False, False]
    assert await commits.append(change("a")), "the next change succeeds"


async def test_change_is_left_to_single_append_while_no_thread_starts(
    commits: GroupCommit, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(group_commit, "PATIENCE", 1)
        patch.setattr(Thread, "start", Mock(side_effect=RuntimeError("can't start new thread")))
        assert not await commits.append(change("a"))
    assert await commits.append(change("b")), "the next change starts the thread"


async def test_cancelled_change_is_not_committed(commits: GroupCommit, batches: Batches) -> None:
    batches.go_on.clear()
    first = asyncio.ensure_future(commits.append(change("a")))
    while not batches.committed:
        await asyncio.sleep(0.001)
    cancelled, waits = (
        asyncio.ensure_future(commits.append(change(n))) for n in ("cancelled", "b")
    )
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    batches.go_on.set()
    assert await first
    assert await waits
    assert batches.committed == [["a"], ["b"]]


async def test_change_of_cancelled_task_is_published(
    commits: GroupCommit, batches: Batches, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[Any] = []
    monkeypatch.setattr(publish, "deliver_soon", published.append)
    batches.go_on.clear()
    cancelled = asyncio.ensure_future(commits.append(change("cancelled")))
    while not batches.committed:
        await asyncio.sleep(0.001)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    batches.go_on.set()
    while not published:
        await asyncio.sleep(0.001)
    assert published == [MOVED]
