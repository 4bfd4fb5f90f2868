"""The graph of the chances along a match, drawn by the server; the same numbers are in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.matches.presenters.chairs import Chair

WIDTH, HEIGHT = 1000, 400


@dataclass(frozen=True)
class Point:
    """The chances at one moment of the match: before a step of the replay, or at its end."""

    step: int
    chances: tuple[float, ...]
    error: float

    @property
    def percents(self) -> list[int]:
        """By seat, of 100."""
        return [round(100 * chance) for chance in self.chances]


@dataclass(frozen=True)
class Curve:
    """One seat's line, and where its letter stands, in hundredths of the graph's height."""

    chair: Chair
    path: str
    end: int


@dataclass(frozen=True)
class Graph:
    """What is drawn, in a box of `WIDTH` by `HEIGHT`."""

    curves: list[Curve]
    last: int
    """The last step of the match."""


def graph_of(points: Sequence[Point], chairs: Sequence[Chair], last: int) -> Graph:
    """The lines through some points, each drawn a little towards its neighbours: every point is
    an estimate, and what one trial more or less would change is not to be seen."""
    smooth = [_smoothed(points, at) for at in range(len(points))]
    curves = []
    for chair in chairs:
        places = [
            f"{_x(point.step, last)} {_y(chances[chair.seat])}"
            for point, chances in zip(points, smooth, strict=True)
        ]
        end = round(100 * (1 - smooth[-1][chair.seat]))
        curves.append(Curve(chair, "M" + "L".join(places), end))
    return Graph(curves, last)


def _smoothed(points: Sequence[Point], at: int) -> list[float]:
    """The mean with both neighbours, twice weighted itself; the ends are as they are."""
    own = points[at].chances
    if at in (0, len(points) - 1):
        return list(own)
    before, after = points[at - 1].chances, points[at + 1].chances
    return [(a + 2 * b + c) / 4 for a, b, c in zip(before, own, after, strict=True)]


def _x(step: int, last: int) -> str:
    return _short(WIDTH * step / max(last, 1))


def _y(chance: float) -> str:
    return _short(HEIGHT * (1 - chance))


def _short(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")
