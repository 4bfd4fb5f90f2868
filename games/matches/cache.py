"""The caches of recently used matches, shared by the threads of a process.

Most values belong to the number of an event. Every change of a running match has a number of its
own, so a value for a number never becomes outdated. Only committed data may be cached, and a cached
value is never changed.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from threading import Lock
from time import monotonic
from typing import Any, Generic, TypeVar

from prometheus_client import REGISTRY
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

Value = TypeVar("Value")
Key = TypeVar("Key", bound=Hashable)

UNUSED_FOR = 300.0
"""Seconds without use after which a value is dropped; a page that reconnects sooner finds it."""


class LruCache(Generic[Key, Value]):
    """The most recently used values: at most `size`, and none that was unused for `seconds`.

    Without the second limit, matches that have ended would stay until new ones push them out.
    """

    def __init__(self, size: int, seconds: float = UNUSED_FOR) -> None:
        self._size, self._seconds = size, seconds
        self._lock = Lock()
        self._values: OrderedDict[Key, tuple[Value, float]] = OrderedDict()
        """The least recently used one first, each with the time of its last use."""
        _all.append(self)

    def get(self, key: Key) -> Value | None:
        """Return the cached value, and mark it as the most recently used; None without one."""
        with self._lock:
            cached = self._values.get(key)
            if cached is None:
                return None
            self._use(key, cached[0])
            return cached[0]

    def set(self, key: Key, value: Value) -> None:
        """Cache a value; it replaces the one with this key."""
        with self._lock:
            self._use(key, value)
            self._shrink()

    def _use(self, key: Key, value: Value) -> None:
        self._values[key] = value, monotonic()
        self._values.move_to_end(key)

    def _shrink(self) -> None:
        # At most two are dropped for each one added: no caller waits for a long clean-up.
        unused = monotonic() - self._seconds
        for _time in range(2):
            key = next(iter(self._values))
            if len(self._values) <= self._size and self._values[key][1] > unused:
                break
            if self._may_go(key):
                del self._values[key]
            else:
                self._values.move_to_end(key)

    def _may_go(self, key: Key) -> bool:
        return True

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()

    def __len__(self) -> int:
        return len(self._values)


class VersionedCache(LruCache[str, tuple[int, Value]]):
    """The newest value of each key, with its number; hits and misses are counted."""

    def __init__(self, name: str, size: int) -> None:
        super().__init__(size)
        self.name = name
        self.hits = self.misses = 0
        _counted.append(self)

    def at(self, key: str, number: int) -> Value | None:
        """Return the value cached for exactly this number."""
        cached = self.get(key)
        value = cached[1] if cached is not None and cached[0] == number else None
        self.count(value is not None)
        return value

    def count(self, found: bool) -> None:
        """Count a hit or a miss."""
        if found:
            self.hits += 1
        else:
            self.misses += 1

    def set_newer(self, key: str, number: int, value: Value) -> None:
        """Cache a value, unless there is one with this number or a higher one."""
        with self._lock:
            cached = self._values.get(key)
            if cached is None or cached[0][0] < number:
                self._use(key, (number, value))
                self._shrink()


MOST_ATTENDED = 2
"""A cache of matches with open pages may grow to this multiple of its size."""


class MatchCache(VersionedCache[Value]):
    """A cache by match that keeps matches with pages open in this process.

    It has at most `MOST_ATTENDED` times its size. Beyond that, an open match is dropped for each
    one added, and replayed when it is needed again.
    """

    def _may_go(self, key: str) -> bool:
        return not _attended[key] or len(self._values) > MOST_ATTENDED * self._size


_attended: Counter[str] = Counter()


def attend(match_id: str) -> None:
    """Keep the cached values of a match until `leave`; calls are counted."""
    _attended[match_id] += 1


def leave(match_id: str) -> None:
    """Undo one `attend`; after the last one, the cached values may be dropped like any others."""
    _attended[match_id] -= 1
    if not _attended[match_id]:
        del _attended[match_id]


class CacheCounts(Collector):
    """The hits and misses as metrics, read only when they are collected: cheaper than counters."""

    def collect(self) -> Iterator[CounterMetricFamily]:
        help_text = "Lookups in the caches of matches."
        family = CounterMetricFamily("tavola_kept", help_text, labels=["what", "found"])
        for cache in _counted:
            family.add_metric([cache.name, "yes"], cache.hits)
            family.add_metric([cache.name, "no"], cache.misses)
        yield family


def clear_all() -> None:
    """Empty all caches of this process."""
    for cache in _all:
        cache.clear()


_all: list[LruCache[Any, Any]] = []
_counted: list[VersionedCache[Any]] = []
REGISTRY.register(CacheCounts())
