"""Accounts of bots: permanent, with an owner who is responsible, and marked in every name."""

from __future__ import annotations

import time

import pytest
from django.test import Client

from accounts.forms import ProfileForm
from accounts.models import Sanction, User
from accounts.permissions import in_force, may_chat, may_play
from accounts.refusals import CannotBecomeBot, NotAllowed
from accounts.services import bots, guests, sanctions, sessions
from accounts.services.bots import become, make_code, run_by_same
from tests.accounts.conftest import prove_it
from tests.helpers.matches import person, started
from tests.helpers.moderation import sanctioned
from tests.helpers.pages import assert_clean_page
from tests.helpers.tokens import key_for

pytestmark = pytest.mark.django_db
PAGE = "/settings/bot/"


@pytest.fixture
def owner(db: None) -> User:
    return person("Owner")


def test_account_becomes_bot_by_page_with_code_of_owner(
    signed_in: Client, anna: User, owner: User
) -> None:
    prove_it(signed_in)
    assert_clean_page(signed_in.get(PAGE))
    assert_clean_page(signed_in.post(PAGE, {"code": "x", "sure": "on"}), 409)
    assert_clean_page(signed_in.post(PAGE, {"code": make_code(owner)}), 400)
    assert_clean_page(signed_in.post(PAGE, {"code": key_for(owner), "sure": "on"}), 409)
    answer = signed_in.post(PAGE, {"code": make_code(owner), "sure": "on"})
    text = assert_clean_page(signed_in.get(answer["Location"])).text
    assert "This is now a bot account, run by @Owner." in text
    assert 'name="scopes"' in text
    page = assert_clean_page(signed_in.get("/players/Anna/")).text
    assert "run by @Owner" in page
    assert "Anna [bot]" in page
    assert_clean_page(signed_in.get(PAGE))
    assert signed_in.post(PAGE, {"code": make_code(owner), "sure": "on"}).status_code == 409


def test_code_is_shown_on_page_of_owner(signed_in: Client, anna: User) -> None:
    prove_it(signed_in)
    assert_clean_page(signed_in.get("/settings/tokens/"))
    page = signed_in.post("/settings/bot/code/")
    assert_clean_page(page)
    bot = person("Bot")
    assert become(bot, page.context["code"]) == anna


def test_owner_sees_own_bots_and_what_deletion_does_to_them(signed_in: Client, anna: User) -> None:
    def pages() -> list[str]:
        prove_it(signed_in)
        return [signed_in.get(f"/settings/{name}/").content.decode() for name in ("tokens", "data")]

    resigns, becomes = "When your account is deleted, they resign.", "Turn this account into a bot"
    programs, deletion = pages()
    assert becomes in programs
    assert resigns not in deletion
    become(person("Robo"), make_code(anna))
    programs, deletion = pages()
    assert 'href="/players/Robo/"' in programs
    assert becomes not in programs
    assert resigns in deletion


def test_code_works_once_and_for_a_quarter_of_an_hour(
    anna: User, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = make_code(owner), make_code(owner)
    become(anna, first)
    late = person("Late")
    for used in (first, second):
        with pytest.raises(CannotBecomeBot, match="was used"):
            become(late, used)
    code = make_code(owner)
    later = time.time() + bots.CODE_MINUTES * 60 + 1
    with monkeypatch.context() as patch:
        patch.setattr("django.core.signing.time.time", lambda: later)
        with pytest.raises(CannotBecomeBot, match="too old"):
            become(late, code)
    sessions.sign_out_everywhere(owner)
    with pytest.raises(CannotBecomeBot):
        become(late, code)


def test_bot_name_has_reserved_mark(anna: User, owner: User) -> None:
    become(anna, make_code(owner))
    assert User.objects.get(pk=anna.pk).name == "Anna [bot]"
    anna.display_name = "A name of thirty letters, long"
    assert anna.name == "A name of thirty letter… [bot]"
    assert len(anna.name) == 30
    for name in ("Owner [bot]", "Owner [BOT]", "Owner ［bot］"):
        form = ProfileForm({"display_name": name, "about": "", "language": ""}, instance=owner)
        assert "reserved" in str(form.errors["display_name"])


def test_guest_staff_owner_and_seated_user_cannot_become_bot(owner: User) -> None:
    guest = guests.new_guest()
    staff = person("Staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    runs = person("Runs")
    become(person("Runner"), make_code(runs))
    for user in (guest, staff, runs):
        with pytest.raises(CannotBecomeBot):
            become(user, make_code(owner))
    with pytest.raises(CannotBecomeBot):
        become(owner, make_code(owner))
    seated = person("Seated")
    started(seated, person("Berta"))
    with pytest.raises(NotAllowed, match="is seated at a table"):
        become(seated, make_code(owner))
    bot = person("Bot")
    become(bot, make_code(owner))
    with pytest.raises(CannotBecomeBot, match="registered player"):
        make_code(bot)


def test_number_of_bots_per_owner_is_limited(owner: User) -> None:
    for number in range(bots.MOST):
        become(person(f"bot-{number}"), make_code(owner))
    with pytest.raises(CannotBecomeBot, match="at most"):
        make_code(owner)


def test_sanction_of_bot_is_given_to_owner_and_applies_to_both(anna: User, owner: User) -> None:
    become(anna, make_code(owner))
    mod = User.objects.create_superuser("mod", "mod@example.org")
    given = sanctions.give(mod, anna, Sanction.Kind.MUTE, "Insults.")
    assert given.user == owner
    for user in (anna, owner):
        fresh = User.objects.get(pk=user.pk)
        assert [one.kind for one in in_force(fresh)] == ["mute"]
        assert not may_chat(fresh)
        assert may_play(fresh)


def test_bot_has_its_own_sanctions_and_those_of_owner(anna: User, owner: User) -> None:
    become(anna, make_code(owner))
    sanctioned(anna, "mute")
    sanctioned(owner, "suspension")
    bot = User.objects.get(pk=anna.pk)
    assert [one.kind for one in in_force(bot)] == ["suspension", "mute"]


def test_bot_of_deleted_owner_may_not_play(anna: User, owner: User) -> None:
    become(anna, make_code(owner))
    assert run_by_same(anna, owner)
    owner.delete()
    assert may_play(User.objects.get(pk=anna.pk)).code == "no-owner"
