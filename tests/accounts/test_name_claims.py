"""Display names and usernames share one namespace, which the database enforces."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import AuditEntry, HeldName, NameClaim, NameTaken, User
from accounts.models.names import HELD, HELD_EACH
from accounts.services import deletion, guests, retention, sanctions
from accounts.services.people import looks_taken, save_profile
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_moderation import moderator
from tests.helpers.matches import committed, person, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
WORDS = "This name looks too much like an existing one. Choose another one."
SIGN_UP = {"email": "new@example.org", "password1": "seven quiet towers"}


def display(user: User, name: str) -> User:
    user.display_name = name
    user.save(update_fields=["display_name"])
    return user


@pytest.mark.parametrize("name", ["magnus-c", "MagnusC", "Magnus_C", "MAGNUS_C", "magnu5c"])
def test_sign_up_with_lookalike_name_is_refused(name: str) -> None:
    person("Magnus_C")
    refused = Client().post("/accounts/signup/", {**SIGN_UP, "username": name})
    assert_clean_page(refused)
    assert User.objects.count() == 1


def test_display_name_like_other_username_or_display_name_is_refused() -> None:
    display(person("Anna"), "Sir Lancelot")
    for name in ("Sir Lancelot", "Sir Lance1ot", "SIR LANCELOT ❤", "ANNA", "Аnnа"):
        page = signed_in(person(f"B{User.objects.count()}x")).post(
            "/settings/profile/", {"display_name": name, "language": ""}
        )
        assert WORDS in page.content.decode() or "one alphabet" in page.content.decode()
    page = Client().post("/accounts/signup/", {**SIGN_UP, "username": "sirlancelot"})
    assert WORDS in page.content.decode()
    assert not User.objects.exclude(username="Anna").exclude(display_name="").exists()


def test_user_may_vary_own_name() -> None:
    anna = display(person("Anna_K"), "Anna K.")
    assert NameClaim.objects.get().user == anna
    assert not looks_taken("AnnaK", anna.pk)
    display(anna, "Änna K")
    assert [claim.skeleton for claim in anna.names.all()] == ["annak"]


@pytest.mark.parametrize("taken", [True, False], ids=["seen", "in the same moment"])
def test_every_form_reports_name_that_database_refuses(taken: bool) -> None:
    """Another user may take a name after the check: the form reports it and changes nothing."""
    person("Max_0")
    berta, guest = person("Berta"), guests.new_guest()
    admin = person("Chief")
    admin.is_staff = admin.is_superuser = True
    admin.save(update_fields=["is_staff", "is_superuser"])
    before = list(User.objects.order_by("pk").values_list("username", "display_name"))
    checks = ("accounts.adapter", "accounts.forms")
    patches = [patch(f"{where}.looks_taken", return_value=False) for where in checks]
    with patch("accounts.sites.is_mfa_enabled", return_value=True):
        for one in () if taken else patches:
            one.start()
        try:
            pages = [
                Client().post("/accounts/signup/", {**SIGN_UP, "username": "Max-O"}),
                signed_in(guest).post("/settings/keep/", {**SIGN_UP, "username": "maxo"}),
                signed_in(berta).post("/settings/profile/", {"display_name": "MAX O"}),
                signed_in(admin).post(
                    "/admin/accounts/user/add/",
                    {"username": "MAX0", "usable_password": "false"},
                    follow=True,
                ),
            ]
        finally:
            for one in () if taken else patches:
                one.stop()
    for page in pages:
        assert page.status_code == 200
        assert "taken" in page.content.decode() or WORDS in page.content.decode()
    assert list(User.objects.order_by("pk").values_list("username", "display_name")) == before
    assert NameClaim.objects.count() == len(before)


def test_services_and_database_refuse_taken_name() -> None:
    person("Max_0")
    for make in (User.objects.create_user, User.objects.create_superuser):
        with pytest.raises(NameTaken):
            make("m-a-x-o", "x@example.org", PASSWORD)
    berta = person("Berta")
    berta.display_name = "max o"
    with pytest.raises(NameTaken):
        save_profile(berta, ["display_name"])
    with pytest.raises(IntegrityError), transaction.atomic():
        NameClaim.objects.create(user=berta, skeleton="maxo")
    assert User.objects.filter(display_name="").count() == 2


def test_former_display_name_is_held_for_its_user_for_a_time() -> None:
    anna, berta = display(person("Anna"), "Lancelot"), person("Berta")
    display(anna, "Galahad")
    assert looks_taken("Lance1ot"), "the name is not free for others yet"
    with pytest.raises(NameTaken):
        display(berta, "Lancelot")
    display(anna, "Lancelot")
    display(anna, "")
    HeldName.objects.update(until=timezone.now())
    display(User.objects.get(pk=berta.pk), "Lancelot")
    assert looks_taken("Lancelot", anna.pk)


def test_held_names_per_user_are_limited() -> None:
    anna = person("Anna")
    for name in ("Ron", "Bors", "Gawan", "Iwein", "Parzival", ""):
        display(anna, name)
    assert anna.held_names.count() == HELD_EACH
    assert not looks_taken("Bors")
    assert looks_taken("Parzival")


def test_name_removed_by_moderator_is_blocked_for_all() -> None:
    rude = display(person("Rude"), "Rudest of all")
    renamed = sanctions.rename(moderator("Clara"), rude, "Offensive.")
    for name in ("Rude", "rudest_of_all"):
        assert looks_taken(name, renamed.pk), "not even the former user can take it"
    assert {held.user for held in HeldName.objects.all()} == {None}


def test_removed_username_still_signs_in_until_another_account_has_it() -> None:
    rude = User.objects.create_user("Rude", "rude@example.org", PASSWORD)
    clara = moderator("Clara")
    for renamed in (rude, person("Awful")):
        sanctions.rename(clara, renamed, "Offensive.")

    def signed_in_as(name: str, password: str = PASSWORD) -> str | None:
        client = Client()
        client.post("/accounts/login/", {"login": name, "password": password})
        return client.session.get("_auth_user_id")

    assert signed_in_as("rude") == str(rude.pk)
    assert signed_in_as("rude", "wrong words here") is None
    HeldName.objects.all().delete()
    other = User.objects.create_user("Rude", "other@example.org", PASSWORD)
    assert signed_in_as("rude") == str(other.pk)


def test_renamed_player_chooses_new_username_once() -> None:
    rude, clara = User.objects.create_user("Rude", "rude@example.org", PASSWORD), moderator("Clara")
    person("Max_0")
    assigned = sanctions.rename(clara, rude, "Offensive.").username
    HeldName.objects.all().delete()
    client, address = signed_in(rude), "/settings/standing/username/"

    def choose(name: str) -> str:
        return client.post(address, {"username": name}, follow=True).text

    for name, why in {
        "RUDE_": "A moderator removed this name.",
        "m-a-x-o": WORDS,
        "Clara": WORDS,
        "admin": "This username is reserved.",
        "renamed-1": "This username is reserved.",
        "ab": "A username needs 3 to 20 characters.",
    }.items():
        assert why in choose(name)
        assert User.objects.get(pk=rude.pk).username == assigned
    with patch("accounts.forms.looks_taken", return_value=False):
        assert WORDS in choose("maxo"), "taken since the form checked it"
    mute = sanctions.give(clara, rude, "mute", "Rude again.")
    assert "You are muted" in choose("Gentle")
    standing = client.get("/settings/standing/").text
    assert address not in standing
    assert "After that you can choose a new name." in standing
    assert "Choose a display name" not in standing, "the name is locked"
    profile = client.get("/settings/profile/").text
    assert profile.count('readonly class="is-locked"') == 2
    assert "You can still change your language and time zone." in profile
    sanctions.lift(clara, mute, "Enough.")
    standing = client.get("/settings/standing/").text
    assert address in standing
    assert "Choose a display name" in standing
    assert "Your username is Gentle now." in choose("Gentle")
    assert "only after a moderator removed yours" in choose("Gentler")
    assert User.objects.get(pk=rude.pk).username == "Gentle"
    assert sanctions.username_to_sign_in("rude") == "Gentle"
    assert sanctions.username_to_sign_in(assigned) == "Gentle"
    entry = AuditEntry.objects.first()
    assert entry is not None
    assert (entry.act, entry.about_id, entry.subject) == (
        "choose-username",
        rude.pk,
        f"was {assigned}",
    )


def test_name_of_deleted_account_is_held_as_hash_until_it_expires() -> None:
    anna = display(person("Anna"), "Lancelot")
    deletion.request_deletion(anna)
    User.objects.update(closes_at=timezone.now())
    assert deletion.deactivate(anna)
    deletion.erase(anna)
    assert not User.objects.exists()
    held = list(HeldName.objects.all())
    assert {one.user for one in held} == {None}
    assert all(timedelta() < one.until - timezone.now() <= HELD for one in held)
    assert not any("anna" in one.skeleton_hash or "lance" in one.skeleton_hash for one in held)
    refused = Client().post("/accounts/signup/", {**SIGN_UP, "username": "Anna"})
    assert WORDS in refused.content.decode()
    HeldName.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert retention.sweep()["names given up"] == 2
    with committed():
        Client().post("/accounts/signup/", {**SIGN_UP, "username": "Anna"})
    assert User.objects.get().username == "Anna"


def test_guest_names_are_not_held() -> None:
    guest = guests.new_guest()
    guest.username = "Berta"
    guest.save(update_fields=["username"])
    assert not HeldName.objects.exists()
