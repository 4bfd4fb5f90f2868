"""What TV adds to the front page: friends who play, as far as they let it be seen."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Privacy, User
from accounts.models.user import Circle
from accounts.services.blocks import block
from accounts.services.follows import follow
from games.matches.services import presence
from tests.helpers.matches import people, signed_in, started

PART = 'id="friends-title"'


def shown(user: User) -> str:
    return str(signed_in(user).get("/").content.decode())


def play(*users: User, public: bool = True) -> str:
    match = started(*users, clock="live-5", public=public)
    for user in users:
        presence.set_present(user.pk, match.id)
    return match.id


def test_followed_user_who_plays_in_public_is_shown(users: list[User]) -> None:
    anna, berta, carla = users
    match = play(berta, carla)
    assert PART not in shown(anna)
    follow(anna, berta)
    page = shown(anna)
    assert PART in page
    assert page.count(f'href="/matches/{match}/"') >= 2, "with the list of running matches"


def test_match_without_clock_is_listed_as_running_but_not_as_live(users: list[User]) -> None:
    match = started(*users[:2])
    page = shown(users[2])
    assert "No live match right now" in page
    assert f'href="/matches/{match.id}/"' in page


def test_friend_in_a_private_match_is_not_shown(users: list[User]) -> None:
    anna, berta, carla = users
    play(berta, carla, public=False)
    follow(anna, berta)
    assert PART not in shown(anna)


def test_friend_at_my_own_table_is_not_shown(users: list[User]) -> None:
    anna, berta, _carla = users
    follow(anna, berta)
    play(anna, berta)
    assert PART not in shown(anna)


@pytest.mark.parametrize("field", ["online", "playing"])
def test_friend_who_hides_presence_is_not_shown(users: list[User], field: str) -> None:
    anna, berta, carla = users
    follow(anna, berta)
    play(berta, carla)
    Privacy.objects.create(user=berta, **{field: Circle.NOBODY})
    assert PART not in shown(anna)


def test_blocked_friend_is_not_shown(users: list[User]) -> None:
    anna, berta, carla = users
    follow(anna, berta)
    play(berta, carla)
    block(berta, anna)
    assert PART not in shown(anna)


def test_friends_do_not_cost_queries_one_by_one(users: list[User]) -> None:
    anna, *others = users
    more = people("Dora", "Emma", "Frieda")
    for user in (*others, *more):
        follow(anna, user)
    play(*others)
    client = signed_in(anna)
    client.get("/")
    with CaptureQueriesContext(connection) as before:
        client.get("/")
    match = started(*more[:2], clock="live-5", seed=3)
    for user in more[:2]:
        presence.set_present(user.pk, match.id)
    with CaptureQueriesContext(connection) as after:
        client.get("/")
    assert len(after) <= len(before)
