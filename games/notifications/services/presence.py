"""Who has a page of ours in view. Pages say so through their sockets, again and again.

Kept in the cache for a short while: a machine that fell asleep looks at nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from django.core.cache import cache

from games.matches.hooks import IN_VIEW_SECONDS

logger = logging.getLogger(__name__)


def _key(user_id: int) -> str:
    return f"looks:{user_id}"


def looks(user_id: int) -> None:
    """Somebody has a page of ours in view."""
    try:
        cache.set(_key(user_id), True, IN_VIEW_SECONDS)
    except Exception:
        logger.warning("The cache did not take who looks.", exc_info=True)


def looks_away(user_id: int) -> None:
    """A page of somebody's went out of view; where another one is in view, it says so anew."""
    try:
        cache.delete(_key(user_id))
    except Exception:
        logger.warning("The cache did not take who looks away.", exc_info=True)


def looking(user_ids: Iterable[int]) -> set[int]:
    """Those of these users who have a page of ours in view; nobody while the cache is down."""
    keys = {_key(user_id): user_id for user_id in user_ids}
    try:
        return {keys[key] for key in cache.get_many(keys)} if keys else set()
    except Exception:
        logger.warning("The cache did not tell who looks.", exc_info=True)
        return set()
