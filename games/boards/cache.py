"""A cache for rendered parts of tables. Entries expire by last access, not by count.

After a move, a table needs most of what it needed before. A cache with a fixed size that is too
small for the number of tables would evict each entry just before it is needed again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from time import monotonic
from typing import Generic, TypeVar

FORGOTTEN_AFTER = 90.0
"""Seconds; entries that are not used for twice this time are gone."""
MOST = 20_000
"""This number of new entries drops the older ones earlier, to limit memory."""
R = TypeVar("R")


class CachedWhileUsed(Generic[R]):
    """A cached function; its result depends only on its arguments, positional and hashable.

    The cache has two generations: used entries move to the newer one, and the older one is dropped
    from time to time.
    """

    def __init__(self, function: Callable[..., R]) -> None:
        update_wrapper(self, function)
        self.__wrapped__ = function
        self.cache_clear()

    def cache_clear(self) -> None:
        """Empty the cache."""
        self._newer: dict[tuple[object, ...], R] = {}
        self._older: dict[tuple[object, ...], R] = {}
        self._since = monotonic()

    def __call__(self, *key: object) -> R:
        try:
            return self._newer[key]
        except KeyError:
            return self._find(key)

    def _find(self, key: tuple[object, ...]) -> R:
        older = self._older
        found = older[key] if key in older else self.__wrapped__(*key)
        # Two threads may do this at the same time; then a result is computed twice.
        if len(self._newer) >= MOST or monotonic() - self._since > FORGOTTEN_AFTER:
            self._newer, self._older, self._since = {}, self._newer, monotonic()
        self._newer[key] = found
        return found


def cached_while_used(function: Callable[..., R]) -> CachedWhileUsed[R]:
    """Cache a function that tables call repeatedly with the same arguments."""
    return CachedWhileUsed(function)
