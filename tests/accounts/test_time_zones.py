"""The time zone of a user: from the browser, from the form of the profile, and in mails."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.emails import send_mail
from games.chat import services as chat
from games.matches.access import open_match
from games.matches.presenters.rendering import table_html
from tests.helpers.matches import committed, people, person, signed_in, started

pytestmark = pytest.mark.django_db
ADDRESS = "/settings/time-zone/"
PROFILE = {"display_name": "", "about": "", "language": ""}
AT = datetime(2026, 11, 27, 23, 5, tzinfo=UTC)


@pytest.fixture
def anna(db: None) -> User:
    return person("Anna")


def zone_of(user: User) -> str:
    return User.objects.get(pk=user.pk).time_zone


def test_browsers_zone_is_asked_for_once_and_stored(anna: User) -> None:
    client = signed_in(anna, headers={"accept-language": "en-GB"})
    assert f'data-zone-wanted="{ADDRESS}"' in client.get("/games/").content.decode()
    assert client.post(ADDRESS, {"time_zone": "Europe/Berlin"}).status_code == 204
    assert zone_of(anna) == "Europe/Berlin"
    assert User.objects.get(pk=anna.pk).british_dates
    page = client.get("/games/").content.decode()
    assert 'data-zone="Europe/Berlin"' in page
    assert "data-zone-wanted" not in page


def test_language_of_pages_is_noted_for_emails_until_one_is_chosen(anna: User) -> None:
    anna.time_zone = "Europe/Berlin"
    anna.save()
    client = signed_in(anna, headers={"accept-language": "ko"})
    client.cookies["time_zone"] = "Europe/Berlin"
    asked = f'data-zone="Europe/Berlin" data-zone-wanted="{ADDRESS}"'
    assert asked in client.get("/games/").content.decode()
    client.post(ADDRESS, {"time_zone": "Europe/Berlin"})
    assert User.objects.get(pk=anna.pk).language == "ko"
    assert "data-zone-wanted" not in client.get("/games/").content.decode()
    client.post(ADDRESS, {"time_zone": "Europe/Berlin"}, headers={"accept-language": "fr"})
    assert User.objects.get(pk=anna.pk).language == "ko"


def test_signing_in_notes_language_of_page_unless_one_is_stored(anna: User) -> None:
    anna.set_password("a long enough password")
    anna.save()
    form = {"login": "Anna", "password": "a long enough password"}
    for wanted in ("de", "fr"):
        client = Client(headers={"accept-language": wanted})
        client.post(reverse("account_login"), form)
        assert client.cookies["django_language"].value == "de"
        assert User.objects.get(pk=anna.pk).language == "de"


def test_unknown_zone_is_refused(anna: User) -> None:
    client = signed_in(anna)
    for name in ("", "Europe/Atlantis", "a" * 100):
        answer = client.post(ADDRESS, {"time_zone": name})
        assert answer.status_code == 400
        assert "There is no such time zone" in answer.content.decode()
    form = client.post("/settings/profile/", {**PROFILE, "time_zone": "Europe/Atlantis"})
    assert form.status_code == 200
    assert zone_of(anna) == ""


def test_chosen_zone_stays_whatever_the_browser_says(anna: User) -> None:
    client = signed_in(anna)
    client.post("/settings/profile/", {**PROFILE, "time_zone": "Asia/Seoul"})
    assert client.cookies["time_zone"].value == "Asia/Seoul"
    assert client.post(ADDRESS, {"time_zone": "Europe/Berlin"}).status_code == 204
    assert zone_of(anna) == client.cookies["time_zone"].value == "Asia/Seoul"


def test_zone_of_browser_is_taken_once_and_the_choice_says_so(anna: User) -> None:
    client = signed_in(anna)
    client.post("/settings/profile/", {**PROFILE, "time_zone": "Asia/Seoul"})
    assert client.get("/settings/profile/").text.count("What my browser uses now") == 2
    client.post("/settings/profile/", {**PROFILE, "time_zone": ""})
    client.post(ADDRESS, {"time_zone": "Europe/Berlin"})
    client.post(ADDRESS, {"time_zone": "Asia/Seoul"})
    assert zone_of(anna) == "Europe/Berlin"


@pytest.mark.parametrize(
    ("stored", "cookie", "after"),
    [
        ("Asia/Seoul", "Europe/Berlin", "Asia/Seoul"),
        ("", "Europe/Berlin", "Europe/Berlin"),
        ("", "Europe/Atlantis", ""),
    ],
)
def test_signing_in_brings_zone_to_browser_or_account(
    anna: User, stored: str, cookie: str, after: str
) -> None:
    anna.time_zone = stored
    anna.set_password("a long enough password")
    anna.save()
    client = Client()
    client.cookies["time_zone"] = cookie
    form = {"login": "Anna", "password": "a long enough password"}
    assert client.post(reverse("account_login"), form).status_code == 302
    assert zone_of(anna) == after
    assert client.cookies["time_zone"].value == (after or cookie)


def test_mail_has_times_of_its_reader(anna: User) -> None:
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    for zone, words in (("Europe/Berlin", "28 Nov 2026, 12:05 a.m.\n"), ("", "11:05 p.m. UTC.\n")):
        anna.time_zone, anna.british_dates = zone, True
        with committed():
            send_mail(anna, "closing", closes_at=AT)
        assert words in mail.outbox.pop().body


def test_data_page_ends_sentence_with_one_full_stop(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(closes_at=AT)
    client = signed_in(anna)
    client.cookies["time_zone"] = "Europe/Berlin"
    page = client.get("/settings/data/").text
    assert "12:05 a.m. Your open tables" in page


def test_table_and_its_chat_are_the_same_bytes_for_readers_everywhere(anna: User) -> None:
    berta, *_ = people("Berta")
    match = started(anna, berta, clock="turns-24")
    with committed():
        chat.post_line(open_match(anna, match.id), "Hello")
    client = signed_in(anna, headers={"accept-language": "en-GB"})
    parts = []
    for zone in ("", "Asia/Seoul"):
        client.cookies["time_zone"] = zone
        page = client.get(match.get_absolute_url()).content.decode()
        parts.append(page[page.index('<ol class="chat-lines') :].partition("</ol>")[0])
    assert parts[0] == parts[1]
    assert 'data-zoned="time"' in parts[0]
    assert "data-zone" not in table_html(open_match(anna, match.id))
