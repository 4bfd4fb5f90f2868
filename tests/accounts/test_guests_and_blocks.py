"""Guests play and convert to accounts; blocks separate two users."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.test import Client, override_settings
from django.utils import translation

from accounts.models import Block, User
from accounts.permissions import may_chat, may_play, may_play_rated
from accounts.services import blocks, guests
from accounts.services.names import validate_username
from accounts.services.reserved_names import is_reserved
from games.matches.services import commands
from tests.accounts.conftest import is_signed_in, sign_in
from tests.helpers.matches import person, signed_in, started
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
KEPT = {"username": "Carla", "email": "carla@example.org", "password1": "quiet-harbour-42"}


@pytest.fixture
def guest(client: Client) -> User:
    client.post("/guests/")
    return User.objects.get(guest_until__isnull=False)


# --- Guests.


def test_guest_plays_after_one_click(client: Client) -> None:
    assert "Play as a guest" in client.get("/").content.decode()
    answer = client.post("/guests/", {"next": "/games/"})
    assert answer["Location"] == "/games/"
    user = User.objects.get()
    assert (user.email, user.has_usable_password(), user.is_guest) == ("", False, True)
    validate_username(user.username.removeprefix("guest-"))
    assert is_reserved(user.username), "guest names are reserved"
    assert may_play(user)
    assert may_chat(user)
    assert not may_play_rated(user)
    assert 23 * 3600 < client.session.get_expiry_age() <= 24 * 3600
    for path in ("/", "/settings/", "/settings/keep/", f"/players/{user.username}/"):
        assert_clean_page(client.get(path))
    assert client.post("/guests/").status_code == 302
    assert User.objects.count() == 1, "a signed-in guest gets no second account"


@pytest.mark.parametrize("there", ["https://elsewhere.example/", "//elsewhere.example", ""])
def test_guest_redirect_stays_on_site(client: Client, there: str) -> None:
    assert client.post("/guests/", {"next": there})["Location"] == "/"


def test_guests_of_one_address_are_limited_to_five(client: Client) -> None:
    answers = [Client().post("/guests/").status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]
    assert User.objects.count() == 5
    assert client.get("/guests/").status_code == 405


def test_guest_sign_in_can_be_disabled(client: Client) -> None:
    with override_settings(GUESTS=False):
        assert "Play as a guest" not in client.get("/").content.decode()
        assert client.post("/guests/")["Location"] == "/accounts/signup/"
    assert not User.objects.exists()


def test_guest_converts_to_account_and_stays_signed_in(
    client: Client, guest: User, mailoutbox: list[EmailMessage]
) -> None:
    answer = client.post("/settings/keep/", KEPT, headers={"accept-language": "de"})
    assert answer["Location"] == "/"
    guest.refresh_from_db()
    assert guest.language == "de", "emails are written in the language of the page"
    assert (guest.username, guest.email, guest.is_guest) == ("Carla", "carla@example.org", False)
    assert may_play_rated(guest)
    assert EmailAddress.objects.get(user=guest).primary
    assert mailoutbox[0].to == ["carla@example.org"]
    assert is_signed_in(client), "the guest stays signed in"
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
def test_invalid_conversion_shows_errors_and_changes_nothing(
    client: Client, anna: User, guest: User, wrong: dict[str, str]
) -> None:
    page = assert_clean_page(client.post("/settings/keep/", {**KEPT, **wrong})).text
    assert 'class="errors"' in page
    guest.refresh_from_db()
    assert guest.is_guest


def test_taken_address_is_only_reported_by_mail(
    client: Client, anna: User, guest: User, mailoutbox: list[EmailMessage]
) -> None:
    assert client.post("/settings/keep/", {**KEPT, "email": anna.email}).status_code == 302
    assert [mail.to for mail in mailoutbox] == [[anna.email]]
    assert not EmailAddress.objects.filter(user=guest, verified=True).exists()


def test_name_taken_during_conversion_is_refused(
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


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "Guest Dodo"), ("de", "Gast Dodo"), ("fr", "Invité Dodo"), ("ko", "게스트 Dodo")],
)
def test_guest_has_a_name_in_the_language_of_each_reader(
    language: str, name: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "guest_name", lambda: "guest-dodo")
    guests.new_guest()
    page = client.get("/players/guest-dodo/", headers={"accept-language": language})
    assert f"<bdi>{name}</bdi>" in page.content.decode()
    client.force_login(User.objects.get(username="guest-dodo"))
    page = client.get("/settings/keep/", headers={"accept-language": language})
    assert re.search(f'<p class="muted">[^<]*{name}', page.content.decode())
    with translation.override(language):
        assert guests.name_in_words("guest-dodo") == name
        assert guests.name_in_words("Guest-dodo2") == "Guest-dodo2"


@pytest.mark.parametrize(("language", "name"), [("de", "Gast Dodo"), ("ko", "게스트 Dodo")])
def test_guest_has_that_name_wherever_a_match_is_listed(
    language: str, name: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "guest_name", lambda: "guest-dodo")
    match = started(guests.new_guest(), person("Anna"), clock="live-5")
    running = client.get("/tv/", headers={"accept-language": language}).content.decode()
    assert name in running
    commands.resign(User.objects.get(username="Anna"), match.id)
    for address in ("/matches/?whose=all", f"/matches/{match.id}/fairness/"):
        page = client.get(address, headers={"accept-language": language}).content.decode()
        assert name in page, address
        assert ">guest-dodo<" not in page, address


def test_guest_has_that_name_in_offers_and_on_pages_about_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guests, "guest_name", lambda: "guest-dodo")
    guest, anna = guests.new_guest(), person("Anna")
    match = started(guest, anna)
    commands.resign(anna, match.id)
    room = signed_in(guest).post(f"/matches/{match.id}/rematch/")["Location"]
    pages = {
        f"/matches/{match.id}/": "Gast Dodo bietet eine Revanche an.",
        room: "Gast Dodo",
        "/players/Anna/": "<bdi>Gast Dodo</bdi>",
        "/players/Anna/against/guest-dodo/": "<bdi>Gast Dodo</bdi>",
    }
    for address, words in pages.items():
        answer = signed_in(anna).get(address, headers={"accept-language": "de"})
        assert words in answer.content.decode(), address


# --- Blocks.


def test_block_separates_both_users_until_blocking_user_removes_it(anna: User) -> None:
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
    assert blocks.apart_from(berta.pk) == {anna.pk}, "only the blocking user can remove the block"
    carla = User.objects.create_user("Carla")
    blocks.block(carla, berta)
    blocks.unblock(anna, berta)
    assert blocks.apart_from(berta.pk) == {carla.pk}, "blocks of others stay"
    with pytest.raises(IntegrityError), transaction.atomic():
        Block.objects.create(owner=anna, other=anna)


def test_profile_has_button_to_block_and_unblock_player(signed_in: Client, anna: User) -> None:
    berta = User.objects.create_user("Berta")
    assert "Block Berta" in signed_in.get("/players/Berta/").content.decode()
    assert "Block " not in signed_in.get("/players/Anna/").content.decode()
    assert signed_in.post("/players/berta/block/")["Location"] == "/players/Berta/"
    page = assert_clean_page(signed_in.get("/players/Berta/")).text
    assert "You have blocked Berta" in page
    text = assert_clean_page(signed_in.get("/settings/")).text
    assert "Blocked players" in text
    other = Client()
    other.force_login(berta)
    for path in ("/players/Anna/", "/settings/"):
        assert "blocked" not in other.get(path).content.decode(), (
            "the blocked user does not see the block"
        )
    signed_in.post("/players/Berta/unblock/")
    assert not Block.objects.exists()


def test_number_of_blocked_players_is_limited(
    signed_in: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "BLOCKED_EACH", 1)
    for name in ("Berta", "Carla"):
        User.objects.create_user(name)
    assert signed_in.post("/players/Berta/block/").status_code == 302
    assert signed_in.post("/players/Berta/block/").status_code == 302, "it changes nothing"
    refused = signed_in.post("/players/Carla/block/")
    assert refused.status_code == 409
    assert "You already block 1 players, the maximum." in refused.content.decode()
    assert [block.other.username for block in anna.blocks.all()] == ["Berta"]


def test_anonymous_visitor_cannot_block(client: Client, anna: User) -> None:
    assert client.post("/players/Anna/block/")["Location"].startswith("/accounts/login/")
    assert "Block " not in client.get("/players/Anna/").content.decode()
    assert client.get("/players/Anna/block/").status_code in (302, 405)
