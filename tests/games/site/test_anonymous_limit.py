"""Pages for visitors without an account are limited by the CPU that their address used."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.tokens import bearer, key_for

pytestmark = pytest.mark.django_db
PAGE = "/credits/"


@pytest.fixture
def slow_pages(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each page take 2 of the 5 seconds that an address may use at once."""
    settings.ANONYMOUS_SECONDS_A_MINUTE = 10
    now = iter(range(0, 1000, 2))
    monkeypatch.setattr("time.thread_time", lambda: next(now))


@pytest.mark.usefixtures("slow_pages")
def test_anonymous_pages_are_limited_by_address() -> None:
    stranger, other = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    assert [stranger.get(PAGE).status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = stranger.get(PAGE)
    assert_clean_page(refused, 429)
    assert refused["Retry-After"] == "5"
    assert stranger.get("/api/v1/matches/").json()["error"]["code"] == "too-many"
    assert other.get(PAGE).status_code == 200


@pytest.mark.usefixtures("slow_pages")
@pytest.mark.parametrize("path", [PAGE, "/api/v1/docs/"])
def test_invented_cookie_or_token_is_still_anonymous(path: str) -> None:
    stranger = Client(REMOTE_ADDR="192.0.2.1", headers={"Authorization": "Bearer x"})
    for _ in range(4):
        stranger.cookies["sessionid"] = "x" * 32
        last = stranger.get(path)
    assert last.status_code == 429


@pytest.mark.usefixtures("slow_pages")
def test_users_at_a_spent_address_are_served() -> None:
    anna = person("Anna")
    user, stranger = signed_in(anna), Client()
    assert [stranger.get(PAGE).status_code for _ in range(4)][-1] == 429
    assert [user.get("/settings/profile/").status_code for _ in range(4)] == [200] * 4
    assert user.get(PAGE).status_code == 200
    program = Client(headers=bearer(key_for(anna)))
    assert program.get("/api/v1/matches/").status_code == 200


@pytest.mark.usefixtures("slow_pages")
def test_pages_of_users_do_not_count_for_their_address() -> None:
    user, stranger = signed_in(person("Anna")), Client()
    assert [user.get("/settings/profile/").status_code for _ in range(4)] == [200] * 4
    assert stranger.get(PAGE).status_code == 200
