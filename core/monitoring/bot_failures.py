"""Counts of the bots' failures today, in the cache that all processes share."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from datetime import UTC, datetime

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

cache = ConnectionProxy(caches, "site")
DAY = 24 * 3600
Level = tuple[str, str]
"""The names of a game and of a level of its bots."""


def count_failure(game: str, level: str) -> None:
    """Count one more failure of a bot, unless the cache is down."""
    with contextlib.suppress(Exception):
        key = _key(game, level)
        cache.add(key, 0, DAY)
        cache.incr(key)


def failures_today(levels: Iterable[Level]) -> dict[Level, int]:
    """Return how often each of these levels failed today; levels that never failed are left out."""
    keys = {_key(*level): level for level in levels}
    with contextlib.suppress(Exception):
        return {keys[key]: count for key, count in cache.get_many(list(keys)).items()}
    return {}


def _key(game: str, level: str) -> str:
    return f"bot-failed:{datetime.now(UTC):%Y%m%d}:{game}:{level}"
