"""The award in brief gives what the rules' award gives."""

from random import Random

import pytest

from games.titles.kabale.bots.tally import UNSEEN, code, tally, winner
from games.titles.kabale.rules.award import ABILITIES, award
from games.titles.kabale.rules.cards import CARDS, GOALS
from tests.helpers.effort import examples

TELLING = sorted(ABILITIES | {"juliet", "king"})


@pytest.mark.parametrize("cards", [CARDS, TELLING], ids=["any", "with an ability"])
def test_it_agrees_with_the_rules(cards: tuple[str, ...] | list[str]) -> None:
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


def test_who_has_the_lowest_sum_takes_it_with_a_beggar() -> None:
    assert tally("music", [code(0, "king"), code(1, "beggar")]).lowest
    assert not tally("music", [code(0, "king"), code(1, "beggar"), code(1, "musketeers")]).lowest


def test_a_card_that_is_not_seen_counts_as_a_usual_one() -> None:
    unseen = code(1, CARDS[0]) - code(0, CARDS[0]) | UNSEEN
    assert tally("music", [code(0, "giant"), unseen]).sums == {0: 5, 1: 9}
