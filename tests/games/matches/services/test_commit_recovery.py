"""The commit thread survives every exception, and no sender waits for it indefinitely."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from threading import Event
from typing import Any, cast

import pytest

from core.monitoring import health
from games.matches.publish import Outbox
from games.matches.refusals import Unavailable
from games.matches.services import group_commit
from games.matches.services.append import Change
from games.matches.services.group_commit import GroupCommit

CHANGE = cast(Change, "a change")


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Let the store answer while the event is set; nothing is written."""
    answers = Event()
    answers.set()

    def commit(changes: Sequence[Change]) -> tuple[list[bool], Outbox]:
        answers.wait(60)
        return [True] * len(changes), []

    monkeypatch.setattr(group_commit, "_commit", commit)
    return answers


@pytest.fixture
def commits(store: Event) -> Iterator[GroupCommit]:
    commits = GroupCommit()
    yield commits
    store.set()
    commits.close()


async def test_failed_notification_does_not_stop_later_moves(
    commits: GroupCommit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> None:
        raise RuntimeError("no notification")

    monkeypatch.setattr(group_commit, "PATIENCE", 0.05)
    with monkeypatch.context() as broken:
        broken.setattr(group_commit, "_hand_over", fail)
        with pytest.raises(Unavailable):
            await commits.append(CHANGE)
    monkeypatch.setattr(group_commit, "PATIENCE", 60)
    assert await commits.append(CHANGE)


async def test_change_after_abandoned_one_is_committed(
    commits: GroupCommit, store: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.clear()
    with monkeypatch.context() as impatient:
        impatient.setattr(group_commit, "PATIENCE", 0.05)
        with pytest.raises(Unavailable):
            await commits.append(CHANGE)
    waiting = asyncio.ensure_future(commits.append(CHANGE))
    store.set()
    assert await waiting


async def test_process_with_stuck_commits_is_not_ready(
    commits: GroupCommit, store: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "STUCK_AFTER", 0.0)
    monkeypatch.setitem(health._watched, "commits", commits.is_well)
    ready = health.Readiness({})
    store.clear()
    waiting = asyncio.ensure_future(commits.append(CHANGE))
    await asyncio.sleep(0)
    assert await ready.down() == ["commits"]
    store.set()
    assert await waiting
    while not commits.is_well():
        await asyncio.sleep(0.01)
    monkeypatch.setattr(health, "VALID", 0.0)
    assert await ready.down() == []


def test_ready_endpoint_watches_group_commit() -> None:
    assert health._watched["commits"] == group_commit.group_commit.is_well
