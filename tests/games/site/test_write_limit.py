"""More writes than anybody makes by hand are refused, by account and by address."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db


def test_an_account_that_writes_without_end_is_told_to_wait(settings: Settings) -> None:
    settings.WRITES_A_MINUTE = 3
    anna, berta = signed_in(person("Anna")), signed_in(person("Berta"))
    codes = [anna.post("/matches/none/join/").status_code for _ in range(5)]
    assert codes == [404, 404, 404, 429, 429]
    assert berta.post("/matches/none/join/").status_code == 404
    assert anna.get("/").status_code == 200


def test_a_stranger_counts_by_address_and_locks_nobody_out(settings: Settings) -> None:
    settings.WRITES_A_MINUTE = 1
    stranger, anna = Client(), signed_in(person("Anna"))
    stranger.post("/matches/none/join/")
    refused = stranger.post("/api/v1/matches/none/moves/", {}, "application/json")
    assert refused.status_code == 429
    assert refused["Retry-After"] == "60"
    assert refused.json()["error"]["code"] == "too-many"
    assert anna.post("/matches/none/join/").status_code == 404


def test_who_goes_on_all_the_same_gets_a_page_that_costs_little(settings: Settings) -> None:
    settings.WRITES_A_MINUTE = 0
    anna = signed_in(person("Anna"))
    anna.get("/")
    with CaptureQueriesContext(connection) as asked:
        refused = anna.post("/matches/none/join/")
    assert_clean_page(refused, 429)
    words = refused.content.decode()
    assert "Slowly" in words
    assert 'data-code="too-many"' in words
    assert len(asked) <= 1, "who it is, and nothing of what a page shows besides"


def test_a_page_is_told_above_what_it_shows(settings: Settings) -> None:
    settings.WRITES_A_MINUTE = 0
    anna = signed_in(person("Anna"))
    refused = anna.post("/matches/none/moves/", {"type": "pass"}, headers={"HX-Request": "true"})
    assert refused.status_code == 429
    assert refused["HX-Retarget"] == "#messages"
    assert "Slowly" in refused.content.decode()


def test_without_a_cache_nobody_is_held_up(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*args: object, **kwargs: object) -> None:
        raise ConnectionError("no cache")

    settings.WRITES_A_MINUTE = 0
    monkeypatch.setattr(cache, "add", down)
    assert signed_in(person("Anna")).post("/matches/none/join/").status_code == 404
