"""Tables of Hannah's, at which Mia and Leo play with a bot on her tablet."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.local_tables import services
from games.local_tables.models import LocalTable
from games.local_tables.services import LocalRequest
from games.matches.models import Match
from games.matches.services import commands
from games.matches.services.commands import MakeMove
from tests.helpers.matches import act as act_as_bot
from tests.helpers.matches import (
    change_rows,
    committed,
    fresh,
    legal,
    match_with_secret_question,
    people,
    person,
    player_at,
    position_of,
    signed_in,
)


@pytest.fixture
def hannah(db: None) -> User:
    return person("Hannah")


@pytest.fixture
def client(hannah: User) -> Client:
    return signed_in(hannah)


def opened(host: User, game: str = "condottiere", bots: tuple[str, ...] = ("easy",)) -> Match:
    with committed():
        return fresh(services.open_table(host, LocalRequest(game, ("Mia", "Leo"), bots)))


def with_secret_question(host: User) -> Match:
    """Return a table of three people, of whom at least two are asked something in secret."""
    match = match_with_secret_question(*people("Mia", "Leo", "Ida"))
    LocalTable.objects.create(match=match, host=host)
    match.players.update(user=None)
    change_rows(match, host=host, public=False)
    return fresh(match)


def act(match: Match, host: User, seat: int, number: int = 0) -> None:
    """Make one of the legal moves of a seat, for a bot too."""
    player = player_at(match, seat)
    move = legal(match, seat)[number]
    if player.bot:
        act_as_bot(match, seat, move)
        return
    token = commands.turn_token_of(player)
    with committed():
        services.act(player, MakeMove(match.id, host, move, token))


def until_person_is_asked(match: Match, host: User) -> int:
    """Let the bots move until a person is asked, and return that person's seat."""
    while True:
        seats = [player_at(match, seat) for seat in position_of(match).to_move()]
        person = next((one for one in seats if not one.bot), None)
        if person is not None:
            assert person.seat is not None
            return person.seat
        act(match, host, position_of(match).to_move()[0])
