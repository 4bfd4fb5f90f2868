"""Who has a page of the site in view; pages send it through their sockets, again and again.

It is cached for a short while only, so that a machine that fell asleep counts as absent.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.core.cache import cache

from games.matches.hooks import IN_VIEW_SECONDS


def _key(user_id: int) -> str:
    return f"looks:{user_id}"


def set_present(user_id: int) -> None:
    """A user has a page in view, for the next seconds."""
    cache.set(_key(user_id), True, IN_VIEW_SECONDS)


def set_absent(user_id: int) -> None:
    """A page of a user went out of view; one that still is in view sends so at once."""
    cache.delete(_key(user_id))


def present(user_ids: Iterable[int]) -> set[int]:
    """Those of these users who have a page in view."""
    keys = {_key(user_id): user_id for user_id in user_ids}
    return {keys[key] for key in cache.get_many(keys)}
