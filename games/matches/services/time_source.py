"""The house's time: the system's clock, but not its jumps.

A clock on the wall that is set wrong for a moment must put nobody out. What time really passes is
told by the machine's steady clock, which nobody sets: where the wall has gone another way, time
goes on for a while as if it had not. A mistake is put right within that while; what stays is then
believed (so is the time a machine slept through: to those at its tables the house was closed).
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
"""Seconds for which a jump is not believed."""


class Timepiece:
    """Reads both clocks; one a process."""

    def __init__(self, wall: Callable[[], datetime], steady: Callable[[], float]) -> None:
        self._wall, self._steady = wall, steady
        self._lock = Lock()
        self._read: tuple[datetime, float] | None = None
        self._doubted: float | None = None

    def now(self) -> datetime:
        """The time by which the house acts."""
        with self._lock:
            wall, steady = self._wall(), self._steady()
            if self._read is not None:
                passed = self._read[0] + timedelta(seconds=steady - self._read[1])
                if abs(wall - passed) > JUMP and self._doubts(wall - passed, steady):
                    return passed
            self._doubted = None
            self._read = wall, steady
            return wall

    def _doubts(self, jump: timedelta, steady: float) -> bool:
        if self._doubted is None:
            self._doubted = steady
            logger.error("The clock jumped by %s s; held for %d s.", jump.total_seconds(), HOLD)
        return steady - self._doubted < HOLD


steady = time.monotonic
house = Timepiece(lambda: timezone.now(), lambda: steady())


def now() -> datetime:
    """The time by which moves are stamped and clocks run out."""
    return house.now()
