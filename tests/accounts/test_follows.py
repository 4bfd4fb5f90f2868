"""Follows: who may follow, what each side sees, and that a block stays unseen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from accounts.models import Follow, Sanction, User
from accounts.refusals import CannotFollow, FollowsTooMany, NotAllowed
from accounts.services import blocks, deletion, export, follows, guests, sanctions
from accounts.services.follows import Relation
from accounts.signals import followed
from tests.helpers.matches import people, person, signed_in
from tests.helpers.moderation import sanctioned
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@contextmanager
def announced() -> Iterator[list[str]]:
    """Collect the notifications of new followers in this block."""
    heard: list[str] = []

    def hear(owner: User, other: User, **signal: Any) -> None:
        heard.append(f"{owner} → {other}")

    followed.connect(hear)
    try:
        yield heard
    finally:
        followed.disconnect(hear)


def names(users: Any) -> list[str]:
    return [user.username for user in users]


def test_mutual_followers_are_friends(pair: list[User]) -> None:
    anna, berta = pair
    follows.follow(anna, berta)
    assert names(follows.followed_by(anna)) == ["Berta"]
    assert names(follows.followers_of(berta)) == ["Anna"]
    assert follows.friends_of(anna) == follows.friends_of(berta) == []
    assert follows.relations(berta, [anna.pk]) == {anna.pk: Relation(followed=True)}
    follows.follow(berta, anna)
    assert names(follows.friends_of(anna)) == ["Berta"]
    assert follows.friends_among(berta.pk, [anna.pk, berta.pk]) == {anna.pk}
    assert follows.ids_followed_by(anna.pk) == {berta.pk}
    follows.unfollow(anna, berta)
    assert follows.friends_of(berta) == []
    assert follows.relations(anna, [berta.pk])[berta.pk] == Relation(followed=True)


def test_lists_show_newest_follow_first(db: None) -> None:
    anna, *others = people("Anna", "Berta", "Carla", "Dora")
    for other in others:
        follows.follow(anna, other)
        follows.follow(other, anna)
    assert names(follows.followed_by(anna)) == ["Dora", "Carla", "Berta"]
    assert names(follows.followers_of(anna)) == ["Dora", "Carla", "Berta"]
    assert names(follows.friends_of(anna)) == ["Dora", "Carla", "Berta"]


def test_repeated_follow_is_notified_once_a_day(pair: list[User]) -> None:
    anna, berta = pair
    with announced() as heard:
        for _again in range(3):
            follows.follow(anna, berta)
            follows.follow(anna, berta)
            follows.unfollow(anna, berta)
    assert heard == ["Anna → Berta"]


def test_invalid_follow_is_refused(pair: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    anna, berta = pair
    guest, closed = guests.new_guest(), person("Closed")
    closed.is_active = False
    closed.save()
    for other in (anna, guest, closed, sanctioned(person("Banned"), "ban")):
        with pytest.raises(CannotFollow):
            follows.follow(anna, other)
    with pytest.raises(NotAllowed):
        follows.follow(guest, anna)
    blocks.block(anna, berta)
    with pytest.raises(CannotFollow):
        follows.follow(anna, berta)
    blocks.unblock(anna, berta)
    monkeypatch.setattr(follows, "FOLLOWED_EACH", 1)
    follows.follow(anna, berta)
    with pytest.raises(FollowsTooMany):
        follows.follow(anna, person("Carla"))
    follows.follow(anna, berta)
    Sanction.objects.create(user=berta, kind=Sanction.Kind.BAN, reason="Insults.")
    sanctions.refresh(berta)
    with pytest.raises(NotAllowed):
        follows.follow(User.objects.get(pk=berta.pk), anna)


def test_block_hides_follows_only_from_blocking_user(pair: list[User]) -> None:
    """Anna blocks Berta: Anna's lists are empty, and Berta can still follow and unfollow."""
    anna, berta = pair
    follows.follow(anna, berta)
    follows.follow(berta, anna)
    blocks.block(anna, berta)
    assert follows.followed_by(anna) == follows.friends_of(anna) == []
    assert names(follows.followers_of(anna)) == []
    assert follows.ids_followed_by(anna.pk) == set()
    assert names(follows.friends_of(berta)) == names(follows.followers_of(berta)) == ["Anna"]
    assert follows.relations(berta, [anna.pk])[anna.pk].friends
    follows.unfollow(berta, anna)
    with announced() as heard:
        follows.follow(berta, anna)
    assert not heard
    assert follows.ids_followed_by(berta.pk) == {anna.pk}
    blocks.unblock(anna, berta)
    assert names(follows.friends_of(anna)) == ["Berta"]


def test_follow_button_works_with_and_without_htmx(pair: list[User]) -> None:
    anna, berta = pair
    client = signed_in(anna)
    page = assert_clean_page(client.get("/players/Berta/")).text
    assert 'action="/players/Berta/follow/"' in page
    # More of a profile depends on it, such as the link to write, so the page is loaded again.
    assert "hx-post" not in page.split('class="follow', 1)[1].split(">")[0]
    answer = client.post("/players/Berta/follow/", {"next": "/people/"})
    assert answer["Location"] == "/people/"
    assert client.post("/players/Berta/follow/", {"next": "//evil.example"})["Location"] == (
        "/players/Berta/"
    )
    fragment = client.post("/players/Berta/unfollow/", headers=HTMX).content.decode()
    assert 'action="/players/Berta/follow/"' in fragment
    assert not Follow.objects.exists()
    assert client.post("/players/Nobody/follow/").status_code == 404
    own = client.post("/players/Anna/follow/")
    assert own.status_code == CannotFollow.status
    assert 'data-code="cannot-follow"' in own.content.decode()
    refused = client.post("/players/Anna/follow/", headers=HTMX)
    assert refused["HX-Retarget"] == "#messages"
    assert 'data-code="cannot-follow"' in refused.content.decode()
    blocks.block(anna, berta)
    assert "/follow/" not in client.get("/players/Berta/").content.decode()
    assert "/follow/" not in signed_in(guests.new_guest()).get("/players/Berta/").content.decode()


def test_follow_is_exported_and_deleted_with_account(pair: list[User]) -> None:
    anna, berta = pair
    follows.follow(anna, berta)
    sections = {section.name: section for section in export.sections()}
    assert [row["username"] for row in sections["following"].rows(anna)] == ["Berta"]
    assert [row["username"] for row in sections["followers"].rows(berta)] == ["Anna"]
    assert list(sections["followers"].rows(anna)) == []
    deletion.request_deletion(berta)
    deletion.erase(berta)
    assert not Follow.objects.exists()
