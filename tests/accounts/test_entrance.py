"""Coming in: signing up, verifying, signing in and out."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.conftest import PASSWORD, is_signed_in, sign_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.responses import Response

pytestmark = pytest.mark.django_db

NEWCOMER = {"username": "Newcomer", "email": "new@example.org", "password1": PASSWORD}


def sign_up(client: Client, **changes: str) -> Response:
    return client.post("/accounts/signup/", {**NEWCOMER, **changes})


def link_in(mail: EmailMessage) -> str:
    found = re.search(r"http://testserver(/accounts/\S+)", str(mail.body))
    assert found, mail.body
    return found[1]


def test_from_signing_up_to_a_verified_address(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    assert sign_up(client)["Location"] == "/"
    assert is_signed_in(client), "a newcomer plays at once"
    reminded = assert_clean_page(client.get("/settings/"))
    assert reminded
    assert "new@example.org</strong> is yours" in client.get("/settings/").content.decode()

    (mail,) = mailoutbox
    assert mail.to == ["new@example.org"]
    assert mail.subject == "Confirm your e-mail address for Tavola"
    assert mail.body.startswith("Hello Newcomer,")
    link = link_in(mail)
    page = client.get(link)
    assert_clean_page(page)
    assert not EmailAddress.objects.get().verified, "opening a link alone changes nothing"
    client.post(link)
    address = EmailAddress.objects.get()
    assert (address.email, address.verified) == ("new@example.org", True)
    assert "is yours" not in client.get("/settings/").content.decode()


def test_the_password_is_kept_by_argon2(client: Client) -> None:
    sign_up(client)
    assert User.objects.get().password.startswith("argon2")


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("username", "ab", "A username has 3 to 20 characters."),
        ("username", "x" * 21, "A username has 3 to 20 characters."),
        ("username", "no spaces", "without spaces"),
        ("username", "Admin", "reserved"),
        ("username", "aNNA", "This username is taken."),
        ("password1", "short", "too short"),
        ("password1", "password123", "too common"),
        ("password1", "Newcomer1", "too similar"),
        ("email", "nowhere", "valid email"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    client: Client, anna: User, field: str, value: str, sentence: str
) -> None:
    answer = sign_up(client, **{field: value})
    assert_clean_page(answer)
    assert sentence in answer.content.decode()
    assert User.objects.count() == 1


def test_usernames_differ_by_more_than_capitals_in_the_database_too(anna: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ANNA", "other@example.org", PASSWORD)
    assert User.objects.get_by_natural_key("aNNa") == anna


def test_signing_up_does_not_tell_whose_address_is_known(
    anna: User, mailoutbox: list[EmailMessage]
) -> None:
    known, unknown = Client(), Client()
    answers = [sign_up(known, email="Anna@Example.org"), sign_up(unknown, username="Berta")]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/")] * 2
    assert is_signed_in(known)
    notice, confirm = mailoutbox
    assert notice.subject == "You have an account at Tavola already"
    assert "/accounts/password/reset/" in notice.body
    assert notice.body.startswith("Hello,"), "who tried is not told to the owner, nor the other way"
    assert confirm.to == ["new@example.org"]
    # The second account cannot take the address over, and the owner still signs in with it.
    assert sign_in(Client(), "anna@example.org")["Location"] == "/"
    assert EmailAddress.objects.get(verified=True).user == anna


@pytest.mark.parametrize("login", ["Anna", "anna", "anna@example.org", "ANNA@example.org"])
def test_one_signs_in_by_username_or_address(client: Client, anna: User, login: str) -> None:
    assert sign_in(client, login)["Location"] == "/"
    assert is_signed_in(client)


def test_a_wrong_password_sounds_the_same_for_known_and_unknown(client: Client, anna: User) -> None:
    sentences = set()
    for login in ("Anna", "Nobody7", "anna@example.org", "nobody@example.org"):
        answer = sign_in(client, login, "wrong")
        assert_clean_page(answer)
        sentences.add(str(answer.context["form"].non_field_errors()))
        assert "That name and password do not go together." in answer.content.decode()
    assert len(sentences) == 1


def test_a_wrong_password_takes_as_long_for_known_and_unknown(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.auth.hashers import Argon2PasswordHasher

    hashed: list[str] = []

    def watched(name: str) -> Callable[..., object]:
        whole = getattr(Argon2PasswordHasher, name)

        def hash_noted(*args: object, **kwargs: object) -> object:
            hashed.append(name)
            return whole(*args, **kwargs)

        return hash_noted

    for name in ("encode", "verify"):
        monkeypatch.setattr(Argon2PasswordHasher, name, watched(name))
    for login in ("Anna", "Nobody7", "anna@example.org", "nobody@example.org"):
        hashed.clear()
        sign_in(client, login, "wrong")
        assert len(hashed) == 1, (login, hashed)


def test_a_stranger_cannot_lock_anybody_out(anna: User) -> None:
    stranger, at_home = Client(REMOTE_ADDR="192.0.2.66"), Client(REMOTE_ADDR="192.0.2.7")
    answers = [sign_in(stranger, "Anna", "wrong").content.decode() for _ in range(7)]
    assert "Too many tries from here." in answers[-1]
    assert sign_in(at_home, "Anna")["Location"] == "/"


def test_too_many_requests_are_answered_by_a_page(client: Client) -> None:
    answers = [client.post("/accounts/signup/", {}) for _ in range(21)]
    assert_clean_page(answers[-1], 429)


@pytest.mark.parametrize("wish", ["", "on"])
def test_staying_signed_in_is_a_choice(client: Client, anna: User, wish: str) -> None:
    sign_in(client, "Anna", remember=wish)
    assert client.session.get_expire_at_browser_close() == (not wish)


@pytest.mark.parametrize("table", ["/join/abc/?key=x%26y", "/matches/7/"])
def test_a_friend_comes_back_to_the_table(anna: User, table: str) -> None:
    from urllib.parse import quote

    query = f"?next={quote(table)}"
    page = Client().get(f"/accounts/login/{query}")
    assert page.context["redirect_field_value"] == table
    assert "next=" in page.context["signup_url"], "the way to signing up keeps it"
    signing_up = Client().get(page.context["signup_url"])
    assert signing_up.context["redirect_field_value"] == table
    assert "next=" in signing_up.context["login_url"], "and the way back"
    assert sign_in(Client(), "Anna", next=table)["Location"] == table
    assert sign_up(Client(), next=table)["Location"] == table


def test_nobody_is_sent_to_another_site(anna: User) -> None:
    for elsewhere in ("https://example.com/", "//example.com/", "javascript:alert(1)"):
        assert sign_in(Client(), "Anna", next=elsewhere)["Location"] == "/"


def test_signing_out_takes_a_post(signed_in: Client) -> None:
    assert_clean_page(signed_in.get("/accounts/logout/"))
    assert is_signed_in(signed_in)
    assert signed_in.post("/accounts/logout/")["Location"] == "/"
    assert not is_signed_in(signed_in)


def test_a_closed_account_stays_out(client: Client, anna: User) -> None:
    User.objects.update(is_active=False)
    assert sign_in(client, "Anna")["Location"] == "/accounts/inactive/"
    assert_clean_page(client.get("/accounts/inactive/"))
    assert not is_signed_in(client)


def test_where_addresses_must_be_verified_a_newcomer_waits(
    client: Client, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert sign_up(client)["Location"] == "/accounts/confirm-email/"
    assert_clean_page(client.get("/accounts/confirm-email/"))
    assert not is_signed_in(client)
    client.post(link_in(mailoutbox[0]))
    sign_in(client, "Newcomer")
    assert is_signed_in(client)


def test_a_mail_that_fails_does_not_stop_a_newcomer(client: Client, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert sign_up(client)["Location"] == "/"
    assert is_signed_in(client)


def answer_to_signing_up(username: str, email: str) -> tuple[object, ...]:
    """Everything that whoever signs up is answered, and reads on the next page."""
    client = Client()
    answer = sign_up(client, username=username, email=email)
    page = client.get(answer["Location"]).content.decode()
    own = [
        username,
        re.escape(email),
        "data-person=.[0-9]+",
        "csrfmiddlewaretoken. value=.[0-9a-z]+",
    ]
    read = re.sub("|".join([*own, "hx-headers='[^']+'"]), "", page, flags=re.IGNORECASE)
    by_itself = ("Set-Cookie", "Expires")
    """The cookies are compared by their names; the other is the time of day."""
    headers = {name: value for name, value in answer.headers.items() if name not in by_itself}
    return answer.status_code, headers, sorted(answer.cookies), read


@pytest.mark.parametrize(
    ("set_up", "said"), [(True, "We have sent"), (False, "This site has no mail set up")]
)
def test_the_answer_to_a_known_address_is_the_same_to_the_byte(
    anna: User, mailoutbox: list[EmailMessage], settings: Settings, set_up: bool, said: str
) -> None:
    """A message was missing: for known addresses, and for all within the pause between mails."""
    settings.MAIL_IS_SET_UP = set_up
    fresh = answer_to_signing_up("Berta", "new@example.org")
    assert fresh == answer_to_signing_up("Carla", "anna@example.org")
    assert fresh == answer_to_signing_up("Doris", "Anna@Example.org")
    assert fresh == answer_to_signing_up("Emily", "new@example.org"), "waiting to be confirmed"
    assert said in str(fresh[-1])
    addressed = [mail.to[0] for mail in mailoutbox]
    assert addressed == ["new@example.org", "anna@example.org"], "nobody is sent mail without end"
