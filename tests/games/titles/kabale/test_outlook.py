"""Estimated chances to win, given the takers of the goals of the round."""

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
    """Return an outlook in which every resampled world is the same position."""
    return Outlook([position] * 8, me, Random(1))


def chance(position: Kabale, me: int, *goals: tuple[Goal, int], given: float = 0.0) -> float:
    """Return the chance of a seat to win after these goals go to the given seats."""
    seen = outlook(position, me)
    taken = [0] * position.seats
    for goal, seat in goals:
        taken[seat] += seen.digits[goal]
    return seen.chance(tuple(taken), given)


def test_chances_add_up_to_one() -> None:
    position = table(won=[[["farming", 5]], [["farming", 2]], [], [["alchemy", 3]]])
    taken = (MUSIC, 1), (TRADE, 0), (RELIGION, 3), (RELIGION, 3)
    assert sum(chance(position, seat, *taken) for seat in range(4)) == pytest.approx(1)


def test_own_goal_is_better_than_one_for_rival_or_leader() -> None:
    position = table(won=[[], [["farming", 5], ["fencing", 5], ["alchemy", 5]], [], []])
    mine, leader, other = (chance(position, 0, (MUSIC, seat)) for seat in (0, 1, 2))
    assert mine > other > leader


def test_sixth_area_is_worth_more_than_larger_goal() -> None:
    five = [[area, 4] for area in ("alchemy", "fencing", "farming", "religion", "music")]
    to_come = [["alchemy", 1], ["fencing", 1], ["farming", 1], ["music", 1]]
    position = table(won=[five, [], [], []], round=5, goals=to_come)
    assert chance(position, 0, (TRADE, 0)) > chance(position, 0, (MUSIC, 0))


def test_outlook_counts_two_equal_goals_twice() -> None:
    won = [[["farming", 5]], [["fencing", 5]], [["farming", 4]], []]
    position = table(won=won, **LAST)
    one = chance(position, 0, (RELIGION, 0), (MUSIC, 1))
    two = chance(position, 0, (RELIGION, 0), (RELIGION, 0), (MUSIC, 1))
    assert one < 0 < 1 < two


def test_end_value_prefers_winning_then_margin() -> None:
    position = table(won=[[["farming", 3]], [["fencing", 3]], [], []], **LAST)
    far, near, shared, lost = (
        chance(position, 0, *taken)
        for taken in ([(MUSIC, 0)], [(TRADE, 0)], [(RELIGION, 2)], [(TRADE, 1)])
    )
    assert far > near > 1 > shared > lost
    assert far - near < near - shared
    # Three have three points each.
    assert shared == pytest.approx(1 / 3)


def test_card_spent_on_goal_lowers_chance_before_last_round() -> None:
    position = table()
    assert chance(position, 0, (MUSIC, 0), given=0.2) < chance(position, 0, (MUSIC, 0))
    ended = table(**LAST)
    assert chance(ended, 0, (MUSIC, 0), given=0.2) == chance(ended, 0, (MUSIC, 0))


def test_wizard_price_falls_towards_last_round() -> None:
    wizard, fencer = ([prices[KIND[card]] for prices in PRICES] for card in ("wizard", "fencer"))
    assert wizard[0] > 0 > fencer[0]
    assert wizard == sorted(wizard, reverse=True)
    assert set(PRICES[-1]) == {0.0}
