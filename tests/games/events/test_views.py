"""The pages of events without JavaScript, as organisers, players and strangers use them."""

from __future__ import annotations

import re
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from accounts.models import Report, User
from games.clubs.models import Club
from games.events.models import Event
from games.events.services import running
from tests.games.events.conftest import START, at, club_of, planned, queue_of, register
from tests.helpers.clocks import Wall
from tests.helpers.matches import signed_in
from tests.helpers.moderation import case_page, moderator
from tests.helpers.pages import page
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
TYPED = {"title": "Thursday", "text": "Bring cake.", "day": "2037-03-12", "time": "20:00"}
TYPED |= {"zone": "Europe/Berlin", "minutes": "180", "clock": "live-10", "places": "8"}
TABLES = {"games": ["condottiere", "babel"], "sizes": ["2", "4"]}


def do(client: Client, event: Event, act: str, **fields: Any) -> str:
    answer = client.post(f"{event.get_absolute_url()}do/{act}/", fields, follow=True)
    return answer.content.decode()


def test_event_is_planned_found_and_joined(anna: User, berta: User) -> None:
    client, other = signed_in(anna), signed_in(berta)
    assert "No events are planned yet." in page(client, "/events/")
    assert 'value="UTC"' in page(client, "/events/new/")
    made = client.post("/events/new/", {**TYPED, **TABLES}, follow=True).content.decode()
    assert '<div class="event-text" dir="auto"><p>Bring cake.' in made
    event = Event.objects.get()
    assert (event.starts_at.hour, event.games, event.sizes) == (
        19,
        ["babel", "condottiere"],
        [2, 4],
    )
    assert 'value="Europe/Berlin"' in page(client, "/events/new/"), "as for the last event"
    assert event.get_absolute_url() in page(other, "/events/")
    link = f'data-copy="http://testserver{event.get_absolute_url()}"'
    assert link in page(client, event.get_absolute_url())
    joined = do(other, event, "register")
    assert link not in joined
    assert "You have a place." in joined
    assert "1 of 8 places taken" in joined
    assert "My events" in page(other, "/events/")
    assert "I’m coming" in do(other, event, "leave")


@pytest.mark.parametrize("address", ["/events/new/", "/tournaments/new/"])
def test_new_form_proposes_today_in_the_zone_of_its_user(
    anna: User, wall: Wall, address: str
) -> None:
    anna.time_zone = "Pacific/Auckland"
    anna.save()
    today = wall.now.astimezone(ZoneInfo("Pacific/Auckland")).date()
    assert today != wall.now.date()
    shown = signed_in(anna).get(address).text
    assert f'name="day" value="{today}"' in shown
    assert "Length in hours" in shown


def test_invalid_form_keeps_what_was_typed(anna: User) -> None:
    client = signed_in(anna)
    wrong: dict[str, Any]
    for wrong in ({"title": ""}, {"day": "soon"}, {"zone": "Mars"}, {"places": "x"}, {"games": []}):
        answer = client.post("/events/new/", {**TYPED, **TABLES, **wrong})
        assert answer.status_code == 400, wrong
        assert "Bring cake." in answer.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize("address", ["/events/new/", "/tournaments/new/"])
def test_errors_stand_at_the_top_of_a_long_form_and_lead_to_their_fields(
    anna: User, address: str
) -> None:
    answer = signed_in(anna).post(address, {**TYPED, "zone": "", "title": "Thursday"})
    assert answer.status_code == 400
    shown = answer.text
    game = "games" if address == "/events/new/" else "game"
    for name in (game, "zone"):
        link = re.search(rf'<a href="#id_{name}">[^<]+: This field is required.</a>', shown)
        assert link is not None, name
        assert link.start() < shown.index('name="title"')
        assert f'id="id_{name}"' in shown


@pytest.mark.parametrize("address", ["/events/new/", "/tournaments/new/"])
@pytest.mark.parametrize(
    ("wrong", "label", "words"),
    [
        ({"day": "2037-02-01"}, "Date", "That time is in the past. Choose a later one."),
        ({"day": "2039-03-12"}, "Date", "Choose a date within a year."),
        ({"zone": "Mars/Olympus"}, "Time zone", "There is no such time zone."),
    ],
    ids=["over", "far", "zone"],
)
def test_impossible_start_is_refused_at_its_field(
    anna: User, address: str, wrong: dict[str, str], label: str, words: str
) -> None:
    answer = signed_in(anna).post(address, {**TYPED, **wrong})
    assert answer.status_code == 400
    assert f'<a href="#id_{next(iter(wrong))}">{label}: {words}' in answer.text
    assert f'<p class="notice bad">{words}' in answer.text


def test_hour_that_does_not_exist_is_refused(anna: User) -> None:
    skipped = {"day": "2037-03-29", "time": "02:30"}
    answer = signed_in(anna).post("/events/new/", {**TYPED, **TABLES, **skipped})
    assert answer.status_code == 400
    assert "so this time doesn’t exist. Choose another time." in answer.content.decode()
    assert not Event.objects.exists()


def test_event_is_changed_and_cancelled(anna: User, berta: User, event: Event) -> None:
    client, address = signed_in(anna), event.get_absolute_url()
    assert 'value="20:00"' in page(client, f"{address}edit/")
    saved = client.post(f"{address}edit/", {**TYPED, **TABLES}, follow=True).content.decode()
    assert "Saved." in saved
    assert signed_in(berta).get(f"{address}edit/").status_code == 403
    assert client.post(f"{address}edit/", {**TYPED, "title": ""}).status_code == 400
    assert "This event was cancelled." in do(client, event, "cancel")
    assert client.get(f"{address}edit/").status_code == 409
    assert client.post(f"{address}do/burn/").status_code == 405


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (25, "We’ll remind you a day and an hour before."),
        (23, "We’ll remind you an hour before."),
        (0.5, "You’re in."),
        (0, "It’s on now: say that you’re here."),
    ],
)
def test_new_place_promises_only_reminders_still_ahead(
    anna: User, berta: User, wall: Wall, event: Event, hours: float, words: str
) -> None:
    wall.wait(seconds=(START - wall.now).total_seconds() - 3600 * hours)
    running.work()
    joined = do(signed_in(berta), event, "register")
    assert words in joined
    assert ("remind you" in joined) == ("remind you" in words)


def test_event_begins_runs_and_keeps_results(
    anna: User, berta: User, wall: Wall, event: Event
) -> None:
    client, other = signed_in(anna), signed_in(berta)
    register(event, berta)
    assert "up to two hours earlier" in page(client, event.get_absolute_url())
    assert "too early" in do(client, event, "begin")
    assert "has not begun" in do(other, event, "attend")
    wall.wait(seconds=(START - wall.now).total_seconds() - 3600)
    opened = do(client, event, "begin")
    assert "Draw a round" in opened
    assert "Registered, but not here yet: <bdi>Berta</bdi>" in opened
    there = do(other, event, "attend")
    assert "You’re here" in there
    assert "not here yet" not in there
    assert f'href="{event.get_absolute_url()}"' in there
    assert "Go to the tables" in page(other, event.get_absolute_url())
    client.post(f"/game-nights/{not_none(Event.objects.get().game_night).key}/close/")
    over = page(other, event.get_absolute_url())
    assert "This event is over." in over
    assert "Standings" in over
    like = page(client, f"/events/new/?like={event.pk}")
    assert 'value="Thursday at eight"' in like
    assert "Past events" in page(other, "/events/")


def test_next_date_is_offered_at_the_end(anna: User, berta: User, wall: Wall) -> None:
    event = planned(anna, repeats="weekly")
    wall.wait(seconds=(START - wall.now).total_seconds())
    running.work()
    event.refresh_from_db()
    following = event.following.get_absolute_url()
    assert following in page(signed_in(berta), event.get_absolute_url())
    client = signed_in(anna)
    night = event.game_night
    assert night is not None
    client.post(f"{night.get_absolute_url()}close/")
    assert f'href="{following}"' in page(client, night.get_absolute_url())
    assert "Every week" in page(client, following)
    assert "Every week" not in do(client, event.following, "stop-repeating")


def test_club_page_and_lobby_show_events(anna: User, berta: User, wall: Wall) -> None:
    club = club_of(anna)
    client = signed_in(berta)
    assert "Plan an event" not in page(client, club.get_absolute_url())
    assert "Plan an event" in page(signed_in(anna), club.get_absolute_url())
    form = page(signed_in(anna), f"/events/new/?club={club.slug}")
    assert "Only for members of the club" in form
    assert client.get(f"/events/new/?club={club.slug}").status_code == 403
    made = {**TYPED, **TABLES, "members_only": "on"}
    signed_in(anna).post(f"/events/new/?club={club.slug}", made)
    event = Event.objects.get()
    assert event.members_only
    for_berta = page(client, event.get_absolute_url())
    assert "This event is for members of the club." in for_berta
    assert event.get_absolute_url() in page(client, club.get_absolute_url())
    assert f"/clubs/{club.slug}/calendar.ics" in page(client, club.get_absolute_url())
    assert event.get_absolute_url() not in page(client, "/")
    wall.wait(days=9, hours=12)
    assert event.get_absolute_url() in page(client, "/")


def test_private_club_event_is_shown_to_no_stranger(anna: User, berta: User, carla: User) -> None:
    club = club_of(anna, berta, public=False)
    event = planned(anna, club.slug, title="Hidden")
    for client in (signed_in(carla), Client()):
        for address in (event.get_absolute_url(), f"{event.get_absolute_url()}event.ics"):
            assert client.get(address).status_code == 404
        assert "Hidden" not in page(client, "/events/")
        assert client.post(f"{event.get_absolute_url()}do/register/").status_code == 404
    assert "Hidden" in page(signed_in(berta), "/events/")
    Club.objects.filter(pk=club.pk).update(public=True)
    assert "Hidden" in page(Client(), "/events/")


def test_full_event_shows_waiting_list(anna: User, berta: User, carla: User) -> None:
    event = planned(anna, places=2)
    register(event, anna, carla)
    client = signed_in(berta)
    assert "Join the waiting list" in page(client, event.get_absolute_url())
    assert "on the waiting list" in do(client, event, "register")
    assert "waiting list" in page(client, "/events/")
    do(signed_in(carla), event, "leave")
    assert queue_of(event) == (["Anna", "Berta"], [])


def test_event_is_reported_and_cleared(anna: User, berta: User, event: Event) -> None:
    address = f"{event.get_absolute_url()}report/"
    client = signed_in(berta)
    assert "Thursday at eight" in page(client, address)
    assert address in page(client, event.get_absolute_url())
    client.post(address, {"reason": "name", "note": "Rude."})
    assert Report.objects.get().subject == "event"
    assert f'<a href="{event.get_absolute_url()}">' in case_page(Report.objects.get())
    assert "Thursday at eight" not in do(signed_in(moderator()), event, "clear", why="Rude.")
    assert Client().post(f"{address}").status_code == 401
    assert at(event, anna).event.title.startswith("Event ")
    Event.objects.update(organiser=None)
    assert address not in page(client, event.get_absolute_url()), "no user answers for it"
