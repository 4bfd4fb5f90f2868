"""A line through numbers, as paths of an SVG; words and numbers stand beside it as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 1000, 400
STEPS = (20, 50, 100, 200, 500, 1000)
MOST_LINES = 5
"""No more lines across than this, the lowest and the highest included."""


@dataclass(frozen=True)
class Graph:
    """Paths on a field of WIDTH × HEIGHT, which may be stretched, and what its lines stand for."""

    line: str
    area: str
    grid: str
    end: str
    ticks: tuple[int, ...]
    """What the lines across stand for, the highest first, evenly spaced."""


def graph_of(values: Sequence[int]) -> Graph:
    """The line through two or more numbers, from the left edge to the right."""
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
    """Round numbers around all values, and the step between them."""
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
