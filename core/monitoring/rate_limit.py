"""Limits on how often something is done, and on how much of it runs at the same time."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Hashable
from math import ceil
from threading import Lock
from time import monotonic, time

from django.core.cache import cache

from core.refusals import Refusal

logger = logging.getLogger(__name__)
REMEMBERED = 10_000
"""Owners of budgets after which those with a full budget are forgotten."""


def is_beyond(key: str, most: int, seconds: int) -> bool:
    """Count one more use of a key, and return whether it was used too often.

    Args:
        key: What is limited, such as an action together with an account.
        most: The number of uses that are allowed in `seconds`.
        seconds: The length of the period, which begins with its first use.
    """
    return count_use(key, seconds) > most


def limit_use(key: str, most: int, seconds: int, refusal: Refusal) -> int:
    """Count one more use of a key; if it was used too often, raise the refusal with its `wait`.

    The arguments are those of `is_beyond`; the result is that of `count_use`.
    """
    used = count_use(key, seconds)
    if used > most:
        refusal.wait = seconds_left(key, seconds)
        raise refusal
    return used


def count_use(key: str, seconds: int) -> int:
    """Count one more use of a key, and return the uses in this period of seconds.

    The count is in the cache of limits, so that all processes share it. While that is down, the
    answer is always 0.
    """
    try:
        if cache.add(key, 0, timeout=seconds):
            cache.set(_end_of(key), time() + seconds, timeout=seconds)
        return int(cache.incr(key))
    except ValueError:
        return 0  # The period ended between these two calls.
    except Exception:
        logger.warning("The cache cannot count requests.", exc_info=True)
        return 0


def seconds_left(key: str, seconds: int) -> int:
    """Return after how many whole seconds a key's period ends; all of them if that is unknown."""
    try:
        ends = cache.get(_end_of(key))
    except Exception:
        logger.warning("The cache cannot count requests.", exc_info=True)
        return seconds
    return seconds if ends is None else min(seconds, max(1, ceil(ends - time())))


def _end_of(key: str) -> str:
    return f"{key}:ends"


class Slots:
    """Counts, by owner, of what runs at the same time in this process, with a limit per owner."""

    def __init__(self) -> None:
        self._taken: Counter[Hashable] = Counter()
        self._lock = Lock()

    def take(self, owner: Hashable, most: int) -> bool:
        """Take a slot, and return whether one was left."""
        with self._lock:
            if self._taken[owner] >= most:
                return False
            self._taken[owner] += 1
            return True

    def release(self, owner: Hashable) -> None:
        """Give one slot back. An owner without slots is forgotten, so that it takes no memory."""
        with self._lock:
            self._taken[owner] -= 1
            if self._taken[owner] <= 0:
                del self._taken[owner]

    def taken(self, owner: Hashable) -> int:
        return self._taken.get(owner, 0)


class TimeBudgets:
    """Budgets of seconds, one for each owner, that refill continuously within `period` seconds."""

    def __init__(self, period: float) -> None:
        self._period = period
        self._full_at: dict[Hashable, float] = {}
        self._lock = Lock()

    def is_spent(self, owner: Hashable) -> bool:
        return self._full_at.get(owner, 0) - monotonic() >= self._period

    def spent(self) -> set[Hashable]:
        """Return the owners whose budgets are spent."""
        with self._lock:
            return {owner for owner in self._full_at if self.is_spent(owner)}

    def spend(self, owner: Hashable, seconds: float, of: float) -> None:
        """Take seconds from the budget of an owner, which has `of` seconds a period."""
        now = monotonic()
        with self._lock:
            if len(self._full_at) >= REMEMBERED:
                # An owner with a full budget need not be known.
                self._full_at = {who: at for who, at in self._full_at.items() if at > now}
            begins = max(now, self._full_at.get(owner, now))
            self._full_at[owner] = begins + seconds / of * self._period

    def clear(self) -> None:
        self._full_at.clear()


class RateLimit:
    """A token bucket: `burst` messages at once, then `per_second`."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._left = burst
        self._since = monotonic()

    def allows(self) -> bool:
        """Count one more message, and return whether it is allowed now."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._since) * self._per_second)
        self._since = now
        allowed = self._left >= 1
        self._left -= allowed
        return allowed

    @property
    def left(self) -> int:
        """The number of messages that were still allowed after the last one."""
        return int(self._left)
