"""Who has met another player twice today learns that a third rated match won't count, in time."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.lobby.services import challenges, lobby
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from tests.helpers.matches import committed, signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import rated, won

pytestmark = pytest.mark.django_db
GAME = "babel"


def seen_at(place: str, users: list[User], *, is_rated: bool = True) -> str:
    """Return the page that shows Anna a rated match with Berta, before she sits down."""
    anna, berta, _carla = users
    request = TableRequest(GAME, 2, rated=is_rated, clock="live-10")
    address = "/"
    if place in ("lobby", "table"):
        match = lobby.open_table(berta, request, sure=True)
        address = "/" if place == "lobby" else match.get_absolute_url()
    elif place in ("invitation", "challenge"):
        with committed():
            asked = TableRequest(GAME, 2, rated=is_rated, clock="live-10", invited=(anna.username,))
            match = challenges.challenge(berta, asked, Terms(), sure=True)
        address = "/" if place == "invitation" else match.get_absolute_url()
    elif place == "form":
        address = f"/games/{GAME}/challenge/?to=@{berta.username.lower()}"
    elif place == "rematch":
        address = won(anna, berta).get_absolute_url()
    return assert_clean_page(signed_in(anna).get(address)).text


WORDS = "You’ve had two rated matches with Berta today: a third won’t count for ratings."


@pytest.mark.parametrize("place", ["lobby", "table", "invitation", "challenge", "form", "rematch"])
def test_third_rated_match_of_day_is_announced(users: list[User], place: str) -> None:
    for _match in range(1 if place == "rematch" else 2):
        won(*users[:2])
    assert WORDS in seen_at(place, users)


@pytest.mark.parametrize("place", ["lobby", "table", "invitation", "challenge"])
def test_unrated_match_is_not_warned_of(users: list[User], place: str) -> None:
    for _match in range(2):
        won(*users[:2])
    assert "won’t count" not in seen_at(place, users, is_rated=False)


@pytest.mark.parametrize("place", ["lobby", "table", "form"])
def test_two_matches_with_others_warn_of_nothing(users: list[User], place: str) -> None:
    won(*users[:2])
    won(users[0], users[2])
    rated(users[1], users[2])
    assert "won’t count" not in seen_at(place, users)
