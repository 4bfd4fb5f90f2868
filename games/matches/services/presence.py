"""Presence: which users have a page in view, or open at all; pages report it through their sockets.

All of it is in the cache, for a short time only, so that no request writes to the database, all
servers see the same, and a sleeping computer counts as absent. The list of present users comes from
a ring of arrivals: each place is written separately, so that simultaneous writes lose nothing.

A user has left once their last page closed. One who never had a page, such as a program, has not.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

from games.matches.services import time_source

cache = ConnectionProxy(caches, "presence")
IN_VIEW_SECONDS = 45
"""Seconds for which a page counts as in view after it reports that; it reports three times within
them."""
HERE_SECONDS = 2 * IN_VIEW_SECONDS
"""How long a user counts as present after a page was in view: a glance away changes nothing."""
NEXT_PAGE = timedelta(seconds=15)
"""How long a user whose last page closed still counts as present: the next page may be loading."""
ARRIVES_AGAIN = IN_VIEW_SECONDS
"""Seconds after which a user who is still here is written into the ring again."""
PLACES = 2048
READ = 512
"""The most arrivals read, newest first; a user has at most three."""
COUNTER = "arrivals"
LEFT_SECONDS = 24 * 60 * 60
"""How long it is remembered that a user has left."""


def _in_view(user_id: int) -> str:
    return f"looks:{user_id}"


def _here(user_id: int) -> str:
    return f"here:{user_id}"


def _place(number: int) -> str:
    return f"{COUNTER}:{number % PLACES}"


def _left(user_id: int) -> str:
    return f"left:{user_id}"


def set_present(user_id: int, match_id: str = "") -> None:
    """Record that a user has a page in view; `match_id`: the match it shows, if any."""
    set_open(user_id)
    cache.set(_in_view(user_id), True, IN_VIEW_SECONDS)
    cache.set(_here(user_id), match_id, HERE_SECONDS)
    if cache.add(f"arrived:{user_id}", True, ARRIVES_AGAIN):
        cache.add(COUNTER, 0, None)
        # If the cache was emptied in between, the user arrives a little later.
        with suppress(ValueError):
            cache.set(_place(cache.incr(COUNTER)), user_id, HERE_SECONDS)


def set_absent(user_id: int) -> None:
    """Record that a user's page went out of view; another page in view reports itself at once."""
    cache.delete(_in_view(user_id))


def set_open(user_id: int) -> None:
    """Record that a user has a page open, in view or not."""
    cache.delete(_left(user_id))


def set_closed(user_id: int) -> None:
    """Record that a page of a user closed; other open pages report themselves at once."""
    cache.set(_left(user_id), time_source.now().timestamp(), LEFT_SECONDS)


def left_since(user_ids: Iterable[int]) -> dict[int, datetime]:
    """Return when those of these users left who have no page open any more."""
    keys = {_left(user_id): user_id for user_id in user_ids}
    found = cache.get_many(keys)
    return {keys[key]: datetime.fromtimestamp(left, UTC) for key, left in found.items()}


def forget(user_id: int) -> None:
    """Remove the presence of a user who signed out."""
    cache.delete_many([_in_view(user_id), _here(user_id)])


def present(user_ids: Iterable[int]) -> set[int]:
    """Return those of these users who have a page in view."""
    keys = {_in_view(user_id): user_id for user_id in user_ids}
    return {keys[key] for key in cache.get_many(keys)}


def here(user_ids: Iterable[int]) -> dict[int, str]:
    """Return the present ones of these users, each with the id of the match in view, or ""."""
    keys = {_here(user_id): user_id for user_id in user_ids}
    found = {keys[key]: match_id for key, match_id in cache.get_many(keys).items()}
    if not found:
        return {}
    before = time_source.now() - NEXT_PAGE
    gone = {user_id for user_id, left in left_since(found).items() if left < before}
    return {user_id: match_id for user_id, match_id in found.items() if user_id not in gone}


def arrivals() -> list[int]:
    """Return the present users, at least the newest of them, newest first."""
    last = cache.get(COUNTER) or 0
    places = [_place(number) for number in range(last, max(0, last - READ), -1)]
    found = cache.get_many(places)
    users = dict.fromkeys(found[place] for place in places if place in found)
    still = here(users)
    return [user for user in users if user in still]
