"""Two-factor sign-in with a code of an authenticator app."""

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.conftest import age_sign_in, is_signed_in, prove_it, sign_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db


def code_of(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


@pytest.fixture(autouse=True)
def _the_code_before_counts(settings: Settings) -> None:
    """Accept the previous code too, because a new one may start before it is sent."""
    settings.MFA_TOTP_TOLERANCE = 1


@pytest.fixture
def secret(signed_in: Client) -> str:
    prove_it(signed_in)
    page = signed_in.get("/accounts/2fa/totp/activate/")
    assert_clean_page(page)
    assert 'src="data:image/svg+xml;base64,' in page.content.decode()
    assert "data:" in page["Content-Security-Policy"], "img-src lets the QR code through"
    secret: str = page.context["form"].secret
    assert f"<code>{secret}</code>" in page.content.decode(), "a field of a phone cuts it"
    assert_clean_page(signed_in.post("/accounts/2fa/totp/activate/", {"code": "000"}))
    answer = signed_in.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)}, follow=True)
    assert assert_clean_page(answer).headings == ["Recovery codes"]
    return secret


def test_sign_in_needs_second_step(secret: str, client: Client) -> None:
    phone = Client()
    asked = sign_in(phone, "Anna")
    assert asked["Location"].startswith("/accounts/2fa/authenticate/")
    page = phone.get("/accounts/2fa/authenticate/")
    assert_clean_page(page)
    assert not is_signed_in(phone)
    assert_clean_page(phone.post("/accounts/2fa/authenticate/", {"code": "000"}))
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    assert phone.post("/accounts/2fa/authenticate/", {"code": codes[0]})["Location"] == "/"
    assert is_signed_in(phone)
    assert phone.get("/settings/tokens/").status_code == 200, "the user has just proved it"
    age_sign_in(phone)
    assert phone.get("/settings/tokens/")["Location"].startswith("/accounts/reauthenticate/")


def test_two_factor_pages_are_clean(secret: str, signed_in: Client) -> None:
    for url in (
        "",
        "recovery-codes/",
        "recovery-codes/generate/",
        "totp/deactivate/",
        "reauthenticate/",
    ):
        assert_clean_page(signed_in.get(f"/accounts/2fa/{url}"))
    assert signed_in.get("/accounts/2fa/recovery-codes/download/").status_code == 200


def test_two_factor_sign_in_can_be_turned_off(secret: str, signed_in: Client) -> None:
    assert_clean_page(signed_in.post("/accounts/2fa/totp/deactivate/", follow=True))
    assert not Authenticator.objects.exists()


def test_two_factor_sign_in_needs_confirmed_address(client: Client) -> None:
    User.objects.create_user("Bert", "bert@example.org", "seven quiet towers")
    sign_in(client, "Bert")
    client.get("/accounts/email/")
    page = assert_clean_page(client.get("/accounts/2fa/")).text
    assert "Confirm your email address first" in page
    assert "/accounts/2fa/totp/activate/" not in page
    answer = client.get("/accounts/2fa/totp/activate/", follow=True)
    assert "Confirm your email address first" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_each_change_of_two_factor_sign_in_is_mailed(secret: str, signed_in: Client) -> None:
    signed_in.post("/accounts/2fa/recovery-codes/generate/")
    signed_in.post("/accounts/2fa/totp/deactivate/")
    on, codes, off = mail.outbox
    assert [on.subject, codes.subject, off.subject] == [
        "Two-factor sign-in at Tavola is on",
        "New recovery codes for Tavola",
        "Two-factor sign-in at Tavola is off",
    ]
    assert "needs your password and a code from your app" in on.body
    assert "The old ones no longer work." in codes.body
    assert "Your recovery codes are deleted." in off.body


def test_new_administrator_is_offered_link_that_was_not_sent_yet(
    client: Client, settings: Settings
) -> None:
    settings.MAIL_IS_SET_UP = True
    chief = User.objects.create_superuser("Chief", "chief@example.org", "correct horse battery")
    client.force_login(chief)
    assert "Turn on" in client.get("/accounts/2fa/").content.decode(), "no address needed"
    page = client.get("/settings/").content.decode()
    assert "<strong>chief@example.org</strong> is yours." in page
    assert "we sent" not in page
    client.post("/accounts/email/", {"email": "chief@example.org", "action_send": "1"})
    (sent,) = mail.outbox
    assert sent.to == ["chief@example.org"]
