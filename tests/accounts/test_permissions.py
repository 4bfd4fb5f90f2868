"""What a user may do, apart from sanctions: answers that no page shows by itself."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Sanction, User
from accounts.permissions import describe_sanction, may_administer, may_play, may_play_rated
from accounts.refusals import TooManyTokens
from accounts.services import guests, tokens
from accounts.services.blocks import apart_from, block
from accounts.views.decorators import next_page
from core.http import bearer_key
from tests.helpers.matches import people

pytestmark = pytest.mark.django_db


def test_expired_guest_may_not_play() -> None:
    guest = guests.new_guest()
    assert may_play(guest)
    guest.guest_until = timezone.now() - timedelta(seconds=1)
    answer = may_play(guest)
    assert (answer.allowed, answer.code) == (False, "guest-over")


def test_unconfirmed_address_is_reported_before_closing_account(settings: Settings) -> None:
    settings.MAIL_IS_SET_UP = True
    (user,) = people("Berta")
    assert may_play_rated(user).code == "unconfirmed"
    user.closes_at = timezone.now() + timedelta(days=1)
    assert may_play_rated(user).code == "closing"


def test_user_without_role_may_not_administer(anna: User) -> None:
    answer = may_administer(anna)
    assert (answer.allowed, answer.code) == (False, "not-allowed")


def test_revoked_token_is_not_stored_while_another_is_valid(anna: User) -> None:
    tokens.make(anna, "first", ["play"], 30)
    tokens.make(anna, "second", ["play"], 30)
    second, first = tokens.tokens_of(anna)
    tokens.revoke(anna, first.pk)
    assert not tokens.is_stored(first)
    assert tokens.is_stored(second)


@pytest.mark.parametrize(
    ("secure", "scheme", "followed"),
    [(False, "http", True), (True, "http", False), (True, "https", True)],
)
def test_form_on_https_leads_to_https_only(secure: bool, scheme: str, followed: bool) -> None:
    url = f"{scheme}://testserver/settings/"
    request = RequestFactory().post("/", {"next": url}, secure=secure)
    assert next_page(request) == (url if followed else "")


def test_limit_of_new_tokens_lasts_one_day(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    for _ in range(tokens.MADE_A_DAY):
        tokens.make(anna, "again", ["play"], 30)
        tokens.revoke_all(anna)
    monkeypatch.setattr("time.time", lambda: now + 23 * 60 * 60)
    with pytest.raises(TooManyTokens):
        tokens.make(anna, "again", ["play"], 30)
    monkeypatch.setattr("time.time", lambda: now + 24 * 60 * 60 + 30)
    assert tokens.make(anna, "again", ["play"], 30)


def test_description_of_sanction_shows_end_date(anna: User) -> None:
    until = datetime(2030, 5, 17, 12, tzinfo=UTC)
    sanction = Sanction(user=anna, kind=Sanction.Kind.MUTE, until=until)
    assert "until May 17, 2030, " in describe_sanction(sanction)


def test_malformed_bearer_header_counts_as_wrong_key() -> None:
    assert bearer_key("Bearer one two") == "one two"


def test_block_separates_only_the_two_users() -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    block(berta, carla)
    assert apart_from(anna.pk, [berta.pk, carla.pk]) == set()
    assert apart_from(berta.pk, [anna.pk, carla.pk]) == {carla.pk}
