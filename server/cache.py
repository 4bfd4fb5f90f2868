"""The cache in Redis, and what becomes of it while Redis is away.

A cache that is away must not take the house with it: each process goes on with one of its own, so
that pages are answered and limits still hold, only process by process. What was written meanwhile
is deleted in Redis before that is believed again; sessions are kept nowhere but in the database,
so that whoever signs out is out everywhere.

One client a process spares each request its own connections: 6.0 ms of CPU a move on PostgreSQL
in place of 9.8 (docs/benchmarks.md).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import cache, partial
from threading import Lock
from time import monotonic
from typing import Any

from django.contrib.sessions.backends.cached_db import KEY_PREFIX as SESSIONS
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import ConnectionError, TimeoutError

logger = logging.getLogger(__name__)
ASK_AGAIN = 1.0
"""Seconds; in between nobody waits for a Redis that was not there just now."""
READS = {"get", "get_many", "has_key"}


class OneClient(RedisCacheClient):
    """Django's client, which makes one for every command: that costs more than the command."""

    _kept: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        self._kept = self._kept or super().get_client(key, write=write)
        return self._kept


class PatientClient:
    """The commands of Django's client; a cache of this process takes them while Redis is away."""

    def __init__(self, servers: tuple[str, ...], **options: Any) -> None:
        self._redis = OneClient(list(servers), **options)
        self._own = LocMemCache("while-redis-is-away", {})
        self._lock = Lock()
        self._ask_at = 0.0
        self._stale: set[str] | None = None
        """What Redis does not know of, once it is away."""

    def __getattr__(self, name: str) -> Any:
        return partial(self._command, name)

    def clear(self) -> bool:
        return bool(self._redis.clear())

    def _command(self, name: str, keys: Any, *more: Any) -> Any:
        if self._stale is None or monotonic() >= self._ask_at:
            try:
                self._come_back()
                return getattr(self._redis, name)(keys, *more)
            except (ConnectionError, TimeoutError) as error:
                if self._stale is None:
                    logger.warning("Redis is away: each process caches for itself (%s).", error)
                self._ask_at = monotonic() + ASK_AGAIN
        every = [keys] if isinstance(keys, str) else list(keys)
        self._go_without([] if name in READS else every)
        if any(SESSIONS in key for key in every):
            return more[0] if name == "get" else None
        return getattr(self._own, name)(keys, *more)

    def _go_without(self, written: Iterable[str]) -> None:
        with self._lock:
            self._stale = self._stale or set()
            self._stale.update(written)

    def _come_back(self) -> None:
        """Redis may answer again: what it does not know of is deleted there first."""
        if self._stale is None:
            return
        self._ask_at = monotonic() + ASK_AGAIN  # the others do not wait meanwhile
        with self._lock:
            self._redis.get_client().ping()
            if self._stale:
                self._redis.delete_many(self._stale)
            self._stale = None
            self._own.clear()
        logger.warning("Redis is back.")


class PatientCache(RedisCache):
    """What settings name as the backend. Django makes one for every request."""

    _servers: list[str]
    _options: dict[str, Any]

    @property
    def _cache(self) -> Any:
        return client_of(tuple(self._servers), tuple(self._options.items()))


@cache
def client_of(servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> PatientClient:
    """The client of this process; its connections are for all threads."""
    return PatientClient(servers, **dict(options))
