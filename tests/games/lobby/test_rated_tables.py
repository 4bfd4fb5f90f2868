"""Rated tables are opened in every game, at every size, and by every way in."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.lobby.forms import TableForm
from games.lobby.models import Ticket
from games.lobby.services.pairing import TicketRequest
from games.matches.models import Match
from games.titles.registry import all_games
from tests.helpers.effort import covering
from tests.helpers.matches import committed, people, signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.programs import Program
from tests.helpers.seeking import seek

pytestmark = pytest.mark.django_db
CLOCK = "live-10"
WAYS = ("form", "api", "challenge", "quick")
SIZES = [(game.slug, seats) for game in all_games() for seats in game.seats]
CASES = [(way, *size) for number, size in enumerate(SIZES) for way in covering(WAYS, number)]


@pytest.fixture
def users(db: None) -> list[User]:
    return people("Anna", "Berta", "Carla", "Dora", "Emma", "Frida")


def filled(client: Client, address: str) -> dict[str, str]:
    """Return what a form sends if nothing is changed in it; it offers a rated match."""
    answer = client.get(address)
    assert_clean_page(answer)
    assert 'name="rated"' in answer.content.decode()
    form: TableForm = answer.context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: str(value) for name, value in values.items() if value not in (None, False, [])}


@pytest.mark.parametrize(("way", "game", "seats"), CASES)
def test_rated_match_is_opened_in_every_game(
    users: list[User], way: str, game: str, seats: int
) -> None:
    anna = signed_in(users[0])
    rated = {"seats": str(seats), "clock": CLOCK, "rated": "on"}
    if way == "form":
        address = f"/games/{game}/open/"
        assert anna.post(address, {**filled(anna, address), **rated}).status_code == 302
    elif way == "api":
        table = {"game": game, "seats": seats, "clock": CLOCK, "rated": True}
        Program(users[0]).does("tables/", table, status=201)
    elif way == "challenge":
        address = f"/games/{game}/challenge/"
        invited = ", ".join(user.username for user in users[1:seats])
        with committed():
            answer = anna.post(address, {**filled(anna, address), **rated, "invited": invited})
        assert answer.status_code == 302
    else:
        for user in users[:seats]:
            seek(user, TicketRequest((game,), (seats,), CLOCK, rated=True))
        assert not Ticket.objects.filter(match=None).exists()
    match = Match.objects.get()
    assert (match.game, match.seats, match.rated) == (game, seats, True)
