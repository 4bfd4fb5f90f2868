"""The final score and the places (spec: End)."""

from __future__ import annotations

from games.titles.kabale.rules.cards import AREAS, Goal
from games.titles.kabale.rules.rounds import outcome, score


def all_areas(*points: int) -> list[Goal]:
    return [Goal(area, worth) for area, worth in zip(AREAS, points, strict=True)]


def test_score_is_sum_of_goals() -> None:
    assert score([Goal("music", 5), Goal("music", 4), Goal("trade", 3)]) == 12
    assert score([]) == 0


def test_goals_of_all_six_areas_count_double() -> None:
    assert score(all_areas(3, 2, 2, 3, 1, 2)) == 26


def test_each_further_goal_costs_one_point_of_the_double() -> None:
    assert score([*all_areas(1, 4, 5, 2, 2, 1), Goal("farming", 3)]) == 29


def test_best_goal_of_each_area_is_doubled() -> None:
    assert score([*all_areas(1, 1, 1, 1, 1, 1), Goal("alchemy", 5)]) == 2 * 10 - 1


def test_score_is_larger_of_sum_and_double() -> None:
    goals = all_areas(1, 1, 1, 1, 1, 1)
    goals += [Goal(area, points) for area in AREAS for points in (2, 3, 3, 4, 5)]
    assert score(goals) == 6 * 18
    few = [*all_areas(5, 1, 1, 1, 1, 1), *(Goal("alchemy", points) for points in (4, 3, 3, 2, 1))]
    assert score(few) == max(23, 20 - 5)


def test_places_follow_scores() -> None:
    ended = outcome([[Goal("music", 3)], [Goal("music", 5)], []])
    assert ended.scores == (3, 5, 0)
    assert ended.places == (2, 1, 3)
    assert ended.reason == "rounds"


def test_tie_is_broken_by_goals_of_5_points() -> None:
    ended = outcome([[Goal("music", 4), Goal("trade", 3)], [Goal("music", 5), Goal("trade", 2)]])
    assert ended.places == (2, 1)


def test_tie_is_broken_by_goals_of_4_3_2_and_1_points() -> None:
    fours = [Goal("music", 4), Goal("trade", 1), Goal("farming", 1)]
    threes = [Goal("music", 3), Goal("trade", 3)]
    assert outcome([threes, fours]).places == (2, 1)
    twos = [Goal("music", 2), Goal("trade", 2)]
    ones = [Goal("music", 2), Goal("trade", 1), Goal("farming", 1)]
    assert outcome([ones, twos]).places == (2, 1)
    # The same points, but one of them doubled: the ones decide last.
    doubled = all_areas(1, 1, 1, 1, 1, 1)
    plain = [Goal("music", 3), Goal("trade", 3), Goal("religion", 3), Goal("farming", 3)]
    assert outcome([doubled, plain]).places == (2, 1)


def test_equal_goals_share_the_place() -> None:
    ended = outcome([[Goal("music", 3)], [Goal("trade", 3)], [Goal("farming", 1)]])
    assert ended.places == (1, 1, 3)
