"""Captains of the same skill play differently, and it shows in the cards they lay."""

from statistics import mean

from games.titles.condottiere.bots.table import PRICES
from games.titles.condottiere.rules.moves import PASS, Play
from games.titles.condottiere.rules.position import Condottiere
from tests.helpers.characters import choices


def battles_of(character: str, seats: int) -> tuple[float, float]:
    """What its first card of a battle is worth; how often it passes while no city is taken yet."""
    first_cards, passes = [], []
    for position, question, move in choices("condottiere", character, games=12, seats=seats):
        assert isinstance(position, Condottiere)
        if position.phase != "battle":
            continue
        if isinstance(move, Play) and not position.armies[question.seat]:
            first_cards.append(PRICES[move.card])
        if not position.cities:
            passes.append(move == PASS)
    return mean(first_cards), mean(passes)


def test_the_bold_show_their_strength_at_once() -> None:
    assert battles_of("bold", 2)[0] > battles_of("steady", 2)[0] + 1


def test_the_careful_let_the_first_city_go_more_often() -> None:
    assert battles_of("careful", 3)[1] > battles_of("bold", 3)[1] + 0.05
