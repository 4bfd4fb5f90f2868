"""Access tokens: shown once, revoked, and allowed no more than their owner."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.forms import SCOPE_WORDS
from accounts.models import AccessToken, Sanction, Scope, User
from accounts.refusals import CannotMakeToken, GuestAccount, NoSuchToken, TooManyTokens
from accounts.services import deletion, guests, retention, tokens
from accounts.services.sessions import sign_out_everywhere
from core.monitoring.logs import clean
from tests.accounts.conftest import PASSWORD, prove_it
from tests.helpers.matches import person
from tests.helpers.pages import assert_clean_page
from tests.helpers.tokens import bearer, key_for

pytestmark = pytest.mark.django_db
PAGE, ME = "/settings/tokens/", "/api/v1/tickets/"
FORM = {"name": "My bot", "scopes": ["play"], "days": "30"}
SOUGHT = {"games": ["babel"], "seats": [2], "clock": "turns-24", "sure": True}


@pytest.fixture
def signed_in(signed_in: Client) -> Client:
    prove_it(signed_in)
    return signed_in


def reads(key: str) -> int:
    return Client(headers=bearer(key)).get(ME).status_code


def key_on(page: str) -> str:
    found = re.findall(r'value="(tavola_[\w-]{43})"', page)
    assert len(found) == 1
    return str(found[0])


def test_key_is_shown_once_and_stored_as_hash(signed_in: Client, anna: User) -> None:
    assert_clean_page(signed_in.get(PAGE))
    answer = signed_in.post(PAGE, FORM)
    assert_clean_page(answer)
    key = key_on(answer.content.decode())
    assert "no-store" in answer["Cache-Control"]
    assert reads(key) == 200
    token = AccessToken.objects.get()
    assert (token.name, token.scopes) == ("My bot", ["read", "play"])
    assert key not in str(AccessToken.objects.values().get())
    later = signed_in.get(PAGE).content.decode()
    assert "My bot" in later
    assert key not in later
    assert "last used" in later


def test_only_owner_revokes_token(signed_in: Client, anna: User) -> None:
    key = key_for(anna)
    path = f"{PAGE}{anna.access_tokens.get().pk}/revoke/"
    stranger = Client()
    stranger.force_login(person("Berta"))
    assert stranger.post(path).status_code == 404
    assert reads(key) == 200
    assert signed_in.post(path).status_code == 302
    assert reads(key) == 401
    assert signed_in.post(path).status_code == 404
    with pytest.raises(NoSuchToken):
        tokens.revoke(anna, 0)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": ""}, "required"),
        ({"name": "x" * 61}, "60"),
        ({"scopes": ["everything"]}, "not one of the available"),
        ({"days": "9999"}, "not one of the available"),
        ({"days": "x"}, "not one of the available"),
    ],
)
def test_invalid_token_form_shows_error(
    signed_in: Client, wrong: dict[str, object], words: str
) -> None:
    page = assert_clean_page(signed_in.post(PAGE, {**FORM, **wrong}), 400).text
    assert words in page
    assert not AccessToken.objects.exists()


def test_number_of_tokens_is_limited(signed_in: Client, anna: User) -> None:
    with pytest.raises(CannotMakeToken):
        tokens.make(anna, " ", ["play"], 30)
    for _ in range(tokens.MOST):
        key_for(anna)
    page = assert_clean_page(signed_in.post(PAGE, FORM), 400).text
    assert "the maximum" in page
    same = signed_in.post(PAGE, {**FORM, "name": "token 1"})
    assert same.status_code == 400
    tokens.revoke_all(anna)
    assert signed_in.post(PAGE, FORM).status_code == 200
    twice = signed_in.post(PAGE, FORM)
    assert "Choose another one" in twice.content.decode()


def test_expired_token_makes_room_for_new_one(anna: User) -> None:
    for _ in range(tokens.MOST):
        key_for(anna)
    with pytest.raises(CannotMakeToken, match=str(tokens.MOST)):
        key_for(anna)
    oldest = tokens.tokens_of(anna)[-1]
    AccessToken.objects.filter(pk=oldest.pk).update(expires_at=timezone.now())
    key_for(anna)


def test_use_of_token_is_recorded_every_few_minutes(anna: User) -> None:
    key = key_for(anna)

    def recorded_after(age: timedelta) -> bool:
        used = timezone.now() - age
        AccessToken.objects.update(last_used_at=used)
        assert tokens.find(key)
        return AccessToken.objects.get().last_used_at != used

    assert not recorded_after(tokens.NOTED_EVERY - timedelta(minutes=1))
    assert recorded_after(tokens.NOTED_EVERY + timedelta(minutes=1))


def test_revoked_tokens_count_towards_daily_limit(anna: User) -> None:
    for _ in range(tokens.MADE_A_DAY):
        key_for(anna)
        tokens.revoke_all(anna)
    with pytest.raises(TooManyTokens):
        key_for(anna)


def test_guest_cannot_make_token() -> None:
    with pytest.raises(GuestAccount):
        key_for(guests.new_guest())


def test_expired_token_stays_listed_for_a_month(anna: User) -> None:
    key = key_for(anna)
    AccessToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert reads(key) == 401
    retention.sweep()
    assert tokens.tokens_of(anna)[0].is_over
    tokens.make(anna, "token 1", ["play"], 30)  # its name is free again
    AccessToken.objects.update(expires_at=timezone.now() - timedelta(days=31))
    retention.sweep()
    assert not tokens.tokens_of(anna)


def test_password_change_sign_out_and_deactivation_revoke_tokens(
    signed_in: Client, anna: User
) -> None:
    others = key_for(person("Berta"))
    key = key_for(anna)
    new = {"oldpassword": PASSWORD, "password1": "nine loud towers", "password2": ""}
    new["password2"] = new["password1"]
    assert signed_in.post("/accounts/password/change/", new).status_code == 302
    assert reads(key) == 401
    key = key_for(anna)
    sign_out_everywhere(anna)
    assert reads(key) == 401
    key = key_for(anna)
    User.objects.filter(pk=anna.pk).update(closes_at=timezone.now() - timedelta(days=1))
    assert deletion.deactivate(anna)
    assert reads(key) == 401
    assert reads(others) == 200


def test_token_of_inactive_user_is_refused(anna: User) -> None:
    key = key_for(anna)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert reads(key) == 401


def test_form_offers_every_scope_but_reading(signed_in: Client) -> None:
    assert set(SCOPE_WORDS) == set(Scope) - {Scope.READ}
    page = signed_in.get(PAGE).content.decode()
    assert all(f">{scope}</span>" in page for scope in SCOPE_WORDS), "as refusals name them"


def test_token_allows_only_its_scopes(anna: User) -> None:
    readers, seekers = (Client(headers=bearer(key_for(anna, one))) for one in ("play", "challenge"))
    assert readers.get(ME).status_code == 200
    refused = readers.post(ME, SOUGHT, "application/json")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "scope-missing")
    assert "challenge" in refused.json()["error"]["reason"]
    assert seekers.post(ME, SOUGHT, "application/json").status_code == 201


def test_sanctions_hold_for_tokens(anna: User) -> None:
    key = key_for(anna)
    Sanction.objects.create(user=anna, kind=Sanction.Kind.BAN)
    User.objects.filter(pk=anna.pk).update(sanctioned=True)
    refused = Client(headers=bearer(key)).post(ME, SOUGHT, "application/json")
    assert refused.status_code == 403


def test_token_does_not_sign_in_on_pages(anna: User) -> None:
    answer = Client(headers=bearer(key_for(anna))).get("/settings/")
    assert answer.status_code == 302


def test_rate_limit_counts_each_token_separately(anna: User, settings: Settings) -> None:
    settings.WRITES_A_MINUTE, settings.TOKEN_READS_A_MINUTE = 2, 3
    wild, calm = (Client(headers=bearer(key_for(anna))) for _ in range(2))
    assert [wild.get(ME).status_code for _ in range(4)] == [200, 200, 200, 429]
    writes = [wild.post(ME, SOUGHT, "application/json") for _ in range(3)]
    assert [one.status_code for one in writes] == [201, 201, 429]
    assert 0 < int(writes[-1]["Retry-After"]) <= 60
    assert writes[-1].json()["error"]["code"] == "too-many"
    assert calm.get(ME).status_code == 200
    page = Client()
    page.force_login(anna)
    assert page.post("/i18n/setlang/", {"language": "de"}).status_code == 302
    guesses = [Client(headers=bearer(f"tavola_{n}")).get(ME).status_code for n in range(4)]
    assert guesses == [401, 401, 401, 429]


def test_key_is_removed_from_log_lines(anna: User) -> None:
    key = key_for(anna)
    for line in (
        key,
        f"Authorization: Bearer {key}",
        f"bad header {{'Bearer {key}'}}",
        f"x={key};",
    ):
        assert key not in clean(line)
        assert "[secret]" in clean(line)


def test_tokens_page_needs_sign_in(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
