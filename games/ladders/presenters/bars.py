"""Counts as parts of one bar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Share:
    """A part of a bar that is 100 wide; start and width are written as an SVG reads numbers."""

    place: int
    count: int
    start: str
    width: str


def shares_of(counts: Mapping[int, int]) -> list[Share]:
    """The parts in the order of their keys; what does not occur has none."""
    whole, start, shares = sum(counts.values()), 0.0, []
    for place, count in sorted(counts.items()):
        if count:
            width = 100 * count / whole
            shares.append(Share(place, count, f"{start:.2f}", f"{width:.2f}"))
            start += width
    return shares
