"""Progress of a long command: one line that changes on screen, or occasional lines in a log."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TextIO, TypeVar

Item = TypeVar("Item")
ON_SCREEN, IN_A_LOG = 0.2, 15.0
"""Seconds between two reports."""


def watched(
    what: str, total: int, items: Iterable[Item], out: TextIO | None = None
) -> Iterator[Item]:
    """Yield the items, and report on stderr how many of the total are done and how fast.

    An item counts as done when the caller takes the next one.
    """
    out = out or sys.stderr
    on_screen, started, done = out.isatty(), monotonic(), 0
    pause = ON_SCREEN if on_screen else IN_A_LOG
    report_at = started + pause

    def report(end: str) -> None:
        rate = done / max(monotonic() - started, 1e-6)
        start = "\r\x1b[K" if on_screen else ""
        out.write(f"{start}{what}: {done:,} of {total:,}, {rate:,.0f} a second{end}")
        out.flush()

    for item in items:
        yield item
        done += 1
        if monotonic() >= report_at:
            report_at = monotonic() + pause
            report("" if on_screen else "\n")
    if on_screen:
        report("\n")
