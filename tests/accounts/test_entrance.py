"""Sign-up, confirmation of the address, sign-in and sign-out."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.conftest import PASSWORD, is_signed_in, sign_in
from tests.helpers.matches import started
from tests.helpers.pages import assert_clean_page
from tests.helpers.responses import Response

pytestmark = pytest.mark.django_db

NEWCOMER = {"username": "Newcomer", "email": "new@example.org", "password1": PASSWORD}


def sign_up(client: Client, **changes: str) -> Response:
    return client.post("/accounts/signup/", {**NEWCOMER, **changes})


def link_in(mail: EmailMessage) -> str:
    found = re.search(rf"{settings.SITE_URL}(/accounts/\S+)", str(mail.body))
    assert found, mail.body
    return found[1]


def test_new_user_plays_at_once_and_confirms_address(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    assert sign_up(client)["Location"] == "/"
    assert is_signed_in(client), "a new user is signed in at once"
    assert client.get("/settings/tokens/").status_code == 200, "the password was just entered"
    reminded = assert_clean_page(client.get("/settings/"))
    assert reminded
    assert "new@example.org</strong> is yours" in client.get("/settings/").content.decode()

    (mail,) = mailoutbox
    assert mail.to == ["new@example.org"]
    assert mail.subject == "Confirm your email address for Tavola"
    assert mail.body.startswith("Hello Newcomer,")
    link = link_in(mail)
    page = client.get(link)
    assert_clean_page(page)
    assert not EmailAddress.objects.get().verified, "opening the link does not confirm the address"
    client.post(link)
    address = EmailAddress.objects.get()
    assert (address.email, address.verified) == ("new@example.org", True)
    assert "is yours" not in client.get("/settings/").content.decode()


def test_emails_to_new_user_are_in_language_of_page(client: Client) -> None:
    sign_up(client, username="Haneul")
    client.logout()
    form = {**NEWCOMER, "email": "ko@example.org"}
    client.post("/accounts/signup/", form, headers={"accept-language": "ko"})
    assert [user.language for user in User.objects.order_by("pk")] == ["en", "ko"]


def test_password_is_hashed_with_argon2(client: Client) -> None:
    sign_up(client)
    assert User.objects.get().password.startswith("argon2")


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("username", "ab", "A username needs 3 to 20 characters."),
        ("username", "x" * 21, "A username needs 3 to 20 characters."),
        ("username", "no spaces", "only contain"),
        ("username", "Admin", "reserved"),
        ("username", "aNNA", "This username is taken."),
        ("password1", "short", "too short"),
        ("password1", "password123", "too common"),
        ("password1", "Newcomer1", "too similar"),
        ("email", "nowhere", "valid email"),
    ],
)
def test_invalid_sign_up_is_refused_with_sentence(
    client: Client, anna: User, field: str, value: str, sentence: str
) -> None:
    page = assert_clean_page(sign_up(client, **{field: value})).text
    assert sentence in page
    assert User.objects.count() == 1


def test_database_refuses_usernames_that_differ_only_in_case(anna: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ANNA", "other@example.org", PASSWORD)
    assert User.objects.get_by_natural_key("aNNa") == anna


def test_sign_up_does_not_reveal_known_address(anna: User, mailoutbox: list[EmailMessage]) -> None:
    known, unknown = Client(), Client()
    answers = [sign_up(known, email="Anna@Example.org"), sign_up(unknown, username="Berta")]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/")] * 2
    assert is_signed_in(known)
    notice, confirm = mailoutbox
    assert notice.subject == "You already have an account at Tavola"
    assert "/accounts/password/reset/" in notice.body
    assert notice.body.startswith("Hello,"), "the mail names no user"
    assert "This address was entered for an account at Tavola" in notice.body
    assert confirm.to == ["new@example.org"]
    # The second account cannot take the address over, and the owner still signs in with it.
    assert sign_in(Client(), "anna@example.org")["Location"] == "/"
    assert EmailAddress.objects.get(verified=True).user == anna


def test_links_in_mail_begin_with_site_url_for_any_host(
    anna: User, mailoutbox: list[EmailMessage], settings: Settings
) -> None:
    settings.SITE_URL = "https://play.example"
    client = Client(headers={"host": "localhost:6666"})
    sign_up(client)
    sign_up(Client(headers={"host": "localhost:6666"}), username="Berta", email=anna.email)
    for email in (anna.email, "nobody@example.org"):
        client.post("/accounts/password/reset/", {"email": email})
    client.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": f"{PASSWORD} 2", "password2": f"{PASSWORD} 2"},
    )
    assert len(mailoutbox) == 5
    for mail in mailoutbox:
        assert "6666" not in mail.body
        assert mail.body.strip().endswith("\nhttps://play.example")
    assert sum("https://play.example/accounts/" in str(mail.body) for mail in mailoutbox) == 4


@pytest.mark.parametrize("login", ["Anna", "anna", "anna@example.org", "ANNA@example.org"])
def test_sign_in_works_by_username_or_address(client: Client, anna: User, login: str) -> None:
    assert sign_in(client, login)["Location"] == "/"
    assert is_signed_in(client)


def test_wrong_password_gets_same_message_for_known_and_unknown_user(
    client: Client, anna: User
) -> None:
    sentences = set()
    for login in ("Anna", "Nobody7", "anna@example.org", "nobody@example.org"):
        answer = sign_in(client, login, "wrong")
        assert_clean_page(answer)
        sentences.add(str(answer.context["form"].non_field_errors()))
        assert "Wrong name or password. Try again." in answer.content.decode()
    assert len(sentences) == 1


def test_wrong_password_is_hashed_once_for_known_and_unknown_user(
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


def test_failed_sign_ins_do_not_lock_out_user_at_other_address(anna: User) -> None:
    stranger, owner = Client(REMOTE_ADDR="192.0.2.66"), Client(REMOTE_ADDR="192.0.2.7")
    answers = [sign_in(stranger, "Anna", "wrong").content.decode() for _ in range(7)]
    assert "Too many attempts." in answers[-1]
    assert sign_in(owner, "Anna")["Location"] == "/"


def test_too_many_sign_ups_get_page_with_status_429(client: Client) -> None:
    answers = [client.post("/accounts/signup/", {}) for _ in range(21)]
    assert_clean_page(answers[-1], 429)


@pytest.mark.parametrize("wish", ["", "on"])
def test_session_outlives_browser_only_if_user_chooses(
    client: Client, anna: User, wish: str
) -> None:
    sign_in(client, "Anna", remember=wish)
    assert client.session.get_expire_at_browser_close() == (not wish)


@pytest.mark.parametrize("table", ["/join/abc/?key=x%26y", "/matches/7/"])
def test_sign_in_and_sign_up_return_to_table(anna: User, table: str) -> None:
    from urllib.parse import quote

    query = f"?next={quote(table)}"
    page = Client().get(f"/accounts/login/{query}")
    assert page.context["redirect_field_value"] == table
    assert "next=" in page.context["signup_url"], "the link to sign-up keeps the address"
    signing_up = Client().get(page.context["signup_url"])
    assert signing_up.context["redirect_field_value"] == table
    assert "next=" in signing_up.context["login_url"], "the link back to sign-in keeps the address"
    assert sign_in(Client(), "Anna", next=table)["Location"] == table
    assert sign_up(Client(), next=table)["Location"] == table


@pytest.mark.parametrize(("more", "greeted"), [({}, True), ({"next": "/games/"}, False)])
def test_sign_in_greets_unless_visitor_is_on_the_way_to_a_page(
    client: Client, anna: User, more: dict[str, str], greeted: bool
) -> None:
    address = sign_in(client, "Anna", **more)["Location"]
    assert ("Welcome, Anna." in client.get(address).text) == greeted


def test_message_about_mail_waits_until_new_user_leaves_table(
    client: Client, anna: User, settings: Settings
) -> None:
    settings.MAIL_IS_SET_UP = True
    table = started(anna, bots=("easy",)).get_absolute_url()
    assert sign_up(client, next=table)["Location"] == table
    shown = ["We sent an email" in client.get(page).text for page in (table, table, "/", "/")]
    assert shown == [False, False, True, False]


def test_sign_in_redirect_stays_on_site(anna: User) -> None:
    for elsewhere in ("https://example.com/", "//example.com/", "javascript:alert(1)"):
        assert sign_in(Client(), "Anna", next=elsewhere)["Location"] == "/"


def test_sign_out_needs_post(signed_in: Client) -> None:
    assert_clean_page(signed_in.get("/accounts/logout/"))
    assert is_signed_in(signed_in)
    assert signed_in.post("/accounts/logout/")["Location"] == "/"
    assert not is_signed_in(signed_in)


def test_inactive_user_cannot_sign_in(client: Client, anna: User) -> None:
    User.objects.update(is_active=False)
    assert sign_in(client, "Anna")["Location"] == "/accounts/inactive/"
    assert_clean_page(client.get("/accounts/inactive/"))
    assert not is_signed_in(client)


def test_sign_up_waits_for_confirmation_if_it_is_mandatory(
    client: Client, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert sign_up(client)["Location"] == "/accounts/confirm-email/"
    assert_clean_page(client.get("/accounts/confirm-email/"))
    assert not is_signed_in(client)
    client.post(link_in(mailoutbox[0]))
    sign_in(client, "Newcomer")
    assert is_signed_in(client)


def test_sign_up_succeeds_if_mail_fails(client: Client, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert sign_up(client)["Location"] == "/"
    assert is_signed_in(client)


def answer_to_signing_up(username: str, email: str) -> tuple[object, ...]:
    """Return the answer to a sign-up, and the text of the next page."""
    client = Client()
    answer = sign_up(client, username=username, email=email)
    page = client.get(answer["Location"]).content.decode()
    own = [
        username,
        re.escape(email),
        "data-person=.[0-9]+",
        "csrfmiddlewaretoken. value=.[0-9a-z]+",
        '<svg class="shield.*?</svg>',
    ]
    read = re.sub("|".join([*own, "hx-headers='[^']+'"]), "", page, flags=re.IGNORECASE)
    by_itself = ("Set-Cookie", "Expires")
    # Cookies are compared by name; Expires depends on the time of day.
    headers = {name: value for name, value in answer.headers.items() if name not in by_itself}
    return answer.status_code, headers, sorted(answer.cookies), read


@pytest.mark.parametrize(
    ("set_up", "said"), [(True, "We sent an email"), (False, "Email isn’t set up on this site")]
)
def test_sign_up_answer_is_identical_for_known_address(
    anna: User, mailoutbox: list[EmailMessage], settings: Settings, set_up: bool, said: str
) -> None:
    """Status, headers and next page are the same, with and without mail."""
    settings.MAIL_IS_SET_UP = set_up
    fresh = answer_to_signing_up("Berta", "new@example.org")
    assert fresh == answer_to_signing_up("Carla", "anna@example.org")
    assert fresh == answer_to_signing_up("Doris", "Anna@Example.org")
    assert fresh == answer_to_signing_up("Emily", "new@example.org"), (
        "an address that waits for confirmation"
    )
    assert said in str(fresh[-1])
    addressed = [mail.to[0] for mail in mailoutbox]
    assert addressed == ["new@example.org", "anna@example.org"], (
        "each address gets one mail within the pause"
    )


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_hint_for_username_names_its_letters(language: str) -> None:
    page = Client().get("/accounts/signup/", headers={"accept-language": language})
    hint = re.search(r'id="id_username_help(?:text)?"[^>]*>([^<]*)', page.content.decode())
    assert hint is not None
    assert re.search(r"A\W*(?:\w+ )?Z", hint[1]), hint[1]
