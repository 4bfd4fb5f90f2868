"""Challenge pages: choice of game, the form, and errors next to their fields."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.lobby.models import Challenge
from games.lobby.services import challenges, lobby
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from tests.helpers.matches import committed, fresh, opened, play_on, signed_in, started
from tests.helpers.moderation import sanctioned
from tests.helpers.pages import page

pytestmark = pytest.mark.django_db
FORM = {"invited": "Berta", "seats": "2", "public": "yes", "clock": "live-10", "order": "lot"}
PAGE = "/games/condottiere/challenge/"


def chosen(text: str, name: str) -> str:
    """Return the value of the checked radio button of this name."""
    found = re.findall(rf'name="{name}" value="([^"]*)"[^>]* checked', text)
    assert len(found) == 1, found
    return str(found[0])


def post(client: Client, address: str = PAGE, **changed: str) -> tuple[int, str]:
    with committed():
        answer = client.post(address, {**FORM, **changed})
    return answer.status_code, answer.get("Location", "") or answer.content.decode()


def test_game_choice_keeps_invited_names(users: list[User]) -> None:
    text = page(signed_in(users[0]), "/challenge/?to=Berta&to=Carla%26x")
    assert "Challenge Berta, Carla&amp;x" in text
    assert f"{PAGE}?to=Berta&amp;to=Carla%26x" in text


def test_game_choice_shows_names_as_others_read_them(users: list[User]) -> None:
    User.objects.filter(username="Berta").update(bot_since=timezone.now(), run_by=users[2])
    User.objects.filter(username="Carla").update(display_name="Carla C.")
    text = page(signed_in(users[0]), "/challenge/?to=berta&to=Carla")
    assert "Challenge Berta [bot], Carla C." in text
    assert f"{PAGE}?to=berta&amp;to=Carla" in text


def test_link_fills_names_into_challenge_form(users: list[User]) -> None:
    text = page(signed_in(users[0]), f"{PAGE}?to=Berta&to=Carla")
    assert 'value="Berta, Carla"' in text
    assert chosen(text, "seats") == "3"


def test_challenge_form_sends_challenge(users: list[User]) -> None:
    status, where = post(signed_in(users[0]), rated="on")
    match = Match.objects.get()
    assert (status, where) == (302, match.get_absolute_url())
    assert (match.rated, match.pace, match.public) == (True, Match.Pace.LIVE, False)
    room = page(signed_in(users[0]), where)
    assert "Withdraw challenge" in room
    assert "/join/" not in room, "a challenge has no invitation link"
    assert "left to answer" in room
    assert "by link" not in page(signed_in(users[0]), "/"), (
        "listed as a challenge, not as a table by link"
    )
    theirs = page(signed_in(users[1]), where)
    assert "Anna challenges you" in theirs
    assert f"/matches/{match.id}/counter/" in theirs
    assert "I’d like a rated match" not in theirs, "it is already rated"
    assert "Anna challenges you." in page(signed_in(users[1]), "/")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"invited": ""}, "Name at least one player to challenge."),
        ({"invited": "Nobody"}, "can’t be invited"),
        ({"seats": "4"}, "Challenge at least 3 players"),
        ({"seats": "99"}, "Select a valid choice"),
        ({"rated": "on", "fill": "easy", "seats": "4"}, "Bots can’t play at rated tables"),
        ({"rated": "on", "order": "first"}, "assigned at random"),
        ({"order": "sideways"}, "Select a valid choice"),
        ({"clock": "free", "rated": "on"}, "needs a clock"),
    ],
)
def test_invalid_challenge_form_is_shown_with_error(
    users: list[User], changed: dict[str, str], words: str
) -> None:
    status, text = post(signed_in(users[0]), **changed)
    assert 400 <= status < 410
    assert words in text
    assert not Match.objects.exists()


@pytest.mark.parametrize("address", [PAGE, "/games/condottiere/open/", "/quick/"])
def test_form_says_why_player_cannot_play_rated(
    users: list[User], address: str, settings: Settings
) -> None:
    assert 'name="rated"' in page(signed_in(users[0]), address)
    settings.UNRATED_FIRST = 3
    text = page(signed_in(users[0]), address)
    assert "You can play rated after 3 more unrated matches." in text
    assert 'name="rated"' not in text


def test_second_seat_by_challenge_form_needs_confirmation(users: list[User]) -> None:
    started(users[0], users[2])
    client = signed_in(users[0])
    status, text = post(client)
    assert (status, "Yes, challenge them" in text) == (409, True)
    assert post(client, sure="yes")[0] == 302


def test_counter_challenge_form_is_prefilled(users: list[User]) -> None:
    anna, berta, carla = users
    request = TableRequest("condottiere", 2, clock="turns-24", invited=("Berta",))
    with committed():
        match = challenges.challenge(anna, request, Terms(order="first"), sure=True)
    address = f"/matches/{match.id}/counter/"
    text = page(signed_in(berta), address)
    assert 'value="Anna"' in text
    assert (chosen(text, "clock"), chosen(text, "order")) == ("turns-24", "last")
    status, where = post(signed_in(berta), address, invited="Anna", clock="live-20")
    assert status == 302
    answer = Challenge.objects.get(instead_of=match.id).match
    assert where == answer.get_absolute_url()
    assert fresh(match).status == Match.Status.CLOSED
    assert signed_in(berta).get(address).status_code == 409, "it is over"
    assert signed_in(carla).get(address).status_code == 403


def test_challenge_form_repeats_terms_of_match(users: list[User]) -> None:
    anna, berta, _carla = users
    match = started(anna, berta, bots=("easy",), options={"bigger_kingdom": True})
    play_on(match)
    client = signed_in(anna)
    address = f"{PAGE}?match={match.id}"
    assert address in page(client, match.get_absolute_url())
    assert address in page(client, "/matches/?whose=mine")
    text = page(client, address)
    assert 'value="Berta"' in text
    assert (chosen(text, "seats"), chosen(text, "fill")) == ("3", "easy")
    assert re.search(r'name="option_bigger_kingdom"[^>]* checked', text)
    other = opened(berta, public=False, seed=9)
    assert client.get(f"{PAGE}?match={other.id}").status_code == 403


def test_challenge_link_is_on_profiles_except_own(users: list[User]) -> None:
    client = signed_in(users[0])
    assert "/challenge/?to=Berta" in page(client, "/players/Berta/")
    assert "/challenge/?to=Anna" not in page(client, "/players/Anna/")
    assert "/challenge/" not in page(Client(), "/players/Berta/")
    assert "/challenge/?to=Berta" in page(client, "/players/Anna/against/Berta/")


def test_profile_of_banned_user_offers_no_challenge_and_no_follow(users: list[User]) -> None:
    client, berta = signed_in(users[0]), users[1]
    assert "/players/Berta/follow/" in page(client, "/players/Berta/")
    sanctioned(berta, "ban")
    shown = page(client, "/players/Berta/")
    assert "/challenge/?to=Berta" not in shown
    assert "/players/Berta/follow/" not in shown


def test_challenge_pages_need_sign_in() -> None:
    for address in ("/challenge/", PAGE):
        assert Client().get(address).status_code == 401


def test_waiting_challenge_is_not_listed(users: list[User]) -> None:
    post(signed_in(users[0]))
    match = Match.objects.get()
    assert match.id not in page(signed_in(users[2]), "/")
    with committed():
        lobby.join(users[1], match.id)
    assert match.id in page(signed_in(users[2]), "/"), "public once it runs"
