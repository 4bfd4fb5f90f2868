"""The cache in Redis, and a cache per process while Redis is down.

While Redis is down, pages are still answered and limits still hold, but each process counts for
itself. Sessions are then read only from the database, so that signing out holds everywhere. Keys
that were written while Redis was down are deleted there before Redis is used again.

All requests of a process share one client, and so its connections (docs/benchmarks.md).
"""

from __future__ import annotations

import logging
from functools import cache, partial
from threading import Lock
from time import monotonic
from typing import Any

from django.contrib.sessions.backends.cached_db import KEY_PREFIX as SESSIONS
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import ConnectionError, TimeoutError

from core.server.local_cache import LocalCache

logger = logging.getLogger(__name__)
ASK_AGAIN = 1.0
"""Seconds between two attempts to reach a Redis that is down; no request waits in between."""
READS = {"get", "get_many", "has_key"}


class OneClient(RedisCacheClient):
    """Django's client with one connection pool; Django's creates a client for each command."""

    _only_client: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        self._only_client = self._only_client or super().get_client(key, write=write)
        return self._only_client


class PatientClient:
    """Django's client, whose commands a cache of this process executes while Redis is down."""

    def __init__(self, servers: tuple[str, ...], **options: Any) -> None:
        self._redis = OneClient(list(servers), **options)
        self._lock = Lock()
        self._ask_at = 0.0
        self._stale: set[str] | None = None
        """The keys written while Redis is down; None while it is up."""

    def __getattr__(self, name: str) -> Any:
        return partial(self._command, name)

    def clear(self) -> bool:
        return bool(self._redis.clear())

    def _command(self, name: str, keys: Any, *more: Any) -> Any:
        if self._stale is None or monotonic() >= self._ask_at:
            try:
                self._reconnect()
                return getattr(self._redis, name)(keys, *more)
            except (ConnectionError, TimeoutError) as error:
                if self._stale is None:
                    logger.warning(
                        "Redis cannot be reached: each process caches for itself (%s).", error
                    )
                self._ask_at = monotonic() + ASK_AGAIN
        every = [keys] if isinstance(keys, str) else list(keys)
        with self._lock:
            self._stale = self._stale or set()
            self._stale.update([] if name in READS else every)
        if any(SESSIONS in key for key in every):
            return more[0] if name == "get" else None
        return getattr(own_cache(every), name)(keys, *more)

    def _reconnect(self) -> None:
        """Delete the stale keys if Redis was down; raises ConnectionError if it still is."""
        if self._stale is None:
            return
        self._ask_at = monotonic() + ASK_AGAIN  # other threads do not wait for this attempt
        with self._lock:
            self._redis.get_client().ping()
            if self._stale:
                self._redis.delete_many(self._stale)
            for key in self._stale:
                own_cache([key]).clear()
            self._stale = None
        logger.warning("Redis is back.")


class PatientCache(RedisCache):
    """The backend that the settings name; Django creates one for every request."""

    _servers: list[str]
    _options: dict[str, Any]

    @property
    def _cache(self) -> Any:
        return client_of(tuple(self._servers), tuple(self._options.items()))


def own_cache(keys: list[str]) -> LocalCache:
    """Return the cache of this process for keys with the prefix of these, which share one."""
    prefix = keys[0].partition(":")[0] if keys else ""
    return LocalCache(f"{prefix}-while-redis-is-down", {})


@cache
def client_of(servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> PatientClient:
    """Return the client of this process, shared by all its threads."""
    return PatientClient(servers, **dict(options))
