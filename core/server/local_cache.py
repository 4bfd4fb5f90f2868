"""A cache in the memory of one process, which counts the entries that it had no room for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import time
from typing import Any

from django.core.cache.backends.locmem import LocMemCache

from core.monitoring.metrics import CACHE_EVICTIONS

ENTRIES = 100_000
"""The entries a cache has room for, unless its `MAX_ENTRIES` says otherwise."""
MADE_ROOM = 10
"""A full cache frees a tenth of its room, so that it is rarely searched for expired entries."""


class LocalCache(LocMemCache):
    """Django's cache, which drops expired entries first, then those unused for longest.

    Without a `LOCATION` its name is its `KEY_PREFIX`.
    """

    # django-stubs leaves these out.
    _cache: OrderedDict[str, bytes]
    _expire_info: dict[str, float | None]
    _delete: Callable[[str], bool]

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        name = name or params["KEY_PREFIX"]
        room = {"MAX_ENTRIES": ENTRIES, "CULL_FREQUENCY": MADE_ROOM}
        super().__init__(name, {**params, "OPTIONS": {**room, **params.get("OPTIONS", {})}})
        self._evictions = CACHE_EVICTIONS.labels(name)

    def _cull(self) -> None:
        now = time()
        ends = self._expire_info.items()
        for key in [key for key, end in ends if end is not None and end <= now]:
            self._delete(key)
        live = len(self._cache)
        if live > self._max_entries * (1 - 1 / self._cull_frequency):
            super()._cull()  # type: ignore[misc]  # left out too
            self._evictions.inc(live - len(self._cache))
