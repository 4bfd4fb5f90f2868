"""The feed of a club has its events, results and members, for those who may see them."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest
from django.test import Client

from accounts.models import User
from games.clubs.models import ClubWebhook
from games.clubs.services import webhooks
from games.clubs.services.founding import open_club
from games.events import calendars
from games.events.services import planning
from games.notifications.models import Delivery
from tests.games.clubs.test_results import lost_by
from tests.games.events.conftest import FACTS, at, club_of, planned

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def titles(address: str) -> list[str]:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    entries = fromstring(answer.content).findall(f"{ATOM}entry")
    assert len({one.findtext(f"{ATOM}id") for one in entries}) == len(entries)
    return [one.findtext(f"{ATOM}title") or "" for one in entries]


def test_feed_has_news_of_public_club(anna: User, berta: User) -> None:
    club = club_of(anna, berta)
    kept = planned(anna, club.slug, title="Drafts & <b>")
    planning.cancel(at(planned(anna, club.slug, title="Chess"), anna))
    lost_by(anna, berta)
    lost_by(berta, anna, public=False)
    found = titles(f"/clubs/{club.slug}/feed/")
    assert sorted(one.split(",")[0] for one in found) == [
        "Anna joined the club.",
        "Berta joined the club.",
        "Cancelled: Chess",
        "Condottiere: Anna and Berta",
        "Event: Drafts &amp; &lt;b&gt;",
    ]
    page = Client().get(club.get_absolute_url()).content.decode()
    assert f"/clubs/{club.slug}/feed/" in page
    assert kept.get_absolute_url() in page


def test_private_club_has_feed_by_members_key_only(anna: User, carla: User) -> None:
    club = club_of(anna, public=False)
    planned(anna, club.slug, title="Hidden")
    member, stranger = calendars.renew_key(anna), calendars.renew_key(carla)
    secret = "/events/calendars/{}/clubs/{}/feed/"
    assert len(titles(secret.format(member, club.slug))) == 2
    for address in (
        f"/clubs/{club.slug}/feed/",
        secret.format(stranger, club.slug),
        secret.format("nothing", club.slug),
    ):
        assert Client().get(address).status_code == 404


def test_clubs_webhook_gets_news_of_events(anna: User) -> None:
    club = club_of(anna)
    webhooks.set_webhook(open_club(anna, club.slug), "https://example.org/hook")
    event = planned(anna, club.slug)
    planning.change(at(event, anna), FACTS)
    planning.cancel(at(event, anna))
    sent = Delivery.objects.filter(group_webhook=ClubWebhook.objects.get()).order_by("pk")
    contents = [one.content or {} for one in sent]
    assert [one["type"] for one in contents] == [
        *("event-planned", "event-changed", "event-cancelled"),
    ]
    assert contents[0]["data"]["event"] == event.pk
