"""Charts as SVG: a line through ratings, and counts as parts of one bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 1000, 400
STEPS = (20, 50, 100, 200, 500, 1000)
MOST_LINES = 5
"""The most horizontal lines of a graph, the lowest and the highest included."""


@dataclass(frozen=True)
class Graph:
    """Paths on a field of WIDTH × HEIGHT, which may be stretched."""

    line: str
    area: str
    grid: str
    end: str
    ticks: tuple[int, ...]
    """The values of the horizontal lines, the highest first, evenly spaced."""


@dataclass(frozen=True)
class Share:
    """A part of a bar that is 100 wide; start and width are numbers in SVG's form."""

    place: int
    count: int
    start: str
    width: str


def graph_of(values: Sequence[int]) -> Graph:
    """Return the graph of two or more numbers, from the left edge to the right."""
    low, high, step = _scale(min(values), max(values))
    points = [
        f"{_short(WIDTH * i / (len(values) - 1))} {_y(value, low, high)}"
        for i, value in enumerate(values)
    ]
    line = "M" + "L".join(points)
    ticks = tuple(range(high, low - 1, -step))
    return Graph(
        line=line,
        area=f"{line}L{WIDTH} {HEIGHT}L0 {HEIGHT}Z",
        grid="".join(f"M0 {_y(tick, low, high)}H{WIDTH}" for tick in ticks),
        # A dot is a line of no length with round ends: it stays round however it is stretched.
        end=f"M{points[-1]}h0",
        ticks=ticks,
    )


def _scale(least: int, most: int) -> tuple[int, int, int]:
    """Return round numbers around all values, and the step between them."""
    for step in STEPS:
        low, high = least // step * step, -(-most // step) * step
        if high == low:
            low, high = low - step, high + step
        if (high - low) // step < MOST_LINES:
            return low, high, step
    raise ValueError(f"{least} to {most} is no rating.")


def _y(value: int, low: int, high: int) -> str:
    return _short(HEIGHT * (high - value) / (high - low))


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def shares_of(counts: Mapping[int, int]) -> list[Share]:
    """Return the parts of a bar in the order of their keys; a count of 0 has none."""
    whole, start, shares = sum(counts.values()), 0.0, []
    for place, count in sorted(counts.items()):
        if count:
            width = 100 * count / whole
            shares.append(Share(place, count, f"{start:.2f}", f"{width:.2f}"))
            start += width
    return shares
