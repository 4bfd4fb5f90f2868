"""Which ladder a table belongs to, and when a rating is told to be somebody's own."""

from __future__ import annotations

from collections.abc import Iterable

DUEL = "2"
CIRCLE = "3+"
SIZES = (DUEL, CIRCLE)
PROVISIONAL = 10
"""With fewer rated matches than this a rating is still provisional."""


def size_of(seats: int) -> str:
    """The class of a table: two at a table play another game than three and more."""
    return DUEL if seats == 2 else CIRCLE


def sizes_of(seats: Iterable[int]) -> list[str]:
    """The classes a game has, of the seats it can be played with."""
    possible = {size_of(number) for number in seats}
    return [size for size in SIZES if size in possible]
