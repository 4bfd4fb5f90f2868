"""Important moments of random games have banners, made only from what the viewer knows."""

from __future__ import annotations

import pytest

from games.engine.contract import Effect
from games.matches.presenters.boards import game_board
from tests.helpers.effort import some
from tests.helpers.tables import Table, random_game, seed_bytes, tables_of_all_games

TABLES = [
    table
    for table in some(tables_of_all_games())
    if game_board(table.rules.game.slug).board.banners
]
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")


@pytest.mark.parametrize("table", [pytest.param(table, id=table.name) for table in TABLES])
def test_banner_effects_of_random_games_have_banners(table: Table) -> None:
    board = game_board(table.rules.game.slug).board
    met = 0
    for turn in random_game(table, seed_bytes(3)):
        effects: list[Effect] = turn.position.clone().play(
            turn.seat, turn.move, turn.fresh_chance()
        )
        names = NAMES[: turn.position.seats]
        for reader in (None, *range(turn.position.seats)):
            known = [effect for effect in effects if effect.known_to(reader)]
            banner = board.banner(known, names, reader)
            great = [effect for effect in known if effect.kind in board.banners]
            assert (banner is not None) == bool(great)
            if banner is not None:
                met += 1
                assert all((banner.title, *banner.lines))
                assert "{" not in "".join((banner.title, *banner.lines))
    assert met, "the random game produced no banner"
