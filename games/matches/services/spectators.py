"""The number of pages that watch a match, without a list of who watches.

Each page counts itself once in each period of time, in the cache, so that the processes of a site
count together and nothing is written to the database. A page that closes is counted until the next
period ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from time import time

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

cache = ConnectionProxy(caches, "presence")
SECONDS = 60
"""The length of a period; a page says at least twice in it that it is open."""


def period() -> int:
    """Return the number of the current period."""
    return int(time() // SECONDS)


def count(match_id: str, now: int) -> None:
    """Count one more page that watches a match in the current period."""
    key = _key(match_id, now)
    if not cache.add(key, 1, 3 * SECONDS):
        # It may have expired in between.
        with suppress(ValueError):
            cache.incr(key)


def watching(match_ids: Iterable[str]) -> dict[str, int]:
    """Return the number of pages that watch each of these matches.

    A period that has just begun is not complete, so the one before counts too.
    """
    now = period()
    keys = {(match, at): _key(match, at) for match in match_ids for at in (now - 1, now)}
    found = cache.get_many(list(keys.values()))
    counts = dict[str, int]()
    for (match, _at), key in keys.items():
        counts[match] = max(counts.get(match, 0), found.get(key, 0))
    return counts


def _key(match_id: str, number: int) -> str:
    return f"spectators:{match_id}:{number}"
