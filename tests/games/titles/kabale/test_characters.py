"""Kabale characters of equal skill differ in the first card they place."""

from random import Random

from games.engine.bots import question
from games.engine.chance import SEED_BYTES, Chance
from games.titles.kabale.bots.schemer import PRICES
from games.titles.kabale.bots.tally import KIND
from games.titles.kabale.rules.moves import Place
from games.titles.kabale.rules.position import Kabale
from tests.helpers.characters import normal

GAMES = 40


def first_cards(character: str) -> list[str]:
    """Return the first card that the bot places in each of some games."""
    bot, found = normal("kabale", character), []
    for number in range(GAMES):
        rng = Random(number)
        table = Kabale.deal(2, Kabale.game.read_options({}), Chance(rng.randbytes(SEED_BYTES), 0))
        (seat, *_) = table.to_move()
        move = bot.choose(question(table, seat), rng)
        assert isinstance(move, Place)
        found.append(move.card)
    return found


def test_bold_bots_open_with_stronger_cards_than_careful_bots() -> None:
    bold, steady, careful = (
        sum(PRICES[KIND[card]] for card in first_cards(character))
        for character in ("bold", "steady", "careful")
    )
    assert bold > steady > careful
