"""Liveness of this process, and readiness of its database, cache and channel layer."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic, time
from typing import TYPE_CHECKING

from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.utils.connection import ConnectionProxy

from core.monitoring import drain
from core.monitoring.metrics import REDIS_EVICTIONS, ROUND_SEEN

if TYPE_CHECKING:
    from redis import Redis

cache = ConnectionProxy(caches, "site")
TIMEOUT = 2.0
"""Seconds within which each part must answer."""
VALID = 1.0
"""Seconds for which an answer is reused, so that frequent requests cost nothing."""
STUCK = 120.0
"""Seconds without a finished round after which a worker loop counts as stuck."""

LOOPS = ("bots", "thinking", "clocks", "tidy", "post")
"""The loops of the worker."""
ROUND_KEY = "worker-round:"
REPORTED = 10.0
"""Seconds between two reports of a loop."""

_watched: dict[str, Callable[[], bool]] = {}
_minded: dict[str, Callable[[], bool]] = {}
_seen: dict[str, float] = {}
_reported: dict[str, float] = {}


def watch(part: str, is_well: Callable[[], bool]) -> None:
    """Add a part of this process to the checks of `/readyz`; `is_well` must not block."""
    _watched[part] = is_well


def mind(part: str, is_well: Callable[[], bool]) -> None:
    """Add a part to the warnings of `/readyz`; the process stays ready without it.

    Args:
        part: The name.
        is_well: Whether all is well; it must not block.
    """
    _minded[part] = is_well


def warnings() -> list[str]:
    """Return the parts that an operator should look at, although the process is ready."""
    return sorted(part for part, is_well in _minded.items() if not is_well())


def heartbeat(loop: str) -> None:
    """Note that a worker loop has finished a round."""
    _seen[loop] = monotonic()
    ROUND_SEEN.labels(loop).set(time())


def report_round(loop: str) -> None:
    """Store in the cache, for all processes, that a worker loop runs; may block, never fails."""
    if monotonic() - _reported.get(loop, -REPORTED) < REPORTED:
        return
    _reported[loop] = monotonic()
    with contextlib.suppress(Exception):
        cache.set(f"{ROUND_KEY}{loop}", time(), timeout=None)


def rounds_seen() -> dict[str, float]:
    """Return when each worker loop last reported a round, in any process, as seconds since 1970.

    Loops that never reported are left out.
    """
    with contextlib.suppress(Exception):
        found: dict[str, float] = cache.get_many([f"{ROUND_KEY}{loop}" for loop in LOOPS])
        return {key.removeprefix(ROUND_KEY): at for key, at in found.items()}
    return {}


def stuck() -> list[str]:
    """Return the worker loops in this process that are stuck."""
    late = monotonic() - STUCK
    return sorted(loop for loop, seen in _seen.items() if seen < late)


def check_database() -> bool:
    """Return whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    finally:
        connection.close()


def check_cache() -> bool:
    """Return whether the cache returns what was stored, and with Redis, stored it there."""
    key, value = f"ready:{secrets.token_hex(8)}", secrets.token_hex(8)
    cache.set(key, value, 10)
    if not settings.REDIS_URL:
        return bool(cache.get(key) == value)
    with _redis() as redis:
        return bool(cache.get(key) == value and redis.exists(cache.make_key(key)))


def read_evictions() -> bool:
    """Set the metric of the keys that Redis threw out for lack of memory; return True."""
    with _redis() as redis:
        REDIS_EVICTIONS.set(redis.info("stats")["evicted_keys"])
    return True


def _redis() -> Redis:
    """Return a client that gives up in time."""
    # Imported only with Redis: the import would slow the start of every command.
    from redis import Redis

    return Redis.from_url(
        settings.REDIS_URL, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
    )


async def check_layer() -> bool:
    """Return whether a message sent through the channel layer arrives."""
    layer = get_channel_layer()
    channel = await layer.new_channel("ready.")
    message = {"type": "ready", "word": secrets.token_hex(8)}
    arrived = asyncio.Event()

    async def listen() -> None:
        # Runs until it is cancelled: only then do the layers forget a channel.
        while True:
            if await layer.receive(channel) == message:
                arrived.set()

    listening = asyncio.ensure_future(listen())
    try:
        await layer.send(channel, message)
        await arrived.wait()
    finally:
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening
    return True


class ThreadCheck:
    """A blocking check that runs in a thread of its own, at most once at a time."""

    def __init__(self, check: Callable[[], bool]) -> None:
        self._check = check
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ready")
        self._running: Future[bool] | None = None

    async def __call__(self) -> bool:
        if self._running is not None and not self._running.done():
            # A check that hangs must not block more threads.
            return False
        self._running = self._thread.submit(self._check)
        return await asyncio.wrap_future(self._running)


class Readiness:
    """The parts that are down, checked at most once every `VALID` seconds."""

    def __init__(self, checks: dict[str, Callable[[], Awaitable[bool]]] | None = None) -> None:
        if checks is None:
            checks = {
                "database": ThreadCheck(check_database),
                "cache": ThreadCheck(check_cache),
                "layer": check_layer,
            }
        self._checks = checks
        self._known: tuple[float, list[str]] = (-VALID, [])
        self._checking: asyncio.Task[list[str]] | None = None

    async def down(self) -> list[str]:
        """Return the parts that do not answer in time, or “draining” during shutdown."""
        if drain.process.draining:
            return ["draining"]
        at, known = self._known
        if monotonic() - at < VALID:
            return known
        if self._checking is None:
            self._checking = asyncio.ensure_future(self._check_all())
        return await asyncio.shield(self._checking)

    async def _check_all(self) -> list[str]:
        try:
            answers = await asyncio.gather(*(in_time(check) for check in self._checks.values()))
            down = [name for name, well in zip(self._checks, answers, strict=True) if not well]
            down += [part for part, is_well in _watched.items() if not is_well()]
            self._known = (monotonic(), down)
            return down
        finally:
            self._checking = None


async def in_time(check: Callable[[], Awaitable[bool]]) -> bool:
    """Return whether a check succeeds within `TIMEOUT`."""
    answer = asyncio.ensure_future(check())
    done, _late = await asyncio.wait({answer}, timeout=TIMEOUT)
    if not done:
        # The cancellation is not awaited: it may hang just as long.
        answer.cancel()
        return False
    return answer.exception() is None and answer.result()
