"""Which ladder a table belongs to, and which season a moment."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from games.rating import Season, size_of, sizes_of


def test_the_classes_of_tables() -> None:
    assert [size_of(seats) for seats in (2, 3, 4, 5, 6)] == ["2", "3+", "3+", "3+", "3+"]
    assert sizes_of(range(2, 7)) == ["2", "3+"]
    assert sizes_of(range(2, 3)) == ["2"]
    assert sizes_of(range(3, 5)) == ["3+"]


def test_a_season_is_a_quarter() -> None:
    quarters = [Season.of(datetime(2026, month, 15, tzinfo=UTC)) for month in range(1, 13)]
    assert quarters == [(2026, 1)] * 3 + [(2026, 2)] * 3 + [(2026, 3)] * 3 + [(2026, 4)] * 3


def test_the_year_turns_at_midnight_in_greenwich() -> None:
    last = datetime(2026, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
    assert Season.of(last) == (2026, 4)
    assert Season.of(last + timedelta(microseconds=1)) == (2027, 1)
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
def test_what_is_no_season(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        Season.read(text)
