"""New passwords, and every way to end a session."""

import re

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, is_signed_in, sign_in
from tests.accounts.test_entrance import link_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db

ANOTHER = "eleven loud drums"


def test_password_reset_link_works_once_and_ends_sessions(
    client: Client, anna: User, mailoutbox: list[EmailMessage]
) -> None:
    elsewhere = Client()
    sign_in(elsewhere, "Anna")
    answer = client.post("/accounts/password/reset/", {"email": "ANNA@example.org"}, follow=True)
    assert_clean_page(answer)
    (mail,) = mailoutbox
    assert mail.subject == "Reset your password at Tavola"
    assert "Your username is Anna." in mail.body
    link = link_in(mail)
    form = client.get(link, follow=True)
    assert_clean_page(form)
    path = form.redirect_chain[-1][0]
    assert_clean_page(client.post(path, {"password1": "short", "password2": "short"}))
    done = client.post(path, {"password1": ANOTHER, "password2": ANOTHER}, follow=True)
    assert_clean_page(done)
    assert not is_signed_in(elsewhere), "other sessions end"
    assert sign_in(Client(), "Anna").status_code == 200, "the old password no longer works"
    assert sign_in(Client(), "Anna", ANOTHER)["Location"] == "/"
    assert "Send a new link" in Client().get(link, follow=True).content.decode()
    assert mailoutbox[-1].subject == "Your password at Tavola was changed"


def test_password_reset_answer_is_same_for_unknown_address(
    client: Client, anna: User, mailoutbox: list[EmailMessage]
) -> None:
    pages = [
        client.post("/accounts/password/reset/", {"email": email}, follow=True)
        for email in ("anna@example.org", "nobody@example.org")
    ]
    assert pages[0].redirect_chain == pages[1].redirect_chain
    assert mailoutbox[1].subject == "No account at Tavola with this address"


def test_invalid_link_shows_page(client: Client) -> None:
    assert_clean_page(client.get("/accounts/password/reset/key/1-abc/"))
    assert_clean_page(client.get("/accounts/confirm-email/abc/"))


def test_mail_about_change_names_device_and_time_in_words(
    anna: User, mailoutbox: list[EmailMessage]
) -> None:
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    client = Client(headers={"user-agent": firefox})
    sign_in(client, "Anna")
    fields = {"oldpassword": PASSWORD, "password1": ANOTHER, "password2": ANOTHER}
    client.post("/accounts/password/change/", fields)
    body = str(mailoutbox[-1].body)
    assert "With: Firefox on Linux\n" in body
    assert re.search(r"At: .+, \d{4}, .+ UTC", body)


def test_changing_password_ends_other_sessions(
    signed_in: Client, mailoutbox: list[EmailMessage]
) -> None:
    other = Client()
    sign_in(other, "Anna")
    wrong = {"oldpassword": "wrong", "password1": ANOTHER, "password2": ANOTHER}
    page = assert_clean_page(signed_in.post("/accounts/password/change/", wrong)).text
    assert "That’s not your current password." in page
    right = {**wrong, "oldpassword": PASSWORD}
    assert signed_in.post("/accounts/password/change/", right)["Location"] == "/settings/"
    assert is_signed_in(signed_in)
    assert not is_signed_in(other)
    assert sign_in(Client(), "Anna", ANOTHER).status_code == 302
    assert mailoutbox[0].subject == "Your password at Tavola was changed"
    assert mailoutbox[0].body.startswith("Hello Anna,")
    assert "your programs’ tokens are revoked" in mailoutbox[0].body


def test_signing_out_everywhere_ends_every_session(signed_in: Client, anna: User) -> None:
    other, untracked = Client(), Client()
    sign_in(other, "Anna")
    untracked.force_login(anna)
    bystander = Client()
    bystander.force_login(User.objects.create_user("Bert", "bert@example.org", PASSWORD))
    assert signed_in.get("/settings/sign-out-everywhere/").status_code == 405
    assert all(is_signed_in(one) for one in (signed_in, other, untracked))
    page = assert_clean_page(signed_in.post("/settings/sign-out-everywhere/", follow=True)).text
    assert "You are signed out everywhere." in page
    assert not any(is_signed_in(one) for one in (signed_in, other, untracked))
    assert is_signed_in(bystander)
    sign_in(other, "Anna")
    assert is_signed_in(other), "the user can sign in again"


def test_devices_are_listed_and_signed_out(signed_in: Client, anna: User) -> None:
    phone = Client(HTTP_USER_AGENT="Mozilla/5.0 (Android 14; Mobile) Gecko/126.0 Firefox/126.0")
    laptop = Client(HTTP_USER_AGENT="Mozilla/5.0 (X11; Linux x86_64) Chrome/125.0 Safari/537.36")
    sign_in(phone, "Anna")
    sign_in(laptop, "Anna")
    page = signed_in.get("/accounts/sessions/")
    assert_clean_page(page)
    text = page.content.decode()
    assert "Firefox on Android" in text
    assert "Chrome on Linux" in text
    of_phone = next(s for s in page.context["sessions"] if "Android" in s.user_agent)
    url = f"/settings/devices/{of_phone.pk}/end/"
    stranger = Client()
    stranger.force_login(User.objects.create_user("Bert", "bert@example.org", PASSWORD))
    stranger.post(url)
    assert is_signed_in(phone), "a user ends only their own sessions"
    assert signed_in.post(url)["Location"] == "/accounts/sessions/"
    assert not is_signed_in(phone)
    assert is_signed_in(laptop)
    signed_in.post(url)
    assert signed_in.post("/accounts/sessions/").status_code == 302
    assert not is_signed_in(laptop)
    assert is_signed_in(signed_in)
