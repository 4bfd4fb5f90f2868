"""Liveness of this process, and readiness of its database, cache and channel layer."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic, time

from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from watch import drain
from watch.metrics import ROUND_SEEN

TIMEOUT = 2.0
"""Seconds in which each part must answer."""
VALID = 1.0
"""Seconds for which an answer is reused: asking often costs nothing."""
STUCK = 120.0
"""Seconds after which a loop of the worker that ended no round counts as stuck."""

LOOPS = ("bots", "thinking", "clocks", "tidy", "post")
"""The loops of the worker."""
ROUND_KEY = "worker-round:"
REPORTED = 10.0
"""Seconds between two reports of a loop."""

_watched: dict[str, Callable[[], bool]] = {}
_seen: dict[str, float] = {}
_reported: dict[str, float] = {}


def watch(part: str, is_well: Callable[[], bool]) -> None:
    """Add a part of this process to what `/readyz` checks; the check must not block."""
    _watched[part] = is_well


def heartbeat(loop: str) -> None:
    """Note that a loop of the worker has ended a round."""
    _seen[loop] = monotonic()
    ROUND_SEEN.labels(loop).set(time())


def report_round(loop: str) -> None:
    """Store where all processes read it that a loop goes on; it may block, and never fails."""
    if monotonic() - _reported.get(loop, -REPORTED) < REPORTED:
        return
    _reported[loop] = monotonic()
    with contextlib.suppress(Exception):
        cache.set(f"{ROUND_KEY}{loop}", time(), timeout=None)


def rounds_seen() -> dict[str, float]:
    """When each loop of a worker last reported a round, in whatever process; unseen ones lack."""
    with contextlib.suppress(Exception):
        found: dict[str, float] = cache.get_many([f"{ROUND_KEY}{loop}" for loop in LOOPS])
        return {key.removeprefix(ROUND_KEY): at for key, at in found.items()}
    return {}


def stuck() -> list[str]:
    """The loops of the worker in this process, if any, that have stopped."""
    late = monotonic() - STUCK
    return sorted(loop for loop, seen in _seen.items() if seen < late)


def check_database() -> bool:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    finally:
        connection.close()


def check_cache() -> bool:
    """Whether the cache returns what was stored, and shares it where it must be shared."""
    key, value = f"ready:{secrets.token_hex(8)}", secrets.token_hex(8)
    cache.set(key, value, 10)
    if not settings.REDIS_URL:
        return bool(cache.get(key) == value)
    # Loaded where there is a Redis: it costs every command a twentieth of its start.
    from redis import Redis

    timeouts = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
    with Redis.from_url(settings.REDIS_URL, **timeouts) as redis:
        return bool(cache.get(key) == value and redis.exists(cache.make_key(key)))


async def check_layer() -> bool:
    """Whether what is sent through the channel layer arrives."""
    layer = get_channel_layer()
    channel = await layer.new_channel("ready.")
    message = {"type": "ready", "word": secrets.token_hex(8)}
    arrived = asyncio.Event()

    async def listen() -> None:
        # Goes on until it is cancelled: only then do the layers forget a channel.
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
    """A check that blocks, run in a thread of its own; never twice at once."""

    def __init__(self, check: Callable[[], bool]) -> None:
        self._check = check
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ready")
        self._running: Future[bool] | None = None

    async def __call__(self) -> bool:
        if self._running is not None and not self._running.done():
            # One that hangs is not given more threads to block.
            return False
        self._running = self._thread.submit(self._check)
        return await asyncio.wrap_future(self._running)


class Readiness:
    """Which parts are down; checked at most once a second, however many ask."""

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
        """The names of what does not answer in time; “draining” while the process shuts down."""
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
            answers = await asyncio.gather(*(_in_time(check) for check in self._checks.values()))
            down = [name for name, well in zip(self._checks, answers, strict=True) if not well]
            down += [part for part, is_well in _watched.items() if not is_well()]
            self._known = (monotonic(), down)
            return down
        finally:
            self._checking = None


async def _in_time(check: Callable[[], Awaitable[bool]]) -> bool:
    answer = asyncio.ensure_future(check())
    done, _late = await asyncio.wait({answer}, timeout=TIMEOUT)
    if not done:
        # Its cancellation is not awaited: that may hang just as long.
        answer.cancel()
        return False
    return answer.exception() is None and answer.result()
