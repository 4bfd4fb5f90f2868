"""What the worker does: reminders, begin and end, and the next date of a series."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from core.languages.local_time import Reader, reading
from games.clubs.services import founding, members
from games.clubs.services.founding import open_club
from games.events.models import Event
from games.events.services import finding, planning, registering, running
from games.game_nights import services as game_nights
from games.game_nights.presenters import game_night_for
from games.game_nights.rounds import DrawRequest, draw_round
from games.matches.refusals import (
    BadEvent,
    NoSuchEvent,
    NoSuchGameNight,
    NotAllowed,
    NotOpen,
)
from games.notifications.models import Notification
from tests.games.events.conftest import START, at, club_of, organise, planned, register
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, people, person
from tests.helpers.moderation import sanctioned
from tests.helpers.notices import news_of
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
Status = Event.Status


def to(wall: Wall, **before: float) -> int:
    """Let the clock come to this time before the event, and the worker work."""
    wall.wait(seconds=(START - timedelta(**before) - wall.now).total_seconds())
    return running.work()


def test_reminders_come_a_day_and_an_hour_before(
    anna: User, berta: User, carla: User, wall: Wall
) -> None:
    event = planned(anna, places=2)
    register(event, anna, berta, carla)
    counts = []
    for hours in (25, 24, 23, 1, 0.5):
        to(wall, hours=hours)
        counts.append([len(news_of(user)) for user in (berta, carla)])
    assert counts == [[0, 0], [1, 0], [1, 0], [1, 0], [1, 0]], "one replaces the other"
    assert Event.objects.get().reminded == 2
    assert news_of(berta)[0].startswith("Thursday at eight begins March 12, 2037, 8 p.m. (UTC)")


def test_time_at_the_end_of_a_notice_has_one_full_stop(
    anna: User, berta: User, wall: Wall, event: Event
) -> None:
    register(event, berta)
    to(wall, hours=24)
    with reading(Reader("Europe/London", british=True)):
        assert news_of(berta) == ["Thursday at eight begins 12 Mar 2037, 8 p.m."]


def test_late_plan_sends_one_reminder(anna: User, berta: User, wall: Wall, event: Event) -> None:
    register(event, berta)
    assert to(wall, minutes=30) == 2
    assert len(news_of(berta)) == 1
    assert running.work() == 0


def test_worker_opens_game_night_and_closes_it(anna: User, berta: User, wall: Wall) -> None:
    event = planned(anna, bots=True)
    register(event, berta)
    assert to(wall, hours=0) >= 1
    event.refresh_from_db()
    night = not_none(event.game_night)
    assert (event.status, night.host, night.drawn["bots"]) == (Status.RUNNING, anna, True)
    assert "Thursday at eight begins now. Say that you’re here." in news_of(berta)
    game_nights.attend(berta, night)
    with pytest.raises(NotOpen):
        planning.cancel(at(event, anna))
    wall.wait(hours=9, minutes=1)
    running.work()
    event.refresh_from_db()
    assert event.status == Status.OVER
    assert not_none(event.game_night).closed_at is not None


def test_organiser_begins_at_most_two_hours_early(
    anna: User, berta: User, wall: Wall, event: Event
) -> None:
    with pytest.raises(NotOpen, match="too early"):
        running.begin(at(event, anna))
    to(wall, hours=2)
    with pytest.raises(NotAllowed):
        running.begin(at(event, berta))
    assert running.begin(at(event, anna)).status == Status.RUNNING
    with pytest.raises(NotOpen, match="begun"):
        running.begin(at(event, anna))


def test_night_is_drawn_and_results_stay_on_event(
    anna: User, berta: User, carla: User, wall: Wall
) -> None:
    event = planned(anna, repeats="weekly")
    register(event, berta, carla)
    to(wall, hours=0)
    night = not_none(at(event, anna).event.game_night)
    for user in (berta, carla):
        game_nights.attend(user, night)
    with committed():
        found = draw_round(anna, night, DrawRequest("condottiere", (2,)))
    assert len(found.matches) == 1
    game_nights.close(anna, night)
    event.refresh_from_db()
    assert event.status == Status.OVER
    link = not_none(game_night_for(berta, night).event)
    following = event.following
    assert (link.url, link.next_url) == (event.get_absolute_url(), following.get_absolute_url())


def test_places_nobody_came_for_are_free_once_it_begins(
    anna: User, berta: User, carla: User, wall: Wall
) -> None:
    event = planned(anna, places=2)
    dora, emil = people("Dora", "Emil")
    register(event, anna, berta, carla)
    to(wall, hours=0)
    night = not_none(at(event, anna).event.game_night)
    for user in (carla, dora):
        game_nights.attend(user, night)
    assert event.registrations.filter(user=dora, waiting=False).exists(), "registered late"
    with pytest.raises(BadEvent, match="full"):
        game_nights.attend(emil, night)
    game_nights.attend(berta, night)
    registering.leave(at(event, carla))
    assert set(night.attendances.values_list("user__username", flat=True)) == {"Dora", "Berta"}


def test_night_of_private_club_is_hidden_and_organisers_run_it(
    anna: User, berta: User, carla: User, wall: Wall
) -> None:
    club = club_of(anna, berta, public=False)
    event = planned(anna, club.slug)
    to(wall, hours=0)
    night = not_none(at(event, anna).event.game_night)
    assert game_nights.game_night_by(night.key, berta) == night
    with pytest.raises(NoSuchGameNight):
        game_nights.game_night_by(night.key, carla)
    with pytest.raises(NotAllowed):
        game_nights.attend(carla, night)
    with pytest.raises(NotAllowed):
        game_nights.close(berta, night)
    organise(club, berta)
    assert game_night_for(berta, night).hosting
    game_nights.close(berta, night)


def test_event_without_host_is_cancelled_or_taken_over(
    anna: User, berta: User, carla: User, wall: Wall
) -> None:
    club = club_of(anna, berta)
    organise(club, berta)
    own, of_club = planned(anna), planned(anna, club.slug)
    register(own, carla)
    sanctioned(anna, "ban")
    to(wall, hours=0)
    own.refresh_from_db()
    of_club.refresh_from_db()
    assert own.status == Status.CANCELLED
    assert news_of(carla)[-1].startswith("Thursday at eight was cancelled.")
    assert not_none(of_club.game_night).host == berta


def test_planner_who_left_the_club_does_not_host_its_event(
    anna: User, berta: User, wall: Wall
) -> None:
    club = club_of(anna, berta)
    organise(club, berta)
    event, other = planned(berta, club.slug), planned(anna, club.slug)
    members.leave(open_club(berta, club.slug))
    to(wall, hours=0)
    for one in (event, other):
        one.refresh_from_db()
        assert not_none(one.game_night).host == anna


@pytest.mark.parametrize("public", [True, False])
def test_events_of_dissolved_club_end_and_stay_for_those_who_may_see_them(
    anna: User, berta: User, carla: User, wall: Wall, public: bool
) -> None:
    club = club_of(anna, berta, person("Dora"), public=public)
    event, later = planned(anna, club.slug), planned(anna, club.slug, start=START + timedelta(1))
    register(event, berta)
    register(later, berta)
    to(wall, hours=0)
    night = not_none(at(event, anna).event.game_night)
    founding.dissolve(open_club(anna, club.slug))
    night.refresh_from_db()
    assert night.closed_at is not None
    assert [at(one, berta).event.status for one in (event, later)] == ["over", "cancelled"]
    assert at(event, berta).event.club is None
    assert at(later, berta).event.version == 1, "programs that show calendars learn of it"
    assert news_of(berta)[-1].startswith("Thursday at eight was cancelled.")
    assert not Notification.objects.filter(key__startswith="club:event").exists()
    assert list(finding.past(berta)) == [event]
    assert (event in finding.past(carla)) == (night_is_shown(night.key, carla)) == public
    if not public:
        with pytest.raises(NoSuchEvent):
            at(event, carla)


def night_is_shown(key: str, user: User) -> bool:
    try:
        return bool(game_nights.game_night_by(key, user))
    except NoSuchGameNight:
        return False


def test_event_missed_by_site_that_was_down_is_over(anna: User, wall: Wall) -> None:
    event = planned(anna, repeats="weekly")
    to(wall, days=-15)
    event.refresh_from_db()
    assert (event.status, event.game_night) == (Status.OVER, None)
    assert event.following.starts_at == START + timedelta(days=21)


def test_long_tournaments_do_not_hold_up_the_end_of_an_event(
    anna: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, event = planned(anna), planned(anna)
    to(wall, hours=0)
    earlier = START - timedelta(hours=1)
    Event.objects.filter(pk=tournament.pk).update(game_night=None, starts_at=earlier)
    monkeypatch.setattr(running, "BATCH", 1)
    wall.wait(hours=9, minutes=1)
    running.work()
    event.refresh_from_db()
    assert event.status == Status.OVER


def test_event_that_fails_does_not_hold_up_others(
    anna: User, wall: Wall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = planned(anna), planned(anna)
    lock = planning.lock_planned

    def lock_other(event: Event) -> Event:
        if event.pk == broken.pk:
            raise RuntimeError("a bug")
        return lock(event)

    monkeypatch.setattr(running, "lock_planned", lock_other)
    assert to(wall, hours=0) >= 1
    other.refresh_from_db()
    assert other.status == Status.RUNNING
    assert f"Event {broken.pk} could not begin." in caplog.text
    wall.wait(hours=9, minutes=1)
    running.work()
    other.refresh_from_db()
    assert other.status == Status.OVER


def test_event_whose_time_zone_is_gone_goes_on_in_utc(anna: User, berta: User, wall: Wall) -> None:
    event = planned(anna, repeats="weekly")
    Event.objects.update(zone="Nowhere/Gone")
    register(event, berta)
    to(wall, hours=1)
    assert news_of(berta)[-1].endswith("March 12, 2037, 8 p.m. (UTC).")
    to(wall, hours=0)
    event.refresh_from_db()
    assert event.status == Status.RUNNING
    assert event.following.starts_at == START + timedelta(days=7)
    page = Client().get(event.following.get_absolute_url()).text
    assert '8 p.m.–11 p.m.</time> <span class="muted">UTC' in page


def test_series_goes_on_by_local_hour_until_forgotten(anna: User, wall: Wall) -> None:
    person("Zoe")
    event = planned(anna, repeats="weekly", zone="Europe/Berlin", start=START)
    starts = []
    for _week in range(6):
        wall.wait(seconds=(event.starts_at - wall.now).total_seconds())
        running.work()
        later = Event.objects.filter(former=event).first()
        if later is None:
            break
        starts.append(later.local_start.strftime("%m-%d %H:%M"))
        event = later
    assert starts == ["03-19 20:00"], "no one registered twice in a row"


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (START, [("03-26 20:00", 19), ("04-09 20:00", 18), ("04-23 20:00", 18)]),
        # The hour from 2:00 is skipped on 29 March.
        (
            datetime(2037, 3, 15, 2, 30),
            [("03-29 03:30", 1), ("04-12 02:30", 0), ("04-26 02:30", 0)],
        ),
    ],
)
def test_series_with_players_keeps_hour_over_change_of_clocks(
    anna: User, berta: User, wall: Wall, start: datetime, expected: list[tuple[str, int]]
) -> None:
    event = planned(anna, repeats="fortnightly", zone="Europe/Berlin", start=start)
    hours = []
    for _date in range(3):
        register(event, berta)
        wall.wait(seconds=(event.starts_at - wall.now).total_seconds())
        running.work()
        event = event.following
        hours.append((event.local_start.strftime("%m-%d %H:%M"), event.starts_at.hour))
        page = Client().get(event.get_absolute_url()).text
        assert ("Later dates begin at 2:30 a.m. again." in page) == (hours[-1][0] == "03-29 03:30")
    assert hours == expected


def test_series_ends_when_stopped_or_planner_may_not(anna: User, wall: Wall) -> None:
    stopped = planned(anna, repeats="weekly")
    planning.stop_repeating(at(stopped, anna))
    to(wall, hours=0)
    assert not Event.objects.filter(former=stopped).exists()


def test_series_of_club_goes_on_without_its_planner(anna: User, berta: User, wall: Wall) -> None:
    club = club_of(berta, anna)
    organise(club, anna)
    event = planned(anna, club.slug, repeats="weekly")
    members.leave(founding.open_club(anna, club.slug))
    to(wall, hours=0)
    assert Event.objects.get(former=event).organiser == berta
