"""A pool of threads in which sockets and streams use the store, so that no match delays another.

`database_sync_to_async` would run the database work of all sockets of a process in one thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Barrier, Lock
from typing import Any, ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync
from django.conf import settings
from django.core.exceptions import SynchronousOnlyOperation
from django.db import connections

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
_lock = Lock()
_shared: dict[tuple[Any, ...], asyncio.Task[Any]] = {}
"""The calls that have not begun yet, by loop, function and arguments."""
SHARED_SECONDS = 0.05
"""How long a shared call waits for others who ask for the same."""
_pool: ThreadPoolExecutor | None = None


async def in_thread(
    function: Callable[Asked, Answer], /, *args: Asked.args, **kwargs: Asked.kwargs
) -> Answer:
    """Call a function that may wait for the store in a thread, and return its result."""
    call = DatabaseSyncToAsync(function, thread_sensitive=False, executor=_threads())
    answer: Answer = await call(*args, **kwargs)
    return answer


async def shared_in_thread(
    function: Callable[Asked, Answer], /, *args: Asked.args, **kwargs: Asked.kwargs
) -> Answer:
    """Call a function in a thread once for all who ask for the same soon after each other.

    The function runs after the last one of them has asked, so each gets what is true by then. Its
    arguments must be hashable, and its result the same for everyone.
    """
    loop = asyncio.get_running_loop()
    key = loop, function, args, frozenset(kwargs.items())
    task = _shared.get(key)
    if task is None:

        async def call() -> Answer:
            try:
                await asyncio.sleep(SHARED_SECONDS)
            finally:
                del _shared[key]
            return await in_thread(function, *args, **kwargs)

        task = _shared[key] = loop.create_task(call())
    answer: Answer = await asyncio.shield(task)
    return answer


async def at_once_or_in_thread(
    function: Callable[Asked, Answer], /, *args: Asked.args, **kwargs: Asked.kwargs
) -> Answer:
    """Call a function that rarely needs the store; if it does, call it again in a thread.

    A table in memory is rendered faster than a thread starts. Ratings and the end of a match are
    read from the store.
    """
    try:
        return function(*args, **kwargs)
    except SynchronousOnlyOperation:
        return await in_thread(function, *args, **kwargs)


def close() -> None:
    """End all threads and their database connections; the next call starts others."""
    global _pool
    with _lock:
        pool, _pool = _pool, None
    if pool is None:
        return
    # The barrier gives each thread exactly one call, so that each closes its own connections.
    together = Barrier(settings.THREADS)

    def close_own() -> None:
        together.wait()
        connections.close_all()

    wait([pool.submit(close_own) for _ in range(settings.THREADS)])
    pool.shutdown()


def _threads() -> ThreadPoolExecutor:
    global _pool
    with _lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(settings.THREADS, thread_name_prefix="sockets")
            # All threads start now: from Python 3.12 on, a pool can count a thread that has just
            # begun a call as idle, and would then never start the last one.
            together = Barrier(settings.THREADS)
            for _ in range(settings.THREADS):
                _pool.submit(together.wait)
        return _pool
