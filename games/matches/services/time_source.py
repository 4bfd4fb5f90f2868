"""The time by which the server acts: the system clock without its jumps.

A system clock that is wrong for a moment must not put a player out. The monotonic clock shows how
much time really passed. If the system clock differs, its jump is ignored for `HOLD` seconds, in
which a mistake can be corrected; then the new time is accepted. So is time for which the machine
was suspended.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock

from django.utils import timezone

logger = logging.getLogger(__name__)
JUMP = timedelta(seconds=2)
HOLD = 60.0
"""Seconds for which a jump is ignored."""


class TimeSource:
    """A clock that compares the system clock with the monotonic clock; one per process."""

    def __init__(self, wall: Callable[[], datetime], steady: Callable[[], float]) -> None:
        self._wall, self._steady = wall, steady
        self._lock = Lock()
        self._read: tuple[datetime, float] | None = None
        self._jumped_at: float | None = None

    def now(self) -> datetime:
        """Return the system time, corrected by a recent jump."""
        with self._lock:
            wall, steady = self._wall(), self._steady()
            if self._read is not None:
                passed = self._read[0] + timedelta(seconds=steady - self._read[1])
                if abs(wall - passed) > JUMP and self._ignores(wall - passed, steady):
                    return passed
            self._jumped_at = None
            self._read = wall, steady
            return wall

    def _ignores(self, jump: timedelta, steady: float) -> bool:
        if self._jumped_at is None:
            self._jumped_at = steady
            logger.error("The clock jumped by %s s; held for %d s.", jump.total_seconds(), HOLD)
        return steady - self._jumped_at < HOLD


steady = time.monotonic
process_time = TimeSource(lambda: timezone.now(), lambda: steady())


def now() -> datetime:
    """Return the time by which moves are stamped and clocks run out."""
    return process_time.now()
