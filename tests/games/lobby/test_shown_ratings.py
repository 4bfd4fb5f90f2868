"""Ratings stand next to names where players choose opponents."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Privacy, User
from games.lobby.services import challenges, lobby
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.matches.services import presence
from tests.helpers.matches import committed, signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db
SHOWN = re.compile(r'seat-rating">(\d+)(<abbr title="provisional">)?')


def opened_by(user: User, game: str = "condottiere", seats: int = 2) -> Match:
    return lobby.open_table(user, TableRequest(game, seats, clock="live-10"), sure=True)


def shown(client: Client, address: str) -> list[tuple[str, str]]:
    page = assert_clean_page(client.get(address)).text
    return SHOWN.findall(page)


@pytest.mark.parametrize("place", ["lobby", "table"])
def test_rating_at_tables_of_this_game_and_size_is_shown(users: list[User], place: str) -> None:
    anna, berta, _carla = users
    finished([berta, anna], [1, 2])
    match = opened_by(berta)
    address = "/" if place == "lobby" else match.get_absolute_url()
    ((value, provisional),) = shown(signed_in(anna), address)
    assert int(value) > 1500
    assert provisional
    lobby.take_down(berta, match.id)
    other = opened_by(berta, seats=3)
    address = "/" if place == "lobby" else other.get_absolute_url()
    assert shown(signed_in(anna), address) == [], "another ladder, with no match yet"


def test_rating_is_no_longer_provisional_after_ten_matches(users: list[User]) -> None:
    anna, berta, _carla = users
    for _match in range(10):
        finished([berta, anna], [1, 2])
    opened_by(berta)
    ((_value, provisional),) = shown(signed_in(anna), "/")
    assert not provisional


@pytest.mark.parametrize(
    ("circle", "to_member", "to_anyone"), [("all", 1, 1), ("members", 1, 0), ("nobody", 0, 0)]
)
def test_hidden_rating_is_not_shown(
    users: list[User], circle: str, to_member: int, to_anyone: int
) -> None:
    anna, berta, carla = users
    finished([berta, anna], [1, 2])
    Privacy.objects.create(user=berta, ratings=circle)
    match = opened_by(berta)
    for address in ("/", match.get_absolute_url()):
        assert len(shown(signed_in(carla), address)) == to_member
        assert len(shown(Client(), address)) == to_anyone
        if address != "/":
            assert len(shown(signed_in(berta), address)) == 1, "her own"


def test_challenge_names_rating_of_challenger(users: list[User]) -> None:
    anna, berta, _carla = users
    finished([berta, anna], [1, 2])
    with committed():
        request = TableRequest("condottiere", 2, invited=("Anna",))
        challenges.challenge(berta, request, Terms(), sure=True)
    page = signed_in(anna).get("/notices/").content.decode()
    (value,) = re.findall(r"their rating: (\d+)\?", page)
    assert int(value) > 1500
    Privacy.objects.create(user=berta, ratings="nobody")
    assert "their rating" not in signed_in(anna).get("/notices/").content.decode()


def test_host_who_is_online_is_marked_as_far_as_privacy_allows(users: list[User]) -> None:
    anna, berta, carla = users
    opened_by(berta)
    for client, marked in ((signed_in(carla), True), (Client(), False)):
        assert "here-dot" not in client.get("/").content.decode()
        presence.set_present(berta.pk)
        assert ("here-dot" in client.get("/").content.decode()) == marked
        presence.forget(berta.pk)
    presence.set_present(berta.pk)
    Privacy.objects.create(user=berta, online="nobody")
    assert "here-dot" not in signed_in(anna).get("/").content.decode()
