"""The SVG graph of the chances along a match; the page has the same numbers in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.boards.seats import TablePlayer

WIDTH, HEIGHT = 1000, 400


@dataclass(frozen=True)
class Point:
    """The chances at one point of the match: before a step of the replay, or at the end."""

    step: int
    chances: tuple[float, ...]
    error: float

    @property
    def percents(self) -> list[int]:
        """The chances by seat, in per cent."""
        return [round(100 * chance) for chance in self.chances]


@dataclass(frozen=True)
class Curve:
    """One seat's line; `end` is where its letter stands, in per cent of the height from the top."""

    player: TablePlayer
    path: str
    end: int


@dataclass(frozen=True)
class Graph:
    """The lines of all seats, in a box of `WIDTH` by `HEIGHT`."""

    curves: list[Curve]
    last: int
    """The last step of the match."""


def graph_of(points: Sequence[Point], players: Sequence[TablePlayer], last: int) -> Graph:
    """Return the graph through some points.

    Each point is moved a little towards its neighbours, since it is an estimate and its noise
    should not show.
    """
    smooth = [_smoothed(points, at) for at in range(len(points))]
    curves = []
    for player in players:
        places = [
            f"{_x(point.step, last)} {_y(chances[player.seat])}"
            for point, chances in zip(points, smooth, strict=True)
        ]
        end = round(100 * (1 - smooth[-1][player.seat]))
        curves.append(Curve(player, "M" + "L".join(places), end))
    return Graph(curves, last)


def _smoothed(points: Sequence[Point], at: int) -> list[float]:
    """Return the weighted mean of a point, counted twice, and its neighbours; ends stay."""
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
