"""What a process caches of the matches used last, for all its threads.

Most of it is true at one event's number: every change of a running match has a number of its own,
so what was true at a number stays true at it. Only what is committed may be cached, and a cached
value is never changed.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from itertools import islice
from threading import Lock
from typing import Any, Generic, TypeVar

from prometheus_client import REGISTRY
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

Value = TypeVar("Value")
Key = TypeVar("Key", bound=Hashable)


class LruCache(Generic[Key, Value]):
    """The values used last, at most `size` of them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._values: OrderedDict[Key, Value] = OrderedDict()
        _all.append(self)

    def get(self, key: Key) -> Value | None:
        """The cached value, which is from now on the one used last; None without one."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def set(self, key: Key, value: Value) -> None:
        """Cache a value, in place of the one with this key."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._size:
                self._shrink()

    def _shrink(self) -> None:
        self._values.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()

    def __len__(self) -> int:
        return len(self._values)


class VersionedCache(LruCache[str, tuple[int, Value]]):
    """The newest value of each key with the number it is true at; hits and misses are counted."""

    def __init__(self, name: str, size: int) -> None:
        super().__init__(size)
        self.name = name
        self.hits = self.misses = 0
        _counted.append(self)

    def at(self, key: str, number: int) -> Value | None:
        """The value cached for just this number."""
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
        """Cache a value unless there is one of this number or a newer one."""
        with self._lock:
            cached = self._values.get(key)
            if cached is None or cached[0] < number:
                self._values[key] = number, value
                self._values.move_to_end(key)
                if len(self._values) > self._size:
                    self._shrink()


MOST_ATTENDED = 2
"""So many times its size a cache of matches may grow by those that somebody is at."""


class MatchCache(VersionedCache[Value]):
    """The same by match: one that somebody is at in this process stays while others go.

    It holds at most `MOST_ATTENDED` times its size. Beyond that another one goes for each that is
    added, and is replayed when it is asked for again.
    """

    def _shrink(self) -> None:
        if len(self._values) > MOST_ATTENDED * self._size:
            self._values.popitem(last=False)
            return
        # Two are looked at for one that is added: in the end all go that may, and nobody waits.
        for key in list(islice(self._values, 2)):
            if _attended[key]:
                self._values.move_to_end(key)
            else:
                del self._values[key]


_attended: Counter[str] = Counter()


def attend(match_id: str) -> None:
    """Keep what is cached of a match until `leave`, as often as both are called."""
    _attended[match_id] += 1


def leave(match_id: str) -> None:
    """Let what is cached of a match go, as of any other that was used just now."""
    _attended[match_id] -= 1
    if not _attended[match_id]:
        del _attended[match_id]


class CacheCounts(Collector):
    """The hits and misses as metrics, read when these are asked for: cheaper than counters."""

    def collect(self) -> Iterator[CounterMetricFamily]:
        help_text = "Asked for, of what is kept of matches."
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
