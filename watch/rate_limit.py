"""Limits by counting: how often something was done lately, and how much of it goes on now."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Hashable
from time import monotonic

from django.core.cache import cache

logger = logging.getLogger(__name__)


def is_beyond(key: str, most: int, seconds: int) -> bool:
    """Count one more of something; whether these were more than so many in so many seconds.

    The cache counts, so that all processes count together. Nobody is refused while it is down.
    """
    try:
        cache.add(key, 0, timeout=seconds)
        return bool(cache.incr(key) > most)
    except ValueError:
        return False  # The time ended between these two calls.
    except Exception:
        logger.warning("The cache counts nothing.", exc_info=True)
        return False


class Slots:
    """What goes on at the same time in this process, by whose it is: never more than so many."""

    def __init__(self) -> None:
        self._taken: Counter[Hashable] = Counter()

    def take(self, owner: Hashable, most: int) -> bool:
        """Whether there was a slot left; it is taken."""
        if self._taken[owner] >= most:
            return False
        self._taken[owner] += 1
        return True

    def release(self, owner: Hashable) -> None:
        """Give one slot back; who has none takes no memory."""
        self._taken[owner] -= 1
        if self._taken[owner] <= 0:
            del self._taken[owner]

    def taken(self, owner: Hashable) -> int:
        return self._taken.get(owner, 0)


class RateLimit:
    """How many messages may still be sent: `burst` at once, `per_second` more later."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._left = burst
        self._since = monotonic()

    def allows(self) -> bool:
        """Whether one more message is allowed now; it is counted."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._since) * self._per_second)
        self._since = now
        allowed = self._left >= 1
        self._left -= allowed
        return allowed
