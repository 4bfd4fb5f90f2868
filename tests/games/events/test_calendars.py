"""Calendars of events, read again with the library that programs use."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from games.events import calendars
from games.events.models import Event
from games.events.services import planning
from tests.games.events.conftest import FACTS, START, at, club_of, planned, register
from tests.helpers.matches import signed_in

pytestmark = pytest.mark.django_db


def read(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(answer.content)


def titles(client: Client, address: str) -> list[str]:
    return [str(one["summary"]) for one in read(client, address).walk("VEVENT")]


def test_event_is_read_again_with_its_time_zone(anna: User) -> None:
    event = planned(anna, zone="Europe/Berlin", text="Bring; friends,\nand cake.")
    calendar = read(Client(), f"{event.get_absolute_url()}event.ics")
    (entry,) = calendar.walk("VEVENT")
    start = entry["dtstart"].dt
    assert start == event.starts_at
    assert (start.hour, str(start.tzinfo)) == (20, "Europe/Berlin")
    assert entry["dtend"].dt - start == timedelta(hours=3)
    assert str(entry["description"]).startswith("Bring; friends,\nand cake.")
    assert str(entry["url"]).endswith(event.get_absolute_url())
    assert entry["dtstart"].params["TZID"] == "Europe/Berlin"
    assert [str(zone["tzid"]) for zone in calendar.walk("VTIMEZONE")] == ["Europe/Berlin"]


def test_series_has_local_hour_in_summer_and_winter(anna: User) -> None:
    event = planned(anna, zone="Europe/Berlin", repeats="fortnightly")
    planning.cancel(at(event, anna))
    entries = read(Client(), "/events/calendar.ics").walk("VEVENT")
    assert [str(one["status"]) for one in entries] == ["CANCELLED", "CONFIRMED"]
    later = planned(anna, zone="Europe/Berlin", start=START + timedelta(days=21))
    (entry,) = read(Client(), f"{later.get_absolute_url()}event.ics").walk("VEVENT")
    assert entry["dtstart"].dt.astimezone(ZoneInfo("UTC")).hour == 18


def test_change_raises_sequence_of_same_entry(anna: User, event: Event) -> None:
    address = f"{event.get_absolute_url()}event.ics"
    (before,) = read(Client(), address).walk("VEVENT")
    planning.change(at(event, anna), FACTS)
    (after,) = read(Client(), address).walk("VEVENT")
    assert (before["uid"], before["sequence"]) == (after["uid"], after["sequence"] - 1)


def test_calendars_show_what_their_readers_may_see(anna: User, berta: User, carla: User) -> None:
    public, private = club_of(anna), club_of(anna, berta, public=False)
    planned(anna, title="Open")
    planned(anna, public.slug, title="Of club")
    hidden = planned(anna, private.slug, title="Hidden")
    register(hidden, berta)
    keys = {user: calendars.renew_key(user) for user in (anna, berta, carla)}
    anyone = Client()
    assert sorted(titles(anyone, "/events/calendar.ics")) == ["Of club", "Open"]
    assert titles(anyone, f"/clubs/{public.slug}/calendar.ics") == ["Of club"]
    assert anyone.get(f"/clubs/{private.slug}/calendar.ics").status_code == 404
    of_members = "/events/calendars/{}/clubs/{}.ics"
    assert titles(anyone, of_members.format(keys[berta], private.slug)) == ["Hidden"]
    assert anyone.get(of_members.format(keys[carla], private.slug)).status_code == 404
    mine = "/events/calendars/{}/mine.ics"
    assert titles(anyone, mine.format(keys[berta])) == ["Hidden"]
    assert titles(anyone, mine.format(keys[carla])) == []
    assert sorted(titles(anyone, mine.format(keys[anna]))) == ["Hidden", "Of club", "Open"]


def test_renewed_address_replaces_former_one(anna: User) -> None:
    client = signed_in(anna)
    page = client.get("/events/").content.decode()
    assert "Make an address for my events" in page
    client.post("/events/calendars/")
    former = calendars.key_of(anna)
    assert f"/events/calendars/{former}/mine.ics" in client.get("/events/").content.decode()
    client.post("/events/calendars/")
    assert Client().get(f"/events/calendars/{former}/mine.ics").status_code == 404
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert Client().get(f"/events/calendars/{calendars.key_of(anna)}/mine.ics").status_code == 404
