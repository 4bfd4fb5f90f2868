"""How often bots failed today, counted for all processes; it knows games and levels by name."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from datetime import UTC, datetime

from django.core.cache import cache

DAY = 24 * 3600
Level = tuple[str, str]
"""A game and a level of its bots."""


def count_failure(game: str, level: str) -> None:
    """Count one more; where the cache is away, it is not counted."""
    with contextlib.suppress(Exception):
        key = _key(game, level)
        cache.add(key, 0, DAY)
        cache.incr(key)


def failures_today(levels: Iterable[Level]) -> dict[Level, int]:
    """How often each of these failed today, those that did."""
    keys = {_key(*level): level for level in levels}
    with contextlib.suppress(Exception):
        return {keys[key]: count for key, count in cache.get_many(list(keys)).items()}
    return {}


def _key(game: str, level: str) -> str:
    return f"bot-failed:{datetime.now(UTC):%Y%m%d}:{game}:{level}"
