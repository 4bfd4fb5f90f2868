"""Vacations stop turn-based clocks for a limited number of days a year and show at tables."""

from datetime import date, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.table import table_for
from games.matches.refusals import NoVacation, TooMany
from games.matches.services import commands, timeouts, vacations
from games.matches.services.vacations import (
    announce_vacation,
    announced,
    days_left,
    end_vacation,
)
from tests.helpers.clocks import Wall, left, running
from tests.helpers.matches import (
    CHOOSE,
    act,
    committed,
    events,
    mover,
    people,
    person,
    position_of,
    signed_in,
    started,
    user_at,
)
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
HOUR = 3600
DAY = timedelta(days=1)
DECLINE = {"type": "decline"}
PASS = {"type": "pass"}


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    wall = Wall(monkeypatch)
    wall.now = wall.now.replace(month=3, day=10, hour=12, minute=0, second=0, microsecond=0)
    return wall


@pytest.fixture
def match(wall: Wall, db: None) -> Match:
    """Everybody has moved, and both have 36 hours."""
    match = started(*people("Anna", "Berta"), clock="turns-24")
    for _ in range(2):
        act(match, mover(match), DECLINE)
    return match


def announce(user: User, first: date, last: date) -> None:
    with committed():
        announce_vacation(user, first, last)


def test_clock_stops_from_first_to_last_vacation_day(match: Match, wall: Wall) -> None:
    seat, today = mover(match), wall.now.date()
    announce(user_at(match, seat), today + DAY, today + 5 * DAY)
    assert left(match, seat) == 36 * HOUR
    wall.wait(hours=12)  # midnight: it begins
    assert left(match, seat) == 24 * HOUR
    wall.wait(days=4)
    assert left(match, seat) == 24 * HOUR
    wall.wait(days=1, hours=1)
    assert left(match, seat) == 23 * HOUR
    assert timeouts.expire_all_due() == 0
    wall.wait(hours=24)
    assert timeouts.expire_all_due() == 1


def test_vacation_can_begin_today_and_end_early(match: Match, wall: Wall) -> None:
    seat, today = mover(match), wall.now.date()
    user = user_at(match, seat)
    announce(user, today, today + 9 * DAY)
    wall.wait(days=3)
    assert left(match, seat) == 36 * HOUR
    with committed():
        end_vacation(user)
    wall.wait(hours=1)
    assert left(match, seat) == 35 * HOUR
    assert announced(user) is None
    assert days_left(user, today.year) == 21 - 4


def test_clock_jump_moves_no_vacation_day(db: None, wall: Wall) -> None:
    user, today = person("Anna"), wall.now.date()
    wall.jump(7 * DAY)
    announce(user, today, today + DAY)
    assert announced(user) is not None
    end_vacation(user)
    assert announced(user) is None


def test_future_vacation_is_cancelled_completely(match: Match, wall: Wall) -> None:
    seat, today = mover(match), wall.now.date()
    user = user_at(match, seat)
    announce(user, today + 3 * DAY, today + 5 * DAY)
    assert days_left(user, today.year) == 18
    with committed():
        end_vacation(user)
    assert days_left(user, today.year) == 21
    wall.wait(hours=5)
    assert left(match, seat) == 31 * HOUR


def test_move_during_vacation_neither_gains_nor_loses_time(match: Match, wall: Wall) -> None:
    seat, today = mover(match), wall.now.date()
    announce(user_at(match, seat), today, today + 2 * DAY)
    wall.wait(hours=30)
    for move in (CHOOSE, PASS):
        act(match, seat, move)
    assert left(match, seat) == 48 * HOUR
    wall.wait(hours=10)
    act(match, mover(match), PASS)
    wall.wait(hours=10)
    assert left(match, seat) == 48 * HOUR


def test_match_started_during_vacation_respects_it(db: None, wall: Wall) -> None:
    users = people("Anna", "Berta")
    today = wall.now.date()
    for user in users:
        announce(user, today + DAY, today + 2 * DAY)
    match = started(*users, clock="turns-24")
    seat = mover(match)
    wall.wait(hours=36)
    assert left(match, seat) == 12 * HOUR


def test_vacation_does_not_stop_live_clock(db: None, wall: Wall) -> None:
    match = started(*people("Anna", "Berta"), clock="live-10")
    seat, today = mover(match), wall.now.date()
    announce(user_at(match, seat), today, today + DAY)
    wall.wait(60)
    assert left(match, seat) == 540
    assert events(match) == []


def test_table_shows_vacation(match: Match, wall: Wall) -> None:
    seat, today = 1 - mover(match), wall.now.date()
    user = user_at(match, seat)
    announce(user, today + DAY, today + 2 * DAY)
    assert events(match)[-1][1] == "away"
    table = table_for(open_match(user_at(match, 1 - seat), match.id), timezone.now())
    assert table.lines[-1].text.startswith(f"{user.name} will be on vacation:")
    shown = "March 11 to March 12 UTC</time>"
    assert table.lines[-1].days.endswith(shown)
    clock = table.player(seat).clock
    assert clock is not None
    assert clock.away.endswith(shown)
    assert running(match) == [1 - seat]
    with committed():
        end_vacation(user)
    table = table_for(open_match(user, match.id), timezone.now())
    assert table.lines[-1].text == f"{user.name} is back from vacation."
    assert not_none(table.player(seat).clock).away == ""
    wall.wait(1)  # no longer midnight in any zone
    announce(user, today, today + DAY)
    table = table_for(open_match(user, match.id), timezone.now())
    assert table.lines[-1].text.startswith(f"{user.name} is on vacation:")


def test_match_continues_during_vacation_with_same_question(match: Match, wall: Wall) -> None:
    """Its event asks no new question and undoes nothing."""
    seat, today = mover(match), wall.now.date()
    question = commands.turn_token_of(match.players.get(seat=seat))
    announce(user_at(match, 1 - seat), today, today + DAY)
    before = position_of(match).dump()
    with committed():
        commands.submit_move(user_at(match, seat), match.id, CHOOSE, question)
    assert position_of(match).dump() != before


def test_vacation_days_per_year_are_limited(db: None, wall: Wall) -> None:
    anna = person("Anna")
    today = wall.now.date()
    with pytest.raises(NoVacation, match="enough vacation days"):
        announce_vacation(anna, today, today + 21 * DAY)
    announce_vacation(anna, today, today + 20 * DAY)
    with pytest.raises(NoVacation, match="already"):
        announce_vacation(anna, today, today)
    wall.wait(days=25)
    with pytest.raises(NoVacation, match="enough vacation days"):
        announce_vacation(anna, wall.now.date(), wall.now.date())
    assert days_left(anna, today.year) == 0
    new_year = date(today.year + 1, 1, 1)
    announce_vacation(anna, new_year, new_year + 20 * DAY)


def test_vacation_days_count_in_their_calendar_year(db: None, wall: Wall) -> None:
    anna = person("Anna")
    wall.now = wall.now.replace(month=12, day=20)
    year = wall.now.year
    announce_vacation(anna, date(year, 12, 24), date(year + 1, 1, 3))
    assert (days_left(anna, year), days_left(anna, year + 1)) == (13, 18)


@pytest.mark.parametrize(
    ("zone", "now", "first", "starts", "hours"),
    [
        ("Pacific/Auckland", "2026-03-10T12:00", "2026-03-12", "2026-03-11T11:00", 48),
        ("America/Los_Angeles", "2026-03-07T03:00", "2026-03-07", "2026-03-07T08:00", 47),
        ("", "2026-03-10T12:00", "2026-03-11", "2026-03-11T00:00", 48),
        ("Europe/Atlantis", "2026-03-10T12:00", "2026-03-11", "2026-03-11T00:00", 48),
    ],
)
def test_vacation_days_are_those_of_users_zone(
    db: None, wall: Wall, zone: str, now: str, first: str, starts: str, hours: int
) -> None:
    """The clocks of Los Angeles go forward on 8 March 2026, so that two days have 47 hours."""
    wall.now = datetime.fromisoformat(f"{now}+00:00")
    match = started(*people("Anna", "Berta"), clock="turns-24")
    seat = mover(match)
    user = user_at(match, seat)
    User.objects.filter(pk=user.pk).update(time_zone=zone)
    client, page, day = signed_in(user), "/settings/vacation/", date.fromisoformat(first)
    yesterday = str(day - 2 * DAY)
    assert client.post(page, {"first": yesterday, "last": first}).status_code == 409
    with committed():
        client.post(page, {"first": first, "last": str(day + DAY)})
    vacation = not_none(announced(user))
    assert f"{vacation.starts:%Y-%m-%dT%H:%M}" == starts
    assert vacation.ends - vacation.starts == timedelta(hours=hours)
    words = client.get(page).content.decode()
    assert f"{day:%B} {day.day} to {day:%B} {day.day + 1}." in words
    assert f"in the time zone {vacation.zone}." in words
    assert days_left(user, day.year) == 19
    before = left(match, seat)
    wall.now = vacation.starts
    begun = left(match, seat)
    wall.now = vacation.ends
    assert before > begun == left(match, seat)


def test_day_counts_in_each_zone_in_which_it_was_used(db: None, wall: Wall) -> None:
    anna, today = person("Anna"), wall.now.date()
    for zone in ("Europe/Berlin", "Europe/Berlin", "Africa/Abidjan"):
        User.objects.filter(pk=anna.pk).update(time_zone=zone)
        anna.refresh_from_db()
        announce_vacation(anna, today, today)
        wall.wait(hours=1)
        end_vacation(anna)
    assert days_left(anna, today.year) == 21 - 2


@pytest.mark.parametrize(("first", "last"), [(-1, 2), (3, 2), (400, 401), (1, 500)])
def test_invalid_vacation_days_are_refused(db: None, wall: Wall, first: int, last: int) -> None:
    anna, today = person("Anna"), wall.now.date()
    with pytest.raises(NoVacation):
        announce_vacation(anna, today + first * DAY, today + last * DAY)
    with pytest.raises(NoVacation, match="announced a vacation"):
        end_vacation(anna)


def test_vacation_page_announces_and_ends_vacation(db: None, wall: Wall) -> None:
    anna = person("Anna")
    client, page = signed_in(anna), "/settings/vacation/"
    today = wall.now.date()
    answer = client.post(page, {"first": str(today + DAY), "last": str(today + 2 * DAY)})
    assert answer.status_code == 302
    assert "You’ll be on vacation" in client.get(page).content.decode()
    assert client.post(page, {"end": "yes"}).status_code == 302
    assert announced(anna) is None
    for wrong in ({"first": "soon", "last": "2"}, {"first": str(today - DAY), "last": str(today)}):
        assert client.post(page, wrong).status_code in (400, 409)
    assert signed_in(None).get(page).status_code == 302


def test_vacations_per_day_are_limited(db: None, wall: Wall) -> None:
    """Each vacation, and each end, is an event of all turn-by-turn matches."""
    anna, today = person("Anna"), wall.now.date()
    for _ in range(vacations.ANNOUNCED_A_DAY):
        announce_vacation(anna, today, today)
        end_vacation(anna)
    with pytest.raises(TooMany, match="Try again tomorrow"):
        announce_vacation(anna, today, today)
    announce_vacation(person("Berta"), today, today)
