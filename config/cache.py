"""The cache in Redis, and what becomes of it while Redis is away.

A cache that is away must not take the house with it: each process goes on with one of its own, so
that pages are answered and limits still hold, only process by process. What was written meanwhile
is deleted in Redis before that is believed again; sessions are kept nowhere but in the database,
so that whoever signs out is out everywhere.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import cache
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
MOST_MISSED = 10_000
WRITES = {"add", "set", "touch", "delete", "incr", "set_many", "delete_many"}


class Absence:
    """Whether Redis is away, and which keys were written while it was; one a process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._again = 0.0
        self._missed: set[str] | None = None
        self.own = LocMemCache("while-redis-is-away", {"OPTIONS": {"MAX_ENTRIES": MOST_MISSED}})

    def lasts(self) -> bool:
        """Whether to do without; now and then one caller finds out how it is."""
        with self._lock:
            if self._missed is None:
                return False
            now = monotonic()
            if now < self._again:
                return True
            self._again = now + ASK_AGAIN
            return False

    def begin(self, error: Exception) -> None:
        with self._lock:
            self._again = monotonic() + ASK_AGAIN
            if self._missed is None:
                self._missed = set()
                logger.warning("Redis is away: each process caches for itself (%s).", error)

    def miss(self, keys: Iterable[str]) -> None:
        with self._lock:
            if self._missed is not None:
                self._missed.update(keys)

    def end(self, forget: Callable[[set[str]], None]) -> None:
        """Redis answers again: what it does not know about is deleted there first."""
        with self._lock:
            if self._missed is None:
                return
            forget(self._missed)
            self._missed = None
            self.own.clear()
            logger.warning("Redis is back.")


absence = Absence()


class PatientClient(RedisCacheClient):
    """Django's client, which does without Redis while that is away."""

    _client_kept: Any = None

    def get_client(self, key: str | None = None, *, write: bool = False) -> Any:
        """The same for every command: making one costs more than asking it."""
        if self._client_kept is None:
            self._client_kept = super().get_client(key, write=write)
        return self._client_kept

    def _patiently(self, name: str, *words: Any) -> Any:
        if not absence.lasts():
            try:
                absence.end(self._forget)
                return getattr(super(), name)(*words)
            except (ConnectionError, TimeoutError) as error:
                absence.begin(error)
        keys = [words[0]] if isinstance(words[0], str) else list(words[0])
        if name in WRITES:
            absence.miss(keys)
        if any(SESSIONS in key for key in keys):
            return words[1] if name == "get" else None
        return getattr(absence.own, name)(*words)

    def _forget(self, keys: set[str]) -> None:
        client = self.get_client(write=True)
        if len(keys) > MOST_MISSED:
            client.flushdb()
        elif keys:
            client.delete(*keys)
        else:
            client.ping()

    def add(self, key: str, value: Any, timeout: int | None) -> Any:
        return self._patiently("add", key, value, timeout)

    def get(self, key: str, default: Any) -> Any:
        return self._patiently("get", key, default)

    def set(self, key: str, value: Any, timeout: int | None) -> Any:
        return self._patiently("set", key, value, timeout)

    def touch(self, key: str, timeout: int | None) -> Any:
        return self._patiently("touch", key, timeout)

    def delete(self, key: str) -> Any:
        return self._patiently("delete", key)

    def get_many(self, keys: Iterable[str]) -> Any:
        return self._patiently("get_many", list(keys))

    def has_key(self, key: str) -> Any:
        return self._patiently("has_key", key)

    def incr(self, key: str, delta: int) -> Any:
        return self._patiently("incr", key, delta)

    def set_many(self, data: dict[str, Any], timeout: int | None) -> Any:
        return self._patiently("set_many", data, timeout)

    def delete_many(self, keys: Iterable[str]) -> Any:
        return self._patiently("delete_many", list(keys))


class PatientCache(RedisCache):
    """What settings name as the backend.

    Django makes a cache for every request, and each would bring connections of its own.
    """

    @property
    def _cache(self) -> PatientClient:
        return _client(tuple(self._servers), tuple(self._options.items()))


@cache
def _client(servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> PatientClient:
    """The client of this process; its connections are for all threads."""
    return PatientClient(servers, **dict(options))
