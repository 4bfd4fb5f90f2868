"""The 45 temple cards, the 60 tribe cards and the five sites (spec: Components)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

TRIBES = ("mede", "sumerian", "hittite", "persian", "assyrian")
SITES = TRIBES
"""Each tribe has a site of the same name."""

QUARRY = "quarry"
"""The place where a stone begins, and to which it never returns."""

TRIBE_COPIES = dict.fromkeys(TRIBES, 12)
TEMPLE_COPIES = {1: 10, 2: 9, 3: 8, 4: 7, 5: 6, 6: 5}
TRIBE_CARDS: tuple[str, ...] = tuple(t for t, n in TRIBE_COPIES.items() for _ in range(n))
TEMPLE_CARDS: tuple[int, ...] = tuple(t for t, n in TEMPLE_COPIES.items() for _ in range(n))

RUN = 3
"""The number of adjacent cards of one tribe that give its power, and that migrate together."""


def runs(row: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Return the whole runs of at least three cards of one tribe: (index of the lowest, tribe)."""
    size = len(row)
    if size < RUN:
        return
    start = 0
    while start <= size - RUN:
        tribe = row[start]
        end = start + 1
        while end < size and row[end] == tribe:
            end += 1
        if end - start >= RUN:
            yield start, tribe
        start = end
