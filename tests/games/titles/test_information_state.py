"""In bot matches, resampled worlds agree with what the seat knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.bots import question
from games.engine.contract import Move, Position
from games.engine.information_state import InformationState
from games.engine.testing.information_state import check_information_state
from games.titles.registry import all_games, bot_levels, newest, title_of
from tests.helpers.tables import Table

WITH_BOTS = [game.slug for game in all_games() if bot_levels(game.slug)]


def usual_table(slug: str) -> Table:
    """As many seats as there are in the middle, and the options as they are at first."""
    game = newest(slug).game
    seats = game.seats[len(game.seats) // 2]
    options = game.read_options({}, seats)
    return Table(newest(slug), seats, tuple(options.items()))


@pytest.mark.parametrize("slug", WITH_BOTS)
def test_resampled_worlds_agree_with_information_state_of_bots(slug: str) -> None:
    bots = title_of(slug).bots[:2]

    def play(
        position: Position, seat: int, information_state: InformationState[Any], rng: Random
    ) -> Move:
        # One of them at every seat in turn: the beginner does what the other never would.
        bot = bots[seat % len(bots)]
        return bot.choose(question(position, seat, information_state), rng)

    check_information_state(usual_table(slug), 1, play)
