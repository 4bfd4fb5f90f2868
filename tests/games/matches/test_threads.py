"""Calls that several pages share."""

from __future__ import annotations

import asyncio
from threading import Thread

import pytest

from games.matches import threads
from games.matches.threads import in_thread, shared_in_thread

pytestmark = pytest.mark.django_db
"""A thread of the pool may have a connection of an earlier test, which a call looks after."""


async def test_those_who_ask_at_the_same_time_share_a_call_and_later_ones_do_not() -> None:
    calls: list[str] = []

    def read(what: str) -> int:
        calls.append(what)
        return len(calls)

    first = await asyncio.gather(*(shared_in_thread(read, "a") for _ in range(3)))
    other, later = await asyncio.gather(shared_in_thread(read, "b"), shared_in_thread(read, "a"))
    assert first == [1, 1, 1]
    assert sorted((other, later)) == [2, 3]
    assert sorted(calls) == ["a", "a", "b"]


async def test_all_who_share_a_call_get_its_failure_and_one_who_leaves_stops_no_other() -> None:
    def fail() -> None:
        raise ValueError("no store")

    asked = [asyncio.create_task(shared_in_thread(fail)) for _ in range(3)]
    await asyncio.sleep(0)
    asked[0].cancel()
    for task in asked[1:]:
        with pytest.raises(ValueError, match="no store"):
            await task


async def test_threads_end_though_the_pool_counts_a_busy_one_as_idle() -> None:
    """So Python does from 3.12 on, if a thread takes the call for which another was started."""
    await in_thread(int)
    pool = threads._threads()
    pool._idle_semaphore.release()
    closing = Thread(target=threads.close, daemon=True)
    closing.start()
    await asyncio.to_thread(closing.join, 20)
    assert not closing.is_alive()
