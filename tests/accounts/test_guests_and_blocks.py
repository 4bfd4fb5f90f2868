"""Guests come in, and stay; people keep others away from them."""

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.test import Client, override_settings

from accounts.models import Block, User
from accounts.permissions import may_chat, may_play, may_play_rated
from accounts.services import blocks, guests
from accounts.services.names import validate_username
from accounts.services.reserved_names import is_reserved
from tests.accounts.conftest import is_signed_in, sign_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
KEPT = {"username": "Carla", "email": "carla@example.org", "password1": "quiet-harbour-42"}


@pytest.fixture
def guest(client: Client) -> User:
    client.post("/guests/")
    return User.objects.get(guest_until__isnull=False)


# --- Guests.


def test_one_click_and_in(client: Client) -> None:
    assert "Play as a guest" in client.get("/").content.decode()
    answer = client.post("/guests/", {"next": "/games/"})
    assert answer["Location"] == "/games/"
    user = User.objects.get()
    assert (user.email, user.has_usable_password(), user.is_guest) == ("", False, True)
    validate_username(user.username.removeprefix("guest-"))
    assert is_reserved(user.username), "nobody else may look like one"
    assert may_play(user)
    assert may_chat(user)
    assert not may_play_rated(user)
    assert 23 * 3600 < client.session.get_expiry_age() <= 24 * 3600
    for path in ("/", "/settings/", "/settings/keep/", f"/players/{user.username}/"):
        assert_clean_page(client.get(path))
    assert client.post("/guests/").status_code == 302
    assert User.objects.count() == 1, "who is in is in"


@pytest.mark.parametrize("there", ["https://elsewhere.example/", "//elsewhere.example", ""])
def test_nobody_is_sent_elsewhere(client: Client, there: str) -> None:
    assert client.post("/guests/", {"next": there})["Location"] == "/"


def test_only_so_many_guests_come_from_one_address(client: Client) -> None:
    answers = [Client().post("/guests/").status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]
    assert User.objects.count() == 5
    assert client.get("/guests/").status_code == 405


def test_a_site_may_be_without_guests(client: Client) -> None:
    with override_settings(GUESTS=False):
        assert "Play as a guest" not in client.get("/").content.decode()
        assert client.post("/guests/")["Location"] == "/accounts/signup/"
    assert not User.objects.exists()


def test_a_guest_stays(client: Client, guest: User, mailoutbox: list[EmailMessage]) -> None:
    answer = client.post("/settings/keep/", KEPT)
    assert answer["Location"] == "/"
    guest.refresh_from_db()
    assert (guest.username, guest.email, guest.is_guest) == ("Carla", "carla@example.org", False)
    assert may_play_rated(guest)
    assert EmailAddress.objects.get(user=guest).primary
    assert mailoutbox[0].to == ["carla@example.org"]
    assert is_signed_in(client), "without signing in anew"
    assert client.session.get_expiry_age() > 7 * 86400
    other = Client()
    sign_in(other, "Carla", "quiet-harbour-42")
    assert is_signed_in(other)
    assert client.get("/settings/keep/")["Location"] == "/settings/"


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": "aNNa"},
        {"username": "Tavola"},
        {"username": "guest-bababa"},
        {"email": "none"},
        {"password1": "12345"},
    ],
)
def test_what_will_not_do_is_said_and_changes_nothing(
    client: Client, anna: User, guest: User, wrong: dict[str, str]
) -> None:
    page = client.post("/settings/keep/", {**KEPT, **wrong})
    assert_clean_page(page)
    assert 'class="errors"' in page.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest


def test_a_taken_address_is_told_by_mail_alone(
    client: Client, anna: User, guest: User, mailoutbox: list[EmailMessage]
) -> None:
    assert client.post("/settings/keep/", {**KEPT, "email": anna.email}).status_code == 302
    assert [mail.to for mail in mailoutbox] == [[anna.email]]
    assert not EmailAddress.objects.filter(user=guest, verified=True).exists()


def test_a_name_taken_meanwhile_is_refused(
    client: Client, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    convert = guests.convert

    def too_late(guest: User, username: str, email: str, password: str) -> EmailAddress | None:
        User.objects.create_user(username)
        return convert(guest, username, email, password)

    monkeypatch.setattr(guests, "convert", too_late)
    page = client.post("/settings/keep/", KEPT)
    assert "This username is taken" in page.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest
    assert not EmailAddress.objects.filter(user=guest).exists()


def test_guests_have_names_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["guest-bababa", "guest-bababa", "guest-dodo"])
    monkeypatch.setattr(guests, "guest_name", lambda: next(names))
    assert [guests.new_guest().username for _ in range(2)] == ["guest-bababa", "guest-dodo"]
    monkeypatch.setattr(guests, "guest_name", lambda: "guest-dodo")
    with pytest.raises(RuntimeError):
        guests.new_guest()


# --- Blocks.


def test_either_of_two_keeps_both_apart(anna: User) -> None:
    berta = User.objects.create_user("Berta")
    assert blocks.apart_from(anna.pk) == set()
    blocks.block(anna, berta)
    blocks.block(anna, berta)
    blocks.block(anna, anna)
    assert Block.objects.count() == 1
    for one, other in ((anna, berta), (berta, anna)):
        assert blocks.apart_from(one.pk, [other.pk]) == {other.pk}
    assert blocks.ids_blocked_by(anna.pk) == {berta.pk}
    assert blocks.ids_blocked_by(berta.pk) == set()
    assert blocks.apart_among([anna.pk, berta.pk, 99]) == {frozenset((anna.pk, berta.pk))}
    assert blocks.apart_from(berta.pk) == {anna.pk}
    blocks.unblock(berta, anna)
    assert blocks.apart_from(berta.pk) == {anna.pk}, "her block is hers to take back"
    blocks.unblock(anna, berta)
    assert blocks.apart_from(berta.pk) == set()
    with pytest.raises(IntegrityError), transaction.atomic():
        Block.objects.create(owner=anna, other=anna)


def test_a_profile_has_a_button_for_it(signed_in: Client, anna: User) -> None:
    berta = User.objects.create_user("Berta")
    assert "Block Berta" in signed_in.get("/players/Berta/").content.decode()
    assert "Block " not in signed_in.get("/players/Anna/").content.decode()
    assert signed_in.post("/players/berta/block/")["Location"] == "/players/Berta/"
    page = signed_in.get("/players/Berta/")
    assert_clean_page(page)
    assert "You have blocked Berta" in page.content.decode()
    settings = signed_in.get("/settings/")
    assert_clean_page(settings)
    assert "Whom you have blocked" in settings.content.decode()
    other = Client()
    other.force_login(berta)
    for path in ("/players/Anna/", "/settings/"):
        assert "blocked" not in other.get(path).content.decode(), "they are not told"
    signed_in.post("/players/Berta/unblock/")
    assert not Block.objects.exists()


def test_strangers_block_nobody(client: Client, anna: User) -> None:
    assert client.post("/players/Anna/block/")["Location"].startswith("/accounts/login/")
    assert "Block " not in client.get("/players/Anna/").content.decode()
    assert client.get("/players/Anna/block/").status_code in (302, 405)
