"""Writes are limited by account and by address."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db


def test_writes_of_account_are_limited(settings: Settings) -> None:
    settings.WRITES_A_MINUTE = 3
    anna, berta = signed_in(person("Anna")), signed_in(person("Berta"))
    codes = [anna.post("/matches/none/join/").status_code for _ in range(5)]
    assert codes == [404, 404, 404, 429, 429]
    assert berta.post("/matches/none/join/").status_code == 404
    assert anna.get("/").status_code == 200


def test_minute_begins_with_first_write(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WRITES_A_MINUTE = 1
    anna = signed_in(person("Anna"))
    codes = []
    for now in (59.0, 61.0):  # in different minutes of the clock
        monkeypatch.setattr("time.time", lambda now=now: 1_000_000_020.0 + now)
        codes.append(anna.post("/matches/none/join/").status_code)
    assert codes == [404, 429]


def test_refused_client_learns_when_minute_ends(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WRITES_A_MINUTE = 1
    anna = signed_in(person("Anna"))
    waits = []
    for now in (0.0, 17.5, 59.9, 60.1):
        for clock in ("time.time", "core.monitoring.rate_limit.time"):
            monkeypatch.setattr(clock, lambda now=now: 1_000_000_020.0 + now)
        waits.append(anna.post("/matches/none/join/").get("Retry-After"))
    assert waits == [None, "43", "1", None]


def test_anonymous_writes_are_limited_by_address(settings: Settings) -> None:
    settings.WRITES_A_MINUTE = 1
    stranger, anna = Client(), signed_in(person("Anna"))
    stranger.post("/matches/none/join/")
    refused = stranger.post("/api/v1/matches/none/moves/", {}, "application/json")
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert refused.json()["error"]["code"] == "too-many"
    assert anna.post("/matches/none/join/").status_code == 404


def test_limited_user_gets_cheap_page(settings: Settings) -> None:
    settings.WRITES_A_MINUTE = 0
    anna = signed_in(person("Anna"))
    anna.get("/")
    with CaptureQueriesContext(connection) as asked:
        refused = anna.post("/matches/none/join/")
    assert_clean_page(refused, 429)
    words = refused.content.decode()
    assert "Slow down" in words
    assert 'data-code="too-many"' in words
    assert len(asked) <= 1, "only the queries for the user"


def test_limited_htmx_request_shows_message_above_page(settings: Settings) -> None:
    settings.WRITES_A_MINUTE = 0
    anna = signed_in(person("Anna"))
    refused = anna.post("/matches/none/moves/", {"type": "pass"}, headers={"HX-Request": "true"})
    assert refused.status_code == 429
    assert refused["HX-Retarget"] == "#messages"
    assert "Slow down" in refused.content.decode()


def test_writes_are_not_limited_without_cache(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*args: object, **kwargs: object) -> None:
        raise ConnectionError("no cache")

    settings.WRITES_A_MINUTE = 0
    monkeypatch.setattr(cache, "add", down)
    assert signed_in(person("Anna")).post("/matches/none/join/").status_code == 404
