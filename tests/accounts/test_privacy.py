"""Privacy settings: what strangers see of a profile, and who sees everything."""

import pytest
from django.contrib.auth.models import AnonymousUser, Permission
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from accounts.models import Privacy, User
from accounts.services import blocks, follows
from accounts.services.privacy import (
    ALL_SHOWN,
    PresenceShown,
    Shown,
    hidden_from,
    presence_shown,
    shown_to,
)
from tests.helpers.matches import person
from tests.helpers.matches import signed_in as at_browser
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
NOTHING = Shown(ratings=False, matches=False, reliability=False)


def moderator() -> User:
    kind = ContentType.objects.get_for_model(User)
    may, _new = Permission.objects.get_or_create(content_type=kind, codename="moderate")
    user = person("Mod")
    user.user_permissions.add(may)
    return user


def test_nothing_is_hidden_by_default() -> None:
    anna = person("Anna")
    assert shown_to(AnonymousUser(), anna) == shown_to(person("Berta"), anna) == Shown()


@pytest.mark.parametrize(
    ("audience", "stranger", "member"),
    [("all", True, True), ("members", False, True), ("nobody", False, False)],
)
def test_matches_are_shown_only_to_chosen_audience(
    audience: str, stranger: bool, member: bool
) -> None:
    anna = person("Anna")
    Privacy.objects.create(user=anna, matches=audience)
    assert shown_to(AnonymousUser(), anna) == Shown(matches=stranger)
    assert shown_to(person("Berta"), anna) == Shown(matches=member)


def test_user_and_moderators_see_everything() -> None:
    anna = person("Anna")
    Privacy.objects.create(user=anna, matches="nobody", ratings="nobody", reliability="nobody")
    berta, mod = person("Berta"), moderator()
    assert shown_to(berta, anna) == NOTHING
    assert shown_to(anna, anna) == shown_to(mod, anna) == Shown()
    assert hidden_from(mod) == []
    assert hidden_from(berta) == ["nobody"]
    assert hidden_from(AnonymousUser()) == ["members", "nobody"]


def test_privacy_settings_are_saved_on_settings_page() -> None:
    anna = person("Anna")
    client = at_browser(anna)
    assert "/settings/privacy/" in client.get("/settings/").content.decode()
    assert_clean_page(client.get("/settings/privacy/"))
    form = {"ratings": "all", "matches": "members", "reliability": "nobody"}
    form |= {"online": "friends", "playing": "members", "watching": "nobody"}

    def sent(**changed: str) -> dict[str, str]:
        return {f"shown-{name}": value for name, value in {**form, **changed}.items()}

    assert client.post("/settings/privacy/", sent())["Location"] == "/players/Anna/"
    assert Privacy.objects.values(*form).get() == form
    client.post("/settings/privacy/", sent(matches="all"))
    assert Privacy.objects.get().matches == "all"
    assert_clean_page(client.post("/settings/privacy/", sent(matches="friends")))
    assert Privacy.objects.get().matches == "all"
    assert Client().get("/settings/privacy/").status_code == 302


def test_presence_has_separate_visibility_settings() -> None:
    """Each audience sees only the parts of the presence that are set for it."""
    anna, berta, carla, mod = person("Anna"), person("Berta"), person("Carla"), moderator()
    follows.follow(anna, berta)
    follows.follow(berta, anna)
    follows.follow(carla, anna)
    member = PresenceShown(online=True, playing=True)
    assert presence_shown(AnonymousUser(), [anna.pk]) == {anna.pk: PresenceShown()}
    assert presence_shown(carla, [anna.pk]) == {anna.pk: member}
    assert presence_shown(berta, [anna.pk, carla.pk]) == {anna.pk: ALL_SHOWN, carla.pk: member}
    Privacy.objects.create(user=anna, online="friends", watching="nobody")
    friend = PresenceShown(online=True, playing=True)
    assert presence_shown(carla, [anna.pk]) == {anna.pk: PresenceShown()}
    assert presence_shown(berta, [anna.pk]) == {anna.pk: friend}
    Privacy.objects.update(online="nobody")
    for viewer, shown in ((berta, PresenceShown()), (anna, ALL_SHOWN), (mod, ALL_SHOWN)):
        assert presence_shown(viewer, [anna.pk]) == {anna.pk: shown}


@pytest.mark.parametrize("who", ["Anna", "Berta"])
def test_block_hides_presence_of_both_users_from_each_other(who: str) -> None:
    anna, berta = person("Anna"), person("Berta")
    follows.follow(anna, berta)
    follows.follow(berta, anna)
    pair = (anna, berta) if who == "Anna" else (berta, anna)
    blocks.block(*pair)
    assert presence_shown(anna, [berta.pk]) == {berta.pk: PresenceShown()}
    assert presence_shown(berta, [anna.pk]) == {anna.pk: PresenceShown()}
