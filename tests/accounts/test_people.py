"""Profiles, settings, e-mail addresses, the administration."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings as conf
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from accounts.permissions import may_be_met, may_chat, may_open_table, may_play
from tests.accounts.conftest import PASSWORD, age_sign_in, prove_it, sign_in
from tests.accounts.test_entrance import link_in
from tests.helpers.effort import covering
from tests.helpers.languages import LANGUAGES
from tests.helpers.pages import assert_clean_page
from tests.helpers.responses import Response

pytestmark = pytest.mark.django_db


def edit(client: Client, **changes: str) -> Response:
    form = {"display_name": "", "about": "", "language": "", **changes}
    return client.post("/settings/profile/", form)


def test_profile_is_public(client: Client, anna: User) -> None:
    User.objects.update(display_name="Anna <b>von</b> Ems", about="One\ntwo")
    text = assert_clean_page(client.get("/players/Anna/")).text
    assert "Anna &lt;b&gt;von&lt;/b&gt; Ems" in text
    assert "@Anna" in text
    assert "One<br>two" in text
    assert "anna@example.org" not in text
    assert client.get("/players/aNNa/")["Location"] == "/players/Anna/"
    assert client.get("/players/Nobody7/").status_code == 404
    User.objects.update(is_active=False)
    assert client.get("/players/Anna/").status_code == 404


def test_profile_is_edited(signed_in: Client, anna: User) -> None:
    assert_clean_page(signed_in.get("/settings/profile/"))
    answer = edit(signed_in, display_name="  Anna   von Ems ", about="Plays Babel.")
    assert answer["Location"] == "/players/Anna/"
    anna.refresh_from_db()
    assert (anna.name, anna.about) == ("Anna von Ems", "Plays Babel.")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x" * 31, "at most 30"),
        ("\u202eannA", "invisible character"),
        ("…", "needs a letter or a digit"),
        ("Tavola", "reserved"),
        ("bERT", "This name looks too much like an existing one."),
    ],
)
def test_invalid_display_name_is_refused_and_keeps_other_input(
    signed_in: Client, anna: User, name: str, sentence: str
) -> None:
    User.objects.create_user("Bert", "bert@example.org", PASSWORD)
    text = assert_clean_page(edit(signed_in, display_name=name, about="kept")).text
    assert sentence in text
    assert 'aria-describedby="id_display_name_helptext id_display_name_error"' in text
    assert "kept</textarea>" in text, "the form keeps the input"
    anna.refresh_from_db()
    assert (anna.name, anna.about) == ("Anna", "")


def test_language_of_account_applies_on_next_device(signed_in: Client, anna: User) -> None:
    edit(signed_in, language="de")
    assert signed_in.cookies[conf.LANGUAGE_COOKIE_NAME].value == "de"
    assert assert_clean_page(signed_in.get("/settings/")).language == "de"
    phone = Client()
    sign_in(phone, "Anna")
    assert assert_clean_page(phone.get("/settings/")).language == "de"
    edit(signed_in, language="")
    assert signed_in.cookies[conf.LANGUAGE_COOKIE_NAME].value == ""
    assert_clean_page(edit(signed_in, language="xx"))


def test_language_is_set_without_account(client: Client) -> None:
    client.post("/i18n/setlang/", {"language": "ko", "next": "/accounts/login/"})
    assert assert_clean_page(client.get("/accounts/login/")).language == "ko"


def test_language_chosen_on_page_is_that_of_emails(signed_in: Client, anna: User) -> None:
    for code in ("ko", "zh-hans", "xx"):
        signed_in.post("/i18n/setlang/", {"language": code})
        anna.refresh_from_db()
        assert anna.language == "ko"


def test_new_address_replaces_old_one_after_confirmation(
    signed_in: Client, anna: User, mailoutbox: list[EmailMessage]
) -> None:
    prove_it(signed_in)
    assert_clean_page(signed_in.get("/accounts/email/"))
    signed_in.post("/accounts/email/", {"email": "new@example.org", "action_add": "1"})
    assert_clean_page(signed_in.get("/accounts/email/"))
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"
    signed_in.post(link_in(mailoutbox[0]))
    anna.refresh_from_db()
    assert anna.email == "new@example.org"
    addresses = EmailAddress.objects.filter(user=anna)
    assert [address.email for address in addresses] == ["new@example.org"]
    assert mailoutbox[-1].to == ["anna@example.org"], "the old address is notified"
    assert mailoutbox[-1].subject == "Your email address at Tavola was changed"


def test_change_of_address_that_is_dropped_is_written_as_one(
    signed_in: Client, mailoutbox: list[EmailMessage]
) -> None:
    prove_it(signed_in)
    form = {"email": "new@example.org"}
    signed_in.post("/accounts/email/", {**form, "action_add": "1"})
    dropped = signed_in.post("/accounts/email/", {**form, "action_remove": "1"}, follow=True)
    assert_clean_page(dropped)
    assert "Your email address stays as it was." in dropped.content.decode()
    assert mailoutbox[-1].to == ["anna@example.org"]
    assert mailoutbox[-1].subject == "Your email address at Tavola stays as it was"
    assert "to new@example.org was cancelled" in mailoutbox[-1].body


def test_repeated_confirmation_mail_is_limited(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    user = User.objects.create_user("Bert", "bert@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    sign_in(client, "Bert")
    assert_clean_page(client.get("/accounts/email/"))
    for _ in range(2):
        client.post("/accounts/email/", {"email": user.email, "action_send": "1"})
    assert len(mailoutbox) == 1, "a second mail is not sent at once"


def test_security_settings_ask_for_password_again(signed_in: Client) -> None:
    age_sign_in(signed_in)
    form = {"email": "new@example.org", "action_add": "1"}
    asked = signed_in.post("/accounts/email/", form, follow=True)
    page = assert_clean_page(asked)
    assert page.headings == ["Confirm it’s you"]
    where = asked.redirect_chain[-1][0]
    wrong = signed_in.post(where, {"password": "wrong"})
    assert_clean_page(wrong)
    signed_in.post(where, {"password": PASSWORD, "next": "/accounts/email/"})
    assert EmailAddress.objects.filter(email="new@example.org").exists()


def test_settings_pages_redirect_visitor_to_sign_in(client: Client) -> None:
    for url in ("/settings/", "/settings/profile/", "/accounts/sessions/", "/accounts/2fa/"):
        assert client.get(url)["Location"] == f"/accounts/login/?next={url}"


@pytest.mark.parametrize(
    "url",
    [
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/accounts/password/reset/done/",
        "/accounts/password/reset/key/done/",
        "/accounts/confirm-email/",
        "/accounts/inactive/",
    ],
)
def test_sign_in_pages_are_clean(client: Client, url: str) -> None:
    assert_clean_page(client.get(url))


def test_settings_pages_are_clean_in_every_language(signed_in: Client) -> None:
    prove_it(signed_in)
    for number, url in enumerate(
        (
            "/settings/",
            "/settings/profile/",
            "/players/Anna/",
            "/accounts/email/",
            "/accounts/password/change/",
            "/accounts/reauthenticate/",
            "/accounts/sessions/",
            "/accounts/2fa/",
            "/accounts/2fa/totp/activate/",
            "/accounts/logout/",
        )
    ):
        for language in covering(LANGUAGES, number):
            signed_in.cookies[conf.LANGUAGE_COOKIE_NAME] = language
            assert assert_clean_page(signed_in.get(url)).language == language, url


def test_sign_up_can_be_closed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from accounts.adapter import AccountAdapter

    monkeypatch.setattr(AccountAdapter, "is_open_for_signup", lambda self, request: False)
    assert_clean_page(client.get("/accounts/signup/"))


def test_admin_uses_sign_in_of_site_and_manages_users(client: Client, anna: User) -> None:
    assert client.get("/admin/")["Location"].startswith("/admin/login/")
    assert (
        client.get("/admin/login/?next=/admin/")["Location"] == "/accounts/login/?next=%2Fadmin%2F"
    )
    sign_in(client, "Anna")
    assert client.get("/admin/login/").status_code == 403
    User.objects.update(is_staff=True, is_superuser=True)
    Authenticator.objects.create(user=anna, type=Authenticator.Type.TOTP, data={"secret": ""})
    for url in ("", "accounts/user/", "accounts/user/add/", f"accounts/user/{anna.pk}/change/"):
        assert client.get(f"/admin/{url}").status_code == 200
    made = {"username": "Carl", "email": "carl@example.org", "usable_password": "true"}
    client.post("/admin/accounts/user/add/", {**made, "password1": PASSWORD, "password2": PASSWORD})
    assert User.objects.get(username="Carl").check_password(PASSWORD)
    client.post(
        "/admin/accounts/user/add/",
        {**made, "username": "CARL", "password1": PASSWORD, "password2": PASSWORD},
    )
    assert User.objects.count() == 2


def test_permissions_depend_on_account(anna: User) -> None:
    from django.contrib.auth.models import AnonymousUser

    bert = User(username="Bert", is_active=False)
    for asked in (may_play, may_chat, may_open_table):
        assert asked(anna).allowed
        assert not asked(AnonymousUser())
        assert asked(AnonymousUser()).code == "signed-out"
        assert asked(bert).reason == "This account is closed."
    assert may_be_met(anna)
    assert not may_be_met(bert)
