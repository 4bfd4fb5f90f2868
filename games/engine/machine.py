"""How fast this machine is, so that speeds of rules can be compared between machines."""

from __future__ import annotations

from time import perf_counter

REFERENCE = 10_000_000
"""Trivial moves a second of the machine for which titles state their budgets."""
TIMED = 2_000_000


class _Counter:
    __slots__ = ("n",)

    def __init__(self) -> None:
        self.n = 0

    def move(self) -> None:
        self.n += 1


def machine_speed(moves: int = TIMED) -> float:
    """Return the trivial moves a second that this machine makes in Python."""
    position = _Counter()
    started = perf_counter()
    for _ in range(moves):
        position.move()
    return position.n / (perf_counter() - started)
