"""Kabale characters of equal skill differ in the first card they place."""

from random import Random

import pytest

from games.engine.bots import question
from games.engine.chance import SEED_BYTES, Chance
from games.titles.kabale.bots.schemer import PRICES
from games.titles.kabale.bots.tally import KIND
from games.titles.kabale.rules.moves import Place
from games.titles.kabale.rules.position import Kabale
from tests.helpers.characters import player

TRIES = 4
"""The tries of the hard bot; at a table it has several times as many."""


def price_of_first_cards(level: str, character: str, seats: int, games: int) -> float:
    """Return the total price of the first card that the bot places in each of some games."""
    bot, total = player("kabale", level, character, TRIES), 0.0
    for number in range(games):
        rng = Random(number)
        agreed = Kabale.game.read_options({}, seats)
        table = Kabale.deal(seats, agreed, Chance(rng.randbytes(SEED_BYTES), 0))
        (seat, *_) = table.to_move()
        move = bot.choose(question(table, seat), rng)
        assert isinstance(move, Place)
        total += PRICES[KIND[move.card]]
    return total


@pytest.mark.parametrize(
    ("level", "seats", "games"),
    [
        ("easy", 2, 100),
        ("novice", 2, 100),
        ("casual", 2, 40),
        ("normal", 2, 20),
        ("hard", 2, 24),
        ("hard", 3, 12),
    ],
)
def test_bold_bots_open_with_stronger_cards_than_careful_bots(
    level: str, seats: int, games: int
) -> None:
    bold, steady, careful = (
        price_of_first_cards(level, character, seats, games)
        for character in ("bold", "steady", "careful")
    )
    assert bold > steady > careful
