"""Every table that the site can open (game × seats × options), and random play at it."""

from __future__ import annotations

from games.engine.chance import SEED_BYTES
from games.engine.contract import Json
from games.engine.testing.tables import (
    Table,
    Turn,
    random_game,
    seed_bytes,
    tables_of,
    through_json,
)
from games.titles.registry import ALL_RULES, all_games, newest

__all__ = [
    "Table",
    "Turn",
    "all_tables",
    "every_game_with",
    "random_game",
    "seed_bytes",
    "start_of_round",
    "through_json",
]


def all_tables() -> list[Table]:
    """Return the tables of every game, in every version of its rules."""
    return tables_of(*ALL_RULES.values())


def every_game_with(seats: int) -> list[tuple[str, int]]:
    """Return the slug of every game, with the number of seats that is closest to `seats`."""
    return [(game.slug, min(game.seats, key=lambda n: abs(n - seats))) for game in all_games()]


def start_of_round(game: str, number: int, seats: int, **options: str) -> Json:
    """Return the position at the start of a round of a random game."""
    agreed = newest(game).game.read_options(options, seats)
    for turn in random_game(Table(newest(game), seats, tuple(agreed.items())), bytes(SEED_BYTES)):
        position: Json = dict(turn.position.dump())
        if position["round"] == number:
            return position
    raise AssertionError(f"no round {number}")
