"""How far a long command has come: one line that changes, or now and then a line in a log."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TextIO, TypeVar

Thing = TypeVar("Thing")
ON_SCREEN, IN_A_LOG = 0.2, 15.0


class Progress:
    """Told on stderr, so that what the command answers stays clean."""

    def __init__(self, what: str, total: int, out: TextIO | None = None) -> None:
        self.what, self.total, self.done = what, total, 0
        self._out = out or sys.stderr
        self._screen = self._out.isatty()
        self._began = monotonic()
        self._pause = ON_SCREEN if self._screen else IN_A_LOG
        self._next = self._began + self._pause

    def step(self, count: int = 1) -> None:
        self.done += count
        now = monotonic()
        if now >= self._next:
            self._next = now + self._pause
            self._tell(now)

    def over(self, things: Iterable[Thing]) -> Iterator[Thing]:
        """The things as they are, counted on their way."""
        for thing in things:
            yield thing
            self.step()
        self.close()

    def close(self) -> None:
        if self._screen:
            self._tell(monotonic())
            self._out.write("\n")
            self._out.flush()

    @property
    def speed(self) -> float:
        """Things in a second."""
        return self.done / max(monotonic() - self._began, 1e-6)

    def _tell(self, now: float) -> None:
        rate = self.done / max(now - self._began, 1e-6)
        line = f"{self.what}: {self.done:,} of {self.total:,}, {rate:,.0f} a second"
        self._out.write(f"\r\x1b[K{line}" if self._screen else f"{line}\n")
        self._out.flush()


def watched(what: str, total: int, things: Iterable[Thing]) -> Iterator[Thing]:
    """The things as they are, with their progress told."""
    return Progress(what, total).over(things)
