"""Comparing results, against worked examples from bridge."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.duplicates.scoring import TableEnd, compare, imps, margin_of


def pairs(*scores: int) -> list[TableEnd | None]:
    """Return tables of bridge, each with the score of the pair at seat 0."""
    return [TableEnd((score, 0), (1, 2)) for score in scores]


@pytest.mark.parametrize(
    ("points", "expected"),
    # The scale's edges (Law 78B of the Laws of Duplicate Bridge 2017).
    [
        *((0, 0), (10, 0), (20, 1), (40, 1), (50, 2), (420, 9), (430, 10), (490, 10), (500, 11)),
        *((590, 11), (600, 12), (3990, 23), (4000, 24), (9000, 24), (-20, -1), (-620, -12)),
    ],
)
def test_imps_follow_the_scale_of_bridge(points: int, expected: int) -> None:
    assert imps(Fraction(points)) == expected


def test_team_match_gives_the_swing_to_both_tables() -> None:
    """Our pair makes four spades (+420) where theirs goes down one (−50): 470 points, 10 IMPs."""
    ours, theirs = compare(pairs(420, -50), 0, worth=1)
    assert [ours.imps, theirs.imps] == [10, -10]
    assert (ours.matchpoints, theirs.matchpoints, ours.most) == (2, 0, 2)


def test_matchpoints_count_two_for_a_win_and_one_for_a_tie() -> None:
    """Five tables with 450, 420, 420, 170 and −50: tops, shared averages and a bottom."""
    compared = compare(pairs(450, 420, 420, 170, -50), 0, worth=1)
    assert [one.matchpoints for one in compared] == [8, 5, 5, 2, 0]
    assert [one.percent for one in compared] == [100, Fraction(125, 2), Fraction(125, 2), 25, 0]
    # What one pair gets, the pair in the other seat at that table does not.
    across = compare(pairs(450, 420, 420, 170, -50), 1, worth=1)
    assert [one.matchpoints for one in across] == [0, 3, 3, 6, 8]


def test_average_imps_compare_with_each_other_table() -> None:
    """620 against 170 (450: 10 IMPs) and −100 (720: 12 IMPs) is 11 on average."""
    first, middle, last = compare(pairs(620, 170, -100), 0, worth=1)
    assert first.imps == 11
    assert middle.imps == Fraction(-10 + 7, 2)
    assert last.imps == Fraction(-12 - 7, 2)


def test_worth_maps_points_of_a_game_to_points_of_bridge() -> None:
    ahead, behind = compare(pairs(7, 3), 0, worth=20)
    assert [ahead.imps, behind.imps] == [2, -2]


def test_margin_at_larger_table_is_against_the_average_of_the_others() -> None:
    end = TableEnd((30, 20, 13), (1, 2, 3))
    assert margin_of(end, 0) == Fraction(27, 2)
    assert sum(margin_of(end, seat) or 0 for seat in range(3)) == 0


def test_games_without_scores_are_compared_by_places() -> None:
    end = TableEnd((0, 0, 0, 0), (1, 2, 2, 4))
    assert [margin_of(end, seat, by_places=True) for seat in range(4)] == [3, 0, 0, -3]


def test_players_whose_opponent_left_get_sixty_per_cent() -> None:
    broken = TableEnd((2, 9), (1, 2), frozenset({1}), complete=False)
    ends = [*pairs(5, 1), broken]
    assert [one.percent for one in compare(ends, 0, worth=10)] == [100, 0, 60]
    assert compare(ends, 0, worth=10)[2].imps == 3
    left = compare(ends, 1, worth=10)[2]
    assert [left.margin, left.percent, left.imps] == [None, 0, -3]


def test_table_without_result_is_left_out() -> None:
    compared = compare([*pairs(5), None], 0, worth=10)
    assert [one.percent for one in compared] == [None, None]
    assert compared[0].margin == 5


def test_results_of_bots_for_a_player_who_left_are_not_compared() -> None:
    ends = [*pairs(5, 1), TableEnd((9, 0), (2, 1), frozenset({0}))]
    assert [one.matchpoints for one in compare(ends, 0, worth=10)] == [2, 0, None]
    assert [one.matchpoints for one in compare(ends, 1, worth=10)] == [2, 4, 0]
