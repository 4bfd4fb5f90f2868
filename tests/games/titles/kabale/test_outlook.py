"""How likely a seat is to win, by who takes the goals of the round."""

from random import Random

import pytest

from games.titles.kabale.bots.outlook import PRICES, Outlook
from games.titles.kabale.bots.tally import KIND
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.position import Kabale
from tests.helpers.kabale import column, load

AIMS = ("music 5", "trade 1", "religion 3", "religion 3")
MUSIC, TRADE, RELIGION = Goal("music", 5), Goal("trade", 1), Goal("religion", 3)
LAST = {"round": 6, "goals": []}


def table(**rest: object) -> Kabale:
    return load(*map(column, AIMS), hands=["king"] * 4, **rest)


def outlook(position: Kabale, me: int) -> Outlook:
    """The same goals to come for everybody who asks."""
    return Outlook([position] * 8, me, Random(1))


def chance(position: Kabale, me: int, *goals: tuple[Goal, int], given: float = 0.0) -> float:
    """What it is worth to a seat that goals are taken, by those they stand beside."""
    seen = outlook(position, me)
    taken = [0] * position.seats
    for goal, seat in goals:
        taken[seat] += seen.digits[goal]
    return seen.chance(tuple(taken), given)


def test_somebody_wins() -> None:
    position = table(won=[[["farming", 5]], [["farming", 2]], [], [["alchemy", 3]]])
    taken = (MUSIC, 1), (TRADE, 0), (RELIGION, 3), (RELIGION, 3)
    assert sum(chance(position, seat, *taken) for seat in range(4)) == pytest.approx(1)


def test_a_goal_is_better_with_me_than_with_another_and_worst_with_the_leader() -> None:
    position = table(won=[[], [["farming", 5], ["fencing", 5], ["alchemy", 5]], [], []])
    mine, leader, other = (chance(position, 0, (MUSIC, seat)) for seat in (0, 1, 2))
    assert mine > other > leader


def test_the_sixth_area_is_worth_more_than_a_dearer_goal() -> None:
    five = [[area, 4] for area in ("alchemy", "fencing", "farming", "religion", "music")]
    to_come = [["alchemy", 1], ["fencing", 1], ["farming", 1], ["music", 1]]
    position = table(won=[five, [], [], []], round=5, goals=to_come)
    assert chance(position, 0, (TRADE, 0)) > chance(position, 0, (MUSIC, 0))


def test_two_goals_alike_are_more_than_one_and_are_no_other() -> None:
    won = [[["farming", 5]], [["fencing", 5]], [["farming", 4]], []]
    position = table(won=won, **LAST)
    one = chance(position, 0, (RELIGION, 0), (MUSIC, 1))
    two = chance(position, 0, (RELIGION, 0), (RELIGION, 0), (MUSIC, 1))
    assert one < 0 < 1 < two


def test_in_the_end_it_counts_who_has_won_and_then_by_how_much() -> None:
    position = table(won=[[["farming", 3]], [["fencing", 3]], [], []], **LAST)
    far, near, shared, lost = (
        chance(position, 0, *taken)
        for taken in ([(MUSIC, 0)], [(TRADE, 0)], [(RELIGION, 2)], [(TRADE, 1)])
    )
    assert far > near > 1 > shared > lost
    assert far - near < near - shared
    # Three have three points each.
    assert shared == pytest.approx(1 / 3)


def test_a_card_given_for_it_is_missing_later() -> None:
    position = table()
    assert chance(position, 0, (MUSIC, 0), given=0.2) < chance(position, 0, (MUSIC, 0))
    ended = table(**LAST)
    assert chance(ended, 0, (MUSIC, 0), given=0.2) == chance(ended, 0, (MUSIC, 0))


def test_a_wizard_is_kept_for_later_while_there_is_a_later() -> None:
    wizard, fencer = ([prices[KIND[card]] for prices in PRICES] for card in ("wizard", "fencer"))
    assert wizard[0] > 0 > fencer[0]
    assert wizard == sorted(wizard, reverse=True)
    assert set(PRICES[-1]) == {0.0}
