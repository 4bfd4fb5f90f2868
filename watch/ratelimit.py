"""How fast somebody may speak: a bound on what one socket says, however quick its owner is."""

from __future__ import annotations

from time import monotonic

AT_ONCE = 20
A_SECOND = 5
"""A page says a word every twenty seconds, and one whenever it comes into view or goes."""


class Pace:
    """Words that are left to one speaker: some at once, and so many more every second."""

    def __init__(self) -> None:
        self._left: float = AT_ONCE
        self._since = monotonic()

    def kept(self) -> bool:
        """Whether one more word now is none too many."""
        now = monotonic()
        self._left = min(AT_ONCE, self._left + (now - self._since) * A_SECOND)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
