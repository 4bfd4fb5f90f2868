"""How a rating compares with the others of its ladder."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.ladders.models import Ladder, Rating
from games.ladders.presenters.percentiles import ENOUGH, percentiles_of
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def ladder(values: list[int], *, size: str = "2", career: int = 10) -> list[Rating]:
    """Write a rating for each of these values."""
    rows = Ladder.objects.create(game="condottiere", size=size)
    users = User.objects.bulk_create(
        User(username=f"u{size[0]}{number}", email=f"{size[0]}{number}@example.org")
        for number in range(len(values))
    )
    return Rating.objects.bulk_create(
        Rating(ladder=rows, user=user, value=value, matches=career, career=career)
        for user, value in zip(users, values, strict=True)
    )


def test_percentile_counts_lower_ratings_of_others() -> None:
    ratings = ladder([1500 + number for number in range(101)])
    found = [percentiles_of([ratings[number]]).get(ratings[number].pk) for number in (0, 72, 100)]
    assert found == [0, 72, 100]


def test_equal_ratings_do_not_count_as_lower() -> None:
    ratings = ladder([1500] * 30 + [1400] * 10)
    assert percentiles_of([ratings[0]]) == {ratings[0].pk: 100 * 10 // 39}


def test_percentile_needs_enough_other_ratings() -> None:
    ratings = ladder([1500 + number for number in range(ENOUGH)])
    assert percentiles_of([ratings[0]]) == {}
    users = User.objects.create_user("one-more", "one@example.org")
    Rating.objects.create(ladder=ratings[0].ladder, user=users, career=10, matches=10)
    assert percentiles_of([ratings[0]]) == {ratings[0].pk: 0}


def test_provisional_ratings_bots_and_closed_accounts_do_not_count() -> None:
    ratings = ladder([1500 + number for number in range(ENOUGH + 2)])
    mine = ratings[-1]
    Rating.objects.filter(pk=ratings[0].pk).update(career=9)
    assert percentiles_of([mine]) == {mine.pk: 100}
    User.objects.filter(pk=not_none(ratings[1].user_id)).update(is_active=False)
    assert percentiles_of([mine]) == {}
    Rating.objects.create(ladder=mine.ladder, bot="easy", career=50, matches=50)
    assert percentiles_of([mine]) == {}
    mine.career = 9
    assert percentiles_of([mine]) == {}
    assert percentiles_of([]) == {}


def test_percentiles_of_several_ladders_need_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    one, other = ladder([1500 + n for n in range(40)]), ladder([1600] * 30, size="3+")
    with django_assert_num_queries(1):
        assert percentiles_of([one[20], other[3]]) == {one[20].pk: 51, other[3].pk: 0}
