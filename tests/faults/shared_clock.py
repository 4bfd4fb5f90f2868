"""A clock for all processes of a cluster, which stands still until a test lets time pass.

A cluster has one if it is given CLUSTER_CLOCK, the file that holds the seconds since the epoch.
"""

from __future__ import annotations

import mmap
import struct
from datetime import UTC, datetime
from pathlib import Path

SECONDS = struct.Struct("d")


class SharedClock:
    """The clock as a test sets it."""

    def __init__(self, file: Path, start: datetime) -> None:
        self.file = file
        file.write_bytes(SECONDS.pack(start.timestamp()))

    def wait(self, seconds: float) -> None:
        """Let time pass in all processes."""
        (now,) = SECONDS.unpack(self.file.read_bytes())
        with self.file.open("r+b") as changed:
            changed.write(SECONDS.pack(now + seconds))


def install(file: str) -> None:
    """Replace the clocks of this process and its forks, before any model is imported."""
    from django.utils import timezone

    from games.matches.services import time_source

    with Path(file).open("rb") as opened:
        shared = mmap.mmap(opened.fileno(), SECONDS.size, access=mmap.ACCESS_READ)

    def seconds() -> float:
        found: float = SECONDS.unpack(shared[:])[0]
        return found

    timezone.now = lambda: datetime.fromtimestamp(seconds(), UTC)
    time_source.steady = seconds
