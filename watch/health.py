"""Whether this process lives, and whether it can serve: database, cache and channel layer."""

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
from redis import Redis

from watch import drain
from watch.metrics import ROUND_SEEN

PATIENCE = 2.0
"""How long a part of the house may take to answer, in seconds."""
HOLDS = 1.0
"""How long an answer holds: asking often costs nothing."""
STUCK = 120.0
"""A loop of the worker that did not come by for so long is not coming back."""

_seen: dict[str, float] = {}


def heartbeat(loop: str) -> None:
    """A loop of the worker has ended a round."""
    _seen[loop] = monotonic()
    ROUND_SEEN.labels(loop).set(time())


def stuck() -> list[str]:
    """The loops of the worker, if it works in this process, that do not come by any more."""
    late = monotonic() - STUCK
    return sorted(loop for loop, seen in _seen.items() if seen < late)


def ask_database() -> bool:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    finally:
        connection.close()


def ask_cache() -> bool:
    """Whether the cache gives back what it was given, and shares it where it is to be shared."""
    key, value = f"ready:{secrets.token_hex(8)}", secrets.token_hex(8)
    cache.set(key, value, 10)
    return bool(cache.get(key) == value) and _is_shared(cache.make_key(key))


def _is_shared(key: str) -> bool:
    if not settings.REDIS_URL:
        return True
    with Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
    ) as redis:
        return bool(redis.exists(key))


async def ask_layer() -> bool:
    """Whether what is sent through the channel layer arrives."""
    layer = get_channel_layer()
    channel = await layer.new_channel("ready.")
    word = {"type": "ready", "word": secrets.token_hex(8)}
    arrived = asyncio.Event()

    async def listen() -> None:
        # Goes on until it is cancelled: only then do the layers forget a channel.
        while True:
            if await layer.receive(channel) == word:
                arrived.set()

    listening = asyncio.ensure_future(listen())
    try:
        await layer.send(channel, word)
        await arrived.wait()
    finally:
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening
    return True


class Aside:
    """A question that blocks, asked in a thread of its own; never twice at once."""

    def __init__(self, ask: Callable[[], bool]) -> None:
        self._ask = ask
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ready")
        self._asked: Future[bool] | None = None

    async def __call__(self) -> bool:
        if self._asked is not None and not self._asked.done():
            # Whoever does not answer is not asked by ever more.
            return False
        self._asked = self._thread.submit(self._ask)
        return await asyncio.wrap_future(self._asked)


class Readiness:
    """What of the house is down; asked at most once a second, however many want to know."""

    def __init__(self, asks: dict[str, Callable[[], Awaitable[bool]]] | None = None) -> None:
        self._asks = asks or {
            "database": Aside(ask_database),
            "cache": Aside(ask_cache),
            "layer": ask_layer,
        }
        self._known: tuple[float, list[str]] = (-HOLDS, [])
        self._asking: asyncio.Task[list[str]] | None = None

    async def down(self) -> list[str]:
        """The names of what does not answer in time, and “draining” while the house closes."""
        if drain.begun():
            return ["draining"]
        at, known = self._known
        if monotonic() - at < HOLDS:
            return known
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._look())
        return await asyncio.shield(self._asking)

    async def _look(self) -> list[str]:
        try:
            answers = await asyncio.gather(*(_in_time(ask) for ask in self._asks.values()))
            down = [name for name, well in zip(self._asks, answers, strict=True) if not well]
            self._known = (monotonic(), down)
            return down
        finally:
            self._asking = None


async def _in_time(ask: Callable[[], Awaitable[bool]]) -> bool:
    answer = asyncio.ensure_future(ask())
    done, _late = await asyncio.wait({answer}, timeout=PATIENCE)
    if not done:
        # Not waited for: giving up may hang just as long.
        answer.cancel()
        return False
    return answer.exception() is None and answer.result()
