"""Elo ratings checked against values computed by hand; table classes; seasons."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rating import (
    FLOOR,
    START,
    Change,
    Form,
    RatingPreview,
    Season,
    expected,
    nearest,
    rated,
    rating_previews,
    size_of,
    sizes_of,
)

NEWCOMER = Form()
SETTLED = Form(1500, 20)


def after(forms: list[Form], places: list[int]) -> list[int]:
    return [change.after for change in rated(forms, places)]


def test_newcomers_start_with_same_rating() -> None:
    assert (NEWCOMER.rating, NEWCOMER.matches, NEWCOMER.k) == (START, 0, 40) == (1500, 0, 40)


@pytest.mark.parametrize(("matches", "k"), [(0, 40), (19, 40), (20, 20), (500, 20)])
def test_k_is_doubled_for_first_twenty_matches(matches: int, k: int) -> None:
    assert Form(1500, matches).k == k


def test_four_hundred_points_mean_ten_to_one() -> None:
    assert expected(1500, 1500) == 0.5
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    assert expected(1500, 1900) == pytest.approx(1 / 11)


def test_newcomers_gain_and_lose_twenty() -> None:
    # 40 × (1 − ½) = 20.
    assert rated([NEWCOMER, NEWCOMER], [1, 2]) == [Change(1500, 1520, 40), Change(1500, 1480, 40)]


def test_draw_of_equals_changes_nothing() -> None:
    assert after([SETTLED, SETTLED], [1, 1]) == [1500, 1500]


def test_expected_win_changes_less_than_surprising_one() -> None:
    # 20 × (1 − 10/11) = 1.82; 20 × (1 − 1/11) = 18.18.
    strong, weak = Form(1900, 50), Form(1500, 50)
    assert after([strong, weak], [1, 2]) == [1902, 1498]
    assert after([strong, weak], [2, 1]) == [1882, 1518]
    # 20 × (½ − 10/11) = −8.18.
    assert after([strong, weak], [1, 1]) == [1892, 1508]


def test_rating_change_uses_own_k() -> None:
    assert after([NEWCOMER, SETTLED], [1, 2]) == [1520, 1490]


def test_weaker_winner_gains_fifteen_at_two_hundred_points() -> None:
    # We = 1 / (1 + 10^½) = 0.24025 for the weaker: 20 × (1 − 0.24025) = 15.2.
    assert after([Form(1400, 30), Form(1600, 30)], [1, 2]) == [1415, 1585]


def test_three_equals_change_by_place() -> None:
    # Each pair 40/2 × ½ = 10: two won, one and one, two lost.
    assert after([NEWCOMER] * 3, [1, 2, 3]) == [1520, 1500, 1480]


def test_four_equals_share_second_place() -> None:
    # Each pair 40/3 × ½ = 6⅔: three won +20; one lost, one drawn, one won 0; three lost −20.
    assert after([NEWCOMER] * 4, [1, 2, 2, 4]) == [1520, 1500, 1500, 1480]


def test_four_equals_share_first_place() -> None:
    # ½ + 1 + 1 − 3/2 = 1, times 40/3 = 13⅓; then 1 − 3/2 = −½: −6⅔; then −3/2: −20.
    assert after([NEWCOMER] * 4, [1, 1, 3, 4]) == [1513, 1513, 1493, 1480]


def test_three_different_ratings_change_by_expectation() -> None:
    # 1700 against 1500: 0.75975, against 1300: 10/11 = 0.90909; 1500 against 1300: 0.75975.
    # Last, first, second:  20/2 × (0 − 1.66884) = −16.69
    #                       20/2 × (2 − 0.24025 − 0.75975) = 10
    #                       20/2 × (1 − 0.09091 − 0.24025) = 6.69
    forms = [Form(1700, 40), Form(1500, 40), Form(1300, 40)]
    assert after(forms, [3, 1, 2]) == [1683, 1510, 1307]


def test_six_equals_change_by_place() -> None:
    # Each pair 20/5 × ½ = 2.
    assert after([SETTLED] * 6, [1, 2, 3, 4, 5, 6]) == [1510, 1506, 1502, 1498, 1494, 1490]


def test_seat_order_does_not_affect_changes() -> None:
    forms = [Form(1700, 3), Form(1500, 40), Form(1300, 40)]
    there, back = rated(forms, [1, 3, 2]), rated(forms[::-1], [2, 3, 1])
    assert there == back[::-1]


def test_rating_has_floor() -> None:
    assert after([Form(105, 30), Form(105, 30)], [2, 1]) == [FLOOR, 115]
    assert after([Form(100, 30), Form(100, 30)], [2, 1]) == [100, 110]


@pytest.mark.parametrize(
    ("value", "whole"),
    [(2.5, 3), (-2.5, -3), (2.4999, 2), (0.5, 1), (-0.5, -1), (0.0, 0), (2.4999999999999996, 3)],
)
def test_halves_round_away_from_zero_despite_float_errors(value: float, whole: int) -> None:
    assert nearest(value) == whole


@pytest.mark.parametrize(("seats", "places"), [(1, [1]), (2, [1]), (3, [1, 2])])
def test_invalid_table_is_refused(seats: int, places: list[int]) -> None:
    with pytest.raises(ValueError, match="two or more"):
        rated([NEWCOMER] * seats, places)


tables = st.integers(2, 6).flatmap(
    lambda seats: st.tuples(
        st.lists(st.integers(200, 2800), min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
    )
)


@given(tables)
def test_gains_equal_losses_except_for_rounding(
    table: tuple[list[int], list[int]],
) -> None:
    ratings, places = table
    changes = rated([Form(rating, 99) for rating in ratings], places)
    moved = [change.after - change.before for change in changes]
    assert abs(sum(moved)) <= len(ratings) / 2
    assert all(abs(by) <= change.k for by, change in zip(moved, changes, strict=True))
    for one, by in enumerate(moved):
        if places[one] == min(places) and places.count(places[one]) == 1:
            assert by >= 0, "a winner never loses points"


def test_table_classes_are_two_and_more_seats() -> None:
    assert [size_of(seats) for seats in (2, 3, 4, 5, 6)] == ["2", "3+", "3+", "3+", "3+"]
    assert sizes_of(range(2, 7)) == ["2", "3+"]
    assert sizes_of(range(2, 3)) == ["2"]
    assert sizes_of(range(3, 5)) == ["3+"]


def test_season_is_calendar_quarter() -> None:
    quarters = [Season.of(datetime(2026, month, 15, tzinfo=UTC)) for month in range(1, 13)]
    assert quarters == [(2026, 1)] * 3 + [(2026, 2)] * 3 + [(2026, 3)] * 3 + [(2026, 4)] * 3


def test_season_changes_at_midnight_utc() -> None:
    last = datetime(2026, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
    assert Season.of(last) == (2026, 4)
    assert Season.of(last + timedelta(microseconds=1)) == (2027, 1)
    assert Season(2026, 4).ends == last + timedelta(microseconds=1)
    assert Season(2027, 1).ends == datetime(2027, 4, 1, tzinfo=UTC)
    seoul = timezone(timedelta(hours=9))
    assert Season.of(datetime(2027, 1, 1, 8, 59, tzinfo=seoul)) == (2026, 4)
    assert Season.of(datetime(2027, 1, 1, 9, 0, tzinfo=seoul)) == (2027, 1)


def test_seasons_are_written_read_and_in_order() -> None:
    assert str(Season(2026, 4)) == "2026-4"
    assert Season.read("2026-4") == Season(2026, 4)
    assert Season(2026, 4) < Season(2027, 1)
    assert (Season(2026, 4).first_day, Season(2026, 4).last_month) == (
        date(2026, 10, 1),
        date(2026, 12, 1),
    )


@pytest.mark.parametrize(
    "text", ["", "2026", "2026-0", "2026-5", "2026-44", "0999-1", "２０２６-1"]
)
def test_invalid_season_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        Season.read(text)


def test_rating_preview_equals_changes_of_first_and_last_place() -> None:
    forms = [Form(1700, 30), Form(1500, 30), Form(1300, 3)]
    found = rating_previews(forms)
    assert [preview.rating for preview in found] == [1700, 1500, 1300]
    first, last = rated(forms, [1, 2, 3]), rated(forms, [3, 2, 1])
    assert found[0].gain == first[0].after - 1700
    assert found[0].loss == last[0].after - 1700
    assert found[2].gain == last[2].after - 1300
    assert found[1].gain == rated(forms, [2, 1, 3])[1].after - 1500


def test_duel_of_equals_has_equal_gain_and_loss() -> None:
    assert rating_previews([Form(), Form()]) == [RatingPreview(1500, 20, -20)] * 2
    assert rating_previews([Form(FLOOR), Form(FLOOR)])[0].loss == 0, (
        "no rating falls below the floor"
    )
