"""The bots' short award agrees with the award of the rules."""

from random import Random

import pytest

from games.titles.kabale.bots.tally import UNSEEN, code, tally, winner
from games.titles.kabale.rules.award import ABILITIES, award
from games.titles.kabale.rules.cards import CARDS, GOALS
from tests.helpers.effort import examples

TELLING = sorted(ABILITIES | {"juliet", "king"})


@pytest.mark.parametrize("cards", [CARDS, TELLING], ids=["any", "with an ability"])
def test_tally_agrees_with_rules(cards: tuple[str, ...] | list[str]) -> None:
    rng, couples = Random(8), 0
    deck = [(seat, card) for seat in range(3) for card in cards]
    for _ in range(examples(4000)):
        goal, column = rng.choice(GOALS), rng.sample(deck, rng.randint(1, 8))
        codes = [code(seat, card) for seat, card in column]
        right = award(goal, column)
        assert winner(goal.area, codes) == right.winner, (goal, column)
        brief = tally(goal.area, codes)
        assert list(brief.left) == right.left, (goal, column)
        if brief.couple is None:
            assert brief.sums == right.sums, (goal, column)
        else:
            couples += 1
    assert couples


def test_lowest_sum_wins_with_beggar() -> None:
    assert tally("music", [code(0, "king"), code(1, "beggar")]).lowest
    assert not tally("music", [code(0, "king"), code(1, "beggar"), code(1, "musketeers")]).lowest


def test_unseen_card_counts_as_ordinary_card() -> None:
    unseen = code(1, CARDS[0]) - code(0, CARDS[0]) | UNSEEN
    assert tally("music", [code(0, "giant"), unseen]).sums == {0: 5, 1: 9}
