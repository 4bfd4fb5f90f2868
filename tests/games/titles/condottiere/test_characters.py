"""Condottiere characters of equal skill differ in the cards they play."""

from statistics import mean

import pytest

from games.titles.condottiere.bots.table import PRICES
from games.titles.condottiere.rules.moves import PASS, Play
from games.titles.condottiere.rules.position import Condottiere
from tests.helpers.characters import choices


def battles_of(character: str, seats: int) -> tuple[float, float]:
    """Return the average value of its first card of a battle, and its early passes."""
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


def test_bold_bots_show_strength_earlier_than_steady_bots() -> None:
    assert battles_of("bold", 2)[0] > battles_of("steady", 2)[0] + 1


@pytest.mark.parametrize("other", ["bold", "steady"])
def test_careful_bots_leave_first_city_more_often_than_others(other: str) -> None:
    assert battles_of("careful", 3)[1] > battles_of(other, 3)[1] + 0.05
