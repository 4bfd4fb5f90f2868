"""Every table that the site can open (game × seats × options), and random play at it."""

from __future__ import annotations

from games.engine.testing.tables import (
    Table,
    Turn,
    random_game,
    seed_bytes,
    tables_of,
    through_json,
)
from games.titles.registry import ALL_RULES, all_games

__all__ = [
    "Table",
    "Turn",
    "all_tables",
    "every_game_with",
    "random_game",
    "seed_bytes",
    "through_json",
]


def all_tables() -> list[Table]:
    """Return the tables of every game, in every version of its rules."""
    return tables_of(*ALL_RULES.values())


def every_game_with(seats: int) -> list[tuple[str, int]]:
    """Return the slug of every game, with the number of seats that is closest to `seats`."""
    return [(game.slug, min(game.seats, key=lambda n: abs(n - seats))) for game in all_games()]
