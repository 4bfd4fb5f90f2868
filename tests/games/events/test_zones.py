"""The times of an event on its page: in the reader's zone, else in the event's."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from accounts.models import User
from games.events.services.finding import usual_zone
from tests.games.events.conftest import planned

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("", '7 p.m.–10 p.m.</time> <span class="muted">Europe/Berlin'),
        ("Asia/Seoul", '3 a.m.–6 a.m.</time> <span class="muted">Asia/Seoul'),
    ],
)
def test_event_is_shown_in_zone_of_reader_or_its_own(anna: User, zone: str, words: str) -> None:
    event = planned(anna, zone="Europe/Berlin", start=datetime(2037, 3, 12, 19), minutes=180)
    client = Client()
    client.cookies["time_zone"] = zone
    assert words in client.get(event.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("own", "zone"),
    [
        ("", "Europe/Berlin"),
        ("Asia/Seoul", "Asia/Seoul"),
        ("UTC", "UTC"),
        # A zone that forms do not offer.
        ("Etc/GMT+3", "Europe/Berlin"),
    ],
)
def test_new_event_is_in_zone_of_profile_before_that_of_last_event(
    anna: User, own: str, zone: str
) -> None:
    planned(anna, zone="Europe/Berlin")
    anna.time_zone = own
    assert usual_zone(anna) == zone
