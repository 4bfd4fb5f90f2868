"""The people pages: presence, current matches, and privacy."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Privacy, User
from accounts.services import blocks, follows, guests, search
from games.clubs.models import Club
from games.ladders.models import Ladder, Rating
from games.lobby.models import Ticket
from games.matches.models import Match
from games.matches.services import presence
from games.profiles.presenters.activity import AWAY, Activity, activities
from games.profiles.presenters.against import compare
from games.profiles.presenters.people import Circle, find_page, online, people_page
from tests.helpers.endpoints import without_tokens
from tests.helpers.matches import opened, people, play_on, signed_in, started
from tests.helpers.pages import assert_clean_page
from tests.helpers.seeking import DUEL, SLOW, seek

pytestmark = pytest.mark.django_db


def befriend(*pair: User) -> None:
    one, other = pair
    follows.follow(one, other)
    follows.follow(other, one)


def where(viewer: User, person: User) -> Activity:
    return activities(viewer, [person.pk])[person.pk]


def test_presence_shows_present_users(users: list[User]) -> None:
    anna, berta, _carla = users
    assert where(anna, berta) == AWAY
    presence.set_present(berta.pk)
    assert where(anna, berta) == Activity(here=True)


def test_activity_shows_watched_or_live_match(users: list[User]) -> None:
    anna, berta, carla = users
    slow, live = started(berta, carla, seed=2), started(berta, carla, seed=3, clock="live-10")
    presence.set_present(carla.pk, slow.id)
    presence.set_present(berta.pk)
    assert where(anna, carla).playing in (slow, live)
    assert where(anna, berta).playing == live
    Match.objects.filter(pk=live.pk).delete()
    assert where(anna, carla).playing == slow
    assert where(anna, berta) == Activity(here=True)
    assert not where(anna, carla).mine
    assert where(berta, carla).mine


def test_friends_see_watched_match(users: list[User]) -> None:
    anna, berta, carla = users
    watched = started(carla, *people("Dora"))
    presence.set_present(berta.pk, watched.id)
    assert where(anna, berta) == Activity(here=True)
    befriend(anna, berta)
    assert where(anna, berta) == Activity(here=True, watching=watched)
    play_on(watched)
    assert where(anna, berta) == Activity(here=True)


def test_private_table_is_named_only_to_its_players(users: list[User]) -> None:
    anna, berta, carla = users
    befriend(anna, berta)
    private = started(berta, carla, public=False, clock="live-10")
    opened(berta, public=False, seed=5)
    presence.set_present(berta.pk, private.id)
    assert where(anna, berta) == Activity(here=True)
    presence.set_present(anna.pk, private.id)
    assert where(carla, berta).playing == private
    befriend(anna, carla)
    assert where(carla, anna).watching == private, "Carla has a seat at the private table"


def test_presence_shows_waiting_and_searching_players(users: list[User]) -> None:
    anna, berta, carla = users
    table = opened(berta)
    seek(carla, DUEL, sure=True)
    for user in (berta, carla):
        presence.set_present(user.pk)
    assert where(anna, berta) == Activity(here=True, waiting=table)
    assert where(anna, carla) == Activity(here=True, searching=True)
    Ticket.objects.update(seen_until=timezone.now() - timedelta(seconds=1))
    assert where(anna, carla) == Activity(here=True)


def test_presence_respects_privacy_settings(users: list[User]) -> None:
    anna, berta, carla = users
    match = started(berta, carla)
    presence.set_present(berta.pk, match.id)
    choice = Privacy.objects.create(user=berta, playing="friends")
    assert where(anna, berta) == Activity(here=True)
    befriend(anna, berta)
    assert where(anna, berta).playing == match
    choice.online = "nobody"
    choice.save()
    assert where(anna, berta) == AWAY


def test_people_list_shows_players_first(users: list[User]) -> None:
    anna, berta, carla = users
    dora, emma = people("Dora", "Emma")
    for user in (berta, carla, dora, emma):
        befriend(anna, user)
    match = started(berta, *people("Fred"), clock="live-10")
    presence.set_present(berta.pk)
    presence.set_present(carla.pk, match.id)
    presence.set_present(dora.pk)
    rows = people_page(anna, Circle.FRIENDS, None).rows
    assert [row.user.username for row in rows] == ["Berta", "Carla", "Dora", "Emma"]
    follows.unfollow(anna, emma)
    followers = people_page(anna, Circle.FOLLOWERS, None).rows
    assert [row.user.username for row in followers] == ["Emma", "Dora", "Carla", "Berta"]
    assert not followers[0].relation.follows
    assert len(people_page(anna, Circle.FOLLOWING, "none").rows) == 3
    text = assert_clean_page(signed_in(anna).get("/people/")).text
    assert f'href="/matches/{match.id}/"' in text
    assert text.index("is playing ") < text.index("is watching ") < text.index("is online")


def test_people_list_needs_constant_number_of_queries(users: list[User]) -> None:
    anna, berta, carla = users
    befriend(anna, berta)
    match = started(berta, carla, clock="live-10")
    presence.set_present(berta.pk)

    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page = people_page(anna, Circle.FRIENDS, None)
        assert all(row.activity.here for row in page.rows)
        return len(queries)

    few = cost()
    for user in people(*(f"Friend{n}" for n in range(9))):
        befriend(anna, user)
        presence.set_present(user.pk, match.id)
    assert cost() <= few + 1, "one more for the watched match"


def test_met_players_are_suggested_until_followed(users: list[User]) -> None:
    anna, berta, carla = users
    guest = guests.new_guest()
    for seed, user in enumerate((berta, carla, carla, guest), 1):
        started(anna, user, seed=seed)
    page = people_page(anna, Circle.FRIENDS, None)
    suggested = [(row.user, row.why and row.why.tables) for row in page.suggestions]
    assert suggested == [(carla, 2), (berta, 1)]
    assert [row.user for row in find_page(anna, "").met] == [carla, berta]
    follows.follow(anna, carla)
    blocks.block(anna, berta)
    assert people_page(anna, Circle.FRIENDS, None).suggestions == []
    assert [row.user for row in find_page(anna, "").met] == [carla]


def test_club_members_and_players_with_near_ratings_are_suggested(users: list[User]) -> None:
    anna, berta, carla = users
    club = Club.objects.create(slug="thursday", name="Thursday", skeleton="thursday")
    for user in (anna, berta):
        club.memberships.create(user=user)
    ladder = Ladder.objects.create(game="babel", size="2")
    far, near, hiding, bot, old, blocked = people("Far", "Near", "Hiding", "Bot", "Old", "Blocked")
    now = timezone.now()
    for user, value in (
        *((anna, 1500), (carla, 1490), (far, 1600), (near, 1520)),
        *((hiding, 1500), (bot, 1500), (old, 1500), (blocked, 1500)),
    ):
        at = now - timedelta(days=40 if user == old else 1)
        Rating.objects.create(ladder=ladder, user=user, value=value, matches=3, at=at)
    Privacy.objects.create(user=hiding, ratings="nobody")
    bot.bot_since = now
    bot.save(update_fields=["bot_since"])
    blocks.block(anna, blocked)
    rows = people_page(anna, Circle.FRIENDS, None).suggestions
    assert [row.user for row in rows] == [berta, carla, near]
    text = assert_clean_page(signed_in(anna).get("/people/find/")).text
    assert "also in Thursday" in text
    assert "rated like you in Babel (1490)" in text
    follows.follow(anna, berta)
    assert berta not in [row.user for row in find_page(anna, "").suggestions]


def test_opponents_are_listed_with_score(users: list[User]) -> None:
    anna, berta, carla = users
    for seed in (1, 2):
        play_on(started(anna, berta, seed=seed))
    started(anna, carla)
    rows = {row.user: row.score for row in find_page(anna, "").met}
    score = rows[berta]
    assert score is not None
    assert score.matches == 2
    both = compare("Anna", "Berta", anna).total
    assert (score.ahead, score.level, score.behind) == (both.ahead, both.level, both.behind)
    assert rows[carla] is None
    page = signed_in(anna).get("/people/find/").content.decode()
    assert f"your score: {score.ahead} – {score.behind}" in page
    assert 'href="/players/Anna/against/Berta/"' in page


def test_online_list_omits_guests_and_hidden_users(users: list[User]) -> None:
    anna, berta, carla = users
    dora, emma = people("Dora", "Emma")
    for user in (anna, berta, carla, dora, emma, guests.new_guest()):
        presence.set_present(user.pk)
    Privacy.objects.create(user=carla, online="friends")
    blocks.block(anna, dora)
    blocks.block(emma, anna)
    assert [row.user for row in online(anna)] == [berta]
    assert emma in [row.user for row in online(berta)]


def test_people_pages_are_clean_and_need_sign_in(users: list[User]) -> None:
    client, guest = signed_in(users[0]), signed_in(guests.new_guest())
    for address in ("/people/", "/people/following/", "/people/followers/", "/people/find/"):
        for browser in (client, guest):
            page = browser.get(address)
            assert page.status_code == 200
            assert_clean_page(page)
        assert signed_in(None).get(address)["Location"].startswith("/accounts/login/")


def test_name_search_shows_results(users: list[User]) -> None:
    anna, _berta, _carla = users
    client = signed_in(anna)
    page = assert_clean_page(client.get("/people/find/", {"name": " BERT "})).text
    assert 'id="person-' in page
    assert 'href="/players/Berta/"' in page
    short = client.get("/people/find/", {"name": "b"})
    assert short.status_code == 400
    assert 'data-code="name-too-short"' in short.content.decode()
    assert client.get("/people/find/", {"name": "\x00\x00"}).status_code == 400
    text = assert_clean_page(client.get("/people/find/", {"name": "<b>zz"})).text
    assert "No player has a name like that" in text


def test_name_searches_are_limited(users: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SEARCHES", 3)
    client = signed_in(users[0])
    for _search in range(3):
        assert client.get("/people/find/", {"name": "Berta"}).status_code == 200
    page = client.get("/people/find/", {"name": "Berta"})
    assert page.status_code == 429
    assert 'data-code="too-many"' in page.content.decode()
    assert "person-" not in page.content.decode()
    assert client.get("/people/find/").status_code == 200


ADDRESSES = (
    *("/people/", "/people/following/", "/people/followers/", "/people/find/"),
    *("/people/find/?name=Anna", "/players/Anna/"),
)


def test_blocked_user_sees_blocker_as_away(users: list[User]) -> None:
    """Anna plays, is blocked about, and then is really away: Berta gets the same bytes."""
    anna, berta, carla = users
    befriend(anna, berta)
    started(anna, berta)
    live = started(anna, carla, clock="live-10", seed=4)
    presence.set_present(anna.pk, live.id)
    client = signed_in(berta)

    def read() -> list[str]:
        pages = (without_tokens(client.get(address).content.decode()) for address in ADDRESSES)
        return [re.sub(r"\s+", " ", page) for page in pages]

    seen = read()
    assert "is playing " in seen[0]
    blocks.block(anna, berta)
    blocked = read()
    blocks.unblock(anna, berta)
    presence.forget(anna.pk)
    assert blocked == read()
    assert seen != blocked


def test_turn_based_search_is_shown_after_page_is_left(users: list[User]) -> None:
    anna, berta, _carla = users
    seek(berta, SLOW, sure=True)
    presence.set_present(berta.pk)
    assert where(anna, berta).searching
