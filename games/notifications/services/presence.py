"""Who has a page of the site in view, or had one just now; pages report it through their sockets.

All of it is in the cache, for a short while only, so that no request writes to the database, all
servers know the same, and a machine that fell asleep counts as absent. Who is here at all is read
from a ring of arrivals: each of its places is written by itself, so that servers that write at the
same moment lose nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from django.core.cache import cache

from games.matches.hooks import IN_VIEW_SECONDS

HERE_SECONDS = 2 * IN_VIEW_SECONDS
"""How long somebody counts as being here after a page was in view: nobody leaves by looking up."""
ARRIVES_AGAIN = IN_VIEW_SECONDS
"""Seconds after which whoever still is here is written into the ring again."""
PLACES = 2048
READ = 512
"""So many of the newest arrivals are read: three of somebody at most."""
COUNTER = "arrivals"


def _in_view(user_id: int) -> str:
    return f"looks:{user_id}"


def _here(user_id: int) -> str:
    return f"here:{user_id}"


def _place(number: int) -> str:
    return f"{COUNTER}:{number % PLACES}"


def set_present(user_id: int, match_id: str = "") -> None:
    """A user has a page in view, for the next seconds; `match_id`: the match it shows, if any."""
    cache.set(_in_view(user_id), True, IN_VIEW_SECONDS)
    cache.set(_here(user_id), match_id, HERE_SECONDS)
    if cache.add(f"arrived:{user_id}", True, ARRIVES_AGAIN):
        cache.add(COUNTER, 0, None)
        # Somebody may have emptied the cache in between: then they arrive a little later.
        with suppress(ValueError):
            cache.set(_place(cache.incr(COUNTER)), user_id, HERE_SECONDS)


def set_absent(user_id: int) -> None:
    """A page of a user went out of view; one that still is in view sends so at once."""
    cache.delete(_in_view(user_id))


def forget(user_id: int) -> None:
    """A user has signed out."""
    cache.delete_many([_in_view(user_id), _here(user_id)])


def present(user_ids: Iterable[int]) -> set[int]:
    """Those of these users who have a page in view."""
    keys = {_in_view(user_id): user_id for user_id in user_ids}
    return {keys[key] for key in cache.get_many(keys)}


def here(user_ids: Iterable[int]) -> dict[int, str]:
    """Those of these users who are here, each with the id of the match they look at, or ""."""
    keys = {_here(user_id): user_id for user_id in user_ids}
    return {keys[key]: match_id for key, match_id in cache.get_many(keys).items()}


def arrivals() -> list[int]:
    """The users who are here, at least the newest of them, the newest first."""
    last = cache.get(COUNTER) or 0
    places = [_place(number) for number in range(last, max(0, last - READ), -1)]
    found = cache.get_many(places)
    users = dict.fromkeys(found[place] for place in places if place in found)
    still = here(users)
    return [user for user in users if user in still]
