"""The page about stored data shows the periods that the site uses."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from accounts.personal_data import describe_duration
from games.privacy.presenters import stored_parts
from tests.helpers.languages import LANGUAGES
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db


def test_stored_data_page_is_public_and_linked() -> None:
    page = Client().get("/stored/")
    assert_clean_page(page)
    assert Client().post("/stored/").status_code == 405
    for path in ("/", "/credits/", "/accounts/login/"):
        assert 'href="/stored/"' in Client().get(path).content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_of_stored_data_exists_in_every_language(language: str) -> None:
    assert_clean_page(Client().get("/stored/", headers={"Accept-Language": language}))


def test_page_of_stored_data_shows_periods_of_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = {"CLOSING_DAYS": 11, "CHAT_DAYS": 22, "EVIDENCE_DAYS": 33, "LOG_DAYS": 44}
    for name, value in figures.items():
        monkeypatch.setattr(settings, name, value)
    monkeypatch.setattr(settings, "SESSION_COOKIE_AGE", 55 * 86400)
    text = " ".join(until for part in stored_parts() for _what, until in part.stored)
    for value in (*figures.values(), 55):
        assert f"{value} days" in text, value
    for cookie in ("sessionid", "csrftoken", "django_language"):
        assert cookie in Client().get("/stored/").content.decode()


def test_planned_events_are_said_to_be_cancelled_with_their_account() -> None:
    until = dict(line for part in stored_parts() for line in part.stored)
    assert "that haven’t begun are then cancelled" in until["Events that you plan or register for."]


@pytest.mark.parametrize(
    ("days", "words"),
    [(1, "24 hours"), (7, "7 days"), (90, "90 days"), (365, "1 year"), (730, "2 years")],
)
def test_duration_is_described_in_words(days: int, words: str) -> None:
    assert describe_duration(timedelta(days=days)) == words
