"""The dates of a series keep their hour where the organiser lives."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from games.events.dates import at_local, start_after, typed_time
from games.matches.refusals import BadEvent

BERLIN = "Europe/Berlin"


def local(text: str, zone: str = BERLIN) -> datetime:
    return at_local(datetime.fromisoformat(text), zone)


@pytest.mark.parametrize(
    ("repeats", "start", "following"),
    [
        ("weekly", "2026-03-26T20:00", "2026-04-02T20:00"),
        ("fortnightly", "2026-10-15T20:00", "2026-10-29T20:00"),
        # The second Thursday, and the fifth, which is the last one.
        ("monthly", "2026-03-12T20:00", "2026-04-09T20:00"),
        ("monthly", "2026-10-29T19:30", "2026-11-26T19:30"),
        ("monthly", "2026-12-10T20:00", "2027-01-14T20:00"),
    ],
)
def test_next_date_keeps_local_hour_over_change_of_clocks(
    repeats: str, start: str, following: str
) -> None:
    found = start_after(local(start), BERLIN, repeats, local(start))
    assert found.astimezone(ZoneInfo(BERLIN)).isoformat()[:16] == following
    assert found.tzinfo == UTC


def test_change_of_clocks_moves_hour_in_utc() -> None:
    winter = local("2026-03-26T20:00")
    assert (winter.hour, start_after(winter, BERLIN, "weekly", winter).hour) == (19, 18)


def test_hour_that_is_skipped_is_later_and_comes_back() -> None:
    skipped = local("2026-03-29T02:30")
    assert skipped.astimezone(ZoneInfo(BERLIN)).hour == 3
    assert local("2026-10-25T02:30") == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def typed(text: str) -> datetime:
    least, most = datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)
    return typed_time(datetime.fromisoformat(text), BERLIN, least, most, BadEvent, "outside")


@pytest.mark.parametrize("text", ["2026-03-29T02:00", "2026-03-29T02:30", "2026-03-29T02:59"])
def test_typed_hour_that_is_skipped_is_refused(text: str) -> None:
    with pytest.raises(BadEvent, match="this time doesn’t exist"):
        typed(text)


@pytest.mark.parametrize("text", ["2026-03-29T01:59", "2026-03-29T03:00", "2026-10-25T02:30"])
def test_typed_hour_next_to_change_of_clocks_is_taken(text: str) -> None:
    assert typed(text) == local(text)


def test_missed_dates_are_skipped() -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    found = start_after(local("2026-03-26T20:00"), BERLIN, "weekly", now)
    assert found == local("2026-05-07T20:00")
