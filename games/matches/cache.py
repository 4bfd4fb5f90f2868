"""What a process keeps of the matches used last, for all its threads.

Most of it is true at one event's number: every change of a running match has a number of its own,
so what was true at a number stays true at it. Only what is committed may be kept, and what is kept
is never changed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

from watch.metrics import count_kept

Thing = TypeVar("Thing")
Key = TypeVar("Key", bound=Hashable)


class Recent(Generic[Key, Thing]):
    """The things used last, so many, each by a key of its own."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._things: OrderedDict[Key, Thing] = OrderedDict()
        _all.append(self)

    def get(self, key: Key) -> Thing | None:
        """What is kept for this key, if it is still among those used last."""
        with self._lock:
            thing = self._things.get(key)
            if thing is not None:
                self._things.move_to_end(key)
            return thing

    def keep(self, key: Key, thing: Thing) -> None:
        """Keep a thing in place of the one that was kept before."""
        with self._lock:
            self._things[key] = thing
            self._things.move_to_end(key)
            while len(self._things) > self._size:
                self._things.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._things.clear()


class VersionedCache(Generic[Thing]):
    """The newest thing kept of each match, of so many matches."""

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.hits = 0
        self.misses = 0
        self._size = size
        self._lock = Lock()
        self._things: OrderedDict[str, tuple[int, Thing]] = OrderedDict()
        _stock.append(self)
        _all.append(self)

    def newest(self, match_id: str) -> tuple[int, Thing] | None:
        """The number and the thing kept last, if the match is still among those used last."""
        with self._lock:
            kept = self._things.get(match_id)
            if kept is not None:
                self._things.move_to_end(match_id)
            return kept

    def at(self, match_id: str, number: int) -> Thing | None:
        """What is kept for just this number."""
        kept = self.newest(match_id)
        found = kept[1] if kept is not None and kept[0] == number else None
        self.tally(found is not None)
        return found

    def tally(self, found: bool) -> None:
        """Count whether what was wanted was there."""
        if found:
            self.hits += 1
        else:
            self.misses += 1

    def keep(self, match_id: str, number: int, thing: Thing) -> None:
        """Keep a thing unless a newer one is there already."""
        with self._lock:
            known = self._things.get(match_id)
            if known is None or known[0] < number:
                self._things[match_id] = (number, thing)
                self._things.move_to_end(match_id)
                while len(self._things) > self._size:
                    self._things.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._things.clear()


def clear_all() -> None:
    """Forget everything that this process keeps of matches."""
    for one in _all:
        one.clear()


_all: list[Recent[Any, Any] | VersionedCache[Any]] = []
_stock: list[VersionedCache[Any]] = []
count_kept(lambda: ((kept.name, kept.hits, kept.misses) for kept in _stock))
