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
    """Return the graph through some points."""
    curves = []
    for player in players:
        places = [f"{_x(point.step, last)} {_y(point.chances[player.seat])}" for point in points]
        end = round(100 * (1 - points[-1].chances[player.seat]))
        curves.append(Curve(player, "M" + "L".join(places), end))
    return Graph(curves, last)


def _x(step: int, last: int) -> str:
    return _short(WIDTH * step / max(last, 1))


def _y(chance: float) -> str:
    return _short(HEIGHT * (1 - chance))


def _short(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")
