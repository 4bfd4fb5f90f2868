"""Starting ratings of the bots' levels, computed from counted games between levels.

The site's own matches of bots are few. The levels were measured in hundreds of games
(docs/bots.md), and each rating starts from that measurement.
"""

from __future__ import annotations

from functools import cache

from games.rating import START, size_of
from games.titles.fitting import anchors
from games.titles.registry import is_installed, title_of


@cache
def anchors_of(game: str, size: str) -> dict[str, int]:
    """Return the ratings of a game's levels at tables of a size class, best first."""
    counted = title_of(game).counted if is_installed(game) else ()
    found = anchors([count for count in counted if size_of(count.seats) == size])
    return dict(sorted(found.items(), key=lambda level: -level[1]))


def start_of(game: str, size: str, level: str) -> int:
    """Return the starting rating of a level; `START` if nothing was counted."""
    return anchors_of(game, size).get(level, START)
