"""A site without mail: no page claims to have sent any, and the operator gets the link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from accounts import unsent_mail
from accounts.models import User
from tests.accounts.conftest import PASSWORD, is_signed_in, prove_it, sign_in
from tests.helpers.no_mail import local_client, make_local
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
NEWCOMER = {"username": "Newcomer", "email": "new@example.org", "password1": PASSWORD}
CLAIMS = re.compile(
    "We sent|is on its way|the email we sent|Check your email|We’ll send|you’ll get"
)
CONFIRM, RESET = "/accounts/confirm-email/", "/accounts/password/reset/"


@pytest.fixture(autouse=True)
def _local(monkeypatch: pytest.MonkeyPatch) -> None:
    make_local(monkeypatch)


def text_of(client: Client, address: str) -> str:
    text = assert_clean_page(client.get(address)).text
    assert not CLAIMS.search(text), address
    return text


def link_on(text: str, about: str) -> str:
    found = re.findall(rf'href="(/accounts/{about}/[^"]+)"', text)
    assert len(found) == 1, text
    return str(found[0])


def test_operator_confirms_address_by_link_on_page() -> None:
    client = local_client()
    client.post("/accounts/signup/", NEWCOMER)
    lobby = text_of(client, "/")
    assert "Email isn’t set up on this site, so nothing was sent." in lobby
    assert f'<a href="{CONFIRM}">Show the link</a>' in lobby
    link = link_on(text_of(client, CONFIRM), "confirm-email")
    for page in ("/accounts/email/", "/settings/"):
        text_of(client, page)
    assert link_on(text_of(client, "/accounts/email/"), "confirm-email") == link
    client.get(link)
    client.post(link)
    assert EmailAddress.objects.get().verified
    assert "Email isn’t set up on this site" not in text_of(client, "/accounts/email/")


def test_operator_confirms_mandatory_address_by_link_on_page(
    settings: Settings,
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client = local_client()
    assert client.post("/accounts/signup/", NEWCOMER)["Location"] == CONFIRM
    client.post(link_on(text_of(client, CONFIRM), "confirm-email"))
    sign_in(client, "Newcomer")
    assert is_signed_in(client)


def test_operator_resets_password_by_link_on_page(anna: User) -> None:
    client = local_client()
    text_of(client, RESET)
    answer = client.post(RESET, {"email": "anna@example.org"})
    page = text_of(client, answer["Location"])
    assert "Choose a new password for Anna" in page
    form = client.get(link_on(page, "password/reset/key"), follow=True)
    new = {"password1": "eight louder towers", "password2": "eight louder towers"}
    client.post(form.request["PATH_INFO"], new)
    sign_in(client, "Anna", "eight louder towers")
    assert is_signed_in(client)


def test_earlier_links_are_not_shown_again(anna: User) -> None:
    client = local_client()
    first = client.post(RESET, {"email": "anna@example.org"})["Location"]
    assert "Choose a new password for Anna" in text_of(client, first)
    client.post(RESET, {"email": "nobody@example.org"})
    page = text_of(client, first)
    assert "No account here uses <strong>nobody@example.org</strong>" in page
    assert "Choose a new password" not in page


def test_taken_address_is_shown_to_operator(anna: User) -> None:
    client = local_client()
    client.post("/accounts/signup/", {**NEWCOMER, "email": "anna@example.org"})
    page = text_of(client, CONFIRM)
    assert "<strong>anna@example.org</strong> already belongs to another account." in page


def test_pages_mention_that_site_sends_no_mail(anna: User) -> None:
    client = local_client()
    sign_in(client, "Anna")
    assert "you get no emails about your tables" in text_of(client, "/settings/notifications/")
    prove_it(client)
    assert "you won’t get an email when it’s done" in text_of(client, "/settings/data/")


def test_two_step_setup_leads_to_confirmation_link() -> None:
    client = local_client()
    client.post("/accounts/signup/", NEWCOMER)
    prove_it(client)
    sent_on = client.get("/accounts/2fa/totp/activate/")["Location"]
    page = text_of(client, sent_on)
    assert "Confirm your email address first" in page
    assert 'href="/accounts/email/">Confirm it</a>' in page


def test_connections_and_their_users_are_read_from_proc(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = tmp_path / "tcp"
    listed.write_text(
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  more\n"
        "   0: 0100007F:1F40 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000  0\n"
        "   1: 0100007F:C3CB 0100007F:1F40 01 00000000:00000000 00:00000000 00000000    33  0\n"
    )
    monkeypatch.undo()
    monkeypatch.setattr(unsent_mail, "CONNECTIONS", (listed, tmp_path / "missing"))
    assert unsent_mail.connections() == [((8000, 0), 1000), ((50123, 8000), 33)]
