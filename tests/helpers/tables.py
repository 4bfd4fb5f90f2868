"""The tables that the site can open (game × seats × options), and random play at them."""

from __future__ import annotations

from itertools import takewhile

from games.engine.chance import SEED_BYTES
from games.engine.contract import Json
from games.engine.testing.tables import (
    Table,
    Turn,
    covering_tables,
    random_game,
    seed_bytes,
    through_json,
)
from games.titles.registry import ALL_RULES, all_games, newest

__all__ = [
    "Table",
    "Turn",
    "end_of_round",
    "every_game_with",
    "random_game",
    "seed_bytes",
    "tables_of_all_games",
    "through_json",
]


def tables_of_all_games() -> list[Table]:
    """Return tables of every game, in every version of its rules (`covering_tables`)."""
    return covering_tables(*ALL_RULES.values())


def every_game_with(seats: int) -> list[tuple[str, int]]:
    """Return the slug of every game, with the number of seats that is closest to `seats`."""
    return [(game.slug, min(game.seats, key=lambda n: abs(n - seats))) for game in all_games()]


def end_of_round(game: str, number: int, seats: int, **options: str) -> Json:
    """Return the position after three quarters of a round of a random game."""
    agreed = newest(game).game.read_options(options, seats)
    table = Table(newest(game), seats, tuple(agreed.items()))
    positions = (dict(turn.position.dump()) for turn in random_game(table, bytes(SEED_BYTES)))
    so_far = takewhile(lambda position: position["round"] <= number, positions)
    found: list[Json] = [position for position in so_far if position["round"] == number]
    return found[3 * len(found) // 4]
