"""The measured starting ratings of the bots' levels, shown next to their ladder."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards.words import level_name
from games.ladders.anchors import anchors_of
from games.rating import size_of
from games.titles.registry import title_of


@dataclass(frozen=True)
class Measured:
    """A level with the rating that follows from the counted games."""

    level: str
    rating: int
    games: int
    """The number of counted games that it played."""

    @property
    def name(self) -> str:
        return level_name(self.level)


def measured_levels(game: str, size: str) -> list[Measured]:
    """Return the levels of a game at tables of a size class, strongest first."""
    counted = [count for count in title_of(game).counted if size_of(count.seats) == size]
    return [
        Measured(
            level,
            rating,
            sum(count.games for count in counted if level in (count.level, count.against)),
        )
        for level, rating in anchors_of(game, size).items()
    ]
