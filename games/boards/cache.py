"""What is drawn of tables, cached as long as somebody asks for it.

At each move a table asks again for most of what it had at the one before. How many tables there are
is not known, and a number of results that is too small for them is as bad as none: each is thrown
away just before it is asked for again. So it is not counted, but looked at how long ago somebody
asked: memory follows the tables that are played just now.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from time import monotonic
from typing import Any, Generic, TypeVar

FORGOTTEN_AFTER = 90.0
"""Seconds; what nobody asked for in twice as many is gone."""
MOST = 20_000
"""So many new results let the older ones go earlier: ever new ones fill no memory."""
R = TypeVar("R")
_NOTHING: Any = object()


class CachedWhileUsed(Generic[R]):
    """A function whose results depend on its arguments alone, which are positional and hashable.

    The cache has two generations: what is asked for is in the newer one, and from time to time the
    older one is emptied.
    """

    def __init__(self, function: Callable[..., R]) -> None:
        update_wrapper(self, function)
        self.__wrapped__ = function
        self.cache_clear()

    def cache_clear(self) -> None:
        """Forget everything."""
        self._newer: dict[tuple[Any, ...], R] = {}
        self._older: dict[tuple[Any, ...], R] = {}
        self._since = monotonic()

    def __call__(self, *key: Any) -> R:
        found: R = self._newer.get(key, _NOTHING)
        return self._find(key) if found is _NOTHING else found

    def _find(self, key: tuple[Any, ...]) -> R:
        found: R = self._older.get(key, _NOTHING)
        if found is _NOTHING:
            found = self.__wrapped__(*key)
        # Two threads may do this at once: then something is made once more.
        if len(self._newer) >= MOST or monotonic() - self._since > FORGOTTEN_AFTER:
            self._newer, self._older, self._since = {}, self._newer, monotonic()
        self._newer[key] = found
        return found


def cached_while_used(function: Callable[..., R]) -> CachedWhileUsed[R]:
    """Decorator for a function that tables ask for the same again and again."""
    return CachedWhileUsed(function)
