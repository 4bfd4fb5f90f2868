"""Sockets of sealed tables: only players follow them."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.duplicates.models import DuplicateDeal
from games.duplicates.services import add_table, new_deal
from games.game_nights.models import GameNight, GameNightTable
from games.lobby.services import dealing, lobby
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.matches.sockets.consumers import REFUSED
from tests.games.duplicates.conftest import group_of, matches_of
from tests.helpers.matches import committed, people, signed_in
from tests.helpers.sockets import aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]
REQUEST = TableRequest("kabale", 2, public=False, clock="live-10")


def tables(users: list[User]) -> list[Match]:
    return matches_of(group_of((users[0], users[1]), (users[2], users[3])))


async def test_only_players_follow_a_sealed_table(transactional_db: None) -> None:
    users = await aside(people, "Anna", "Berta", "Carla", "Dora")
    first, _second = await aside(tables, users)
    for path in (
        f"/ws/matches/{first.id}/",
        f"/ws/embed/matches/{first.id}/",
        f"/ws/api/v1/matches/{first.id}/",
    ):
        async with screen(path, await aside(signed_in, users[2])) as page:
            if path.startswith("/ws/api/"):
                assert '"sealed-table"' in await page.frame()
            assert await page.closed_with() == REFUSED
    async with screen(f"/ws/matches/{first.id}/", await aside(signed_in, users[0])) as page:
        assert "table" in await page.frame()


def waiting_table(host: User) -> tuple[Match, GameNight]:
    """Open a table of a deal at a game night, with the host and a free seat."""
    night = GameNight.objects.create(host=host, name="Thursday")
    deal: DuplicateDeal = new_deal(REQUEST, public=False)
    with committed():
        match = add_table(deal, REQUEST, host=host, for_guests=True)
        GameNightTable.objects.create(match=match, game_night=night)
        lobby.sit_down(match, host, "")
    return match, night


def begin(match: Match, user: User) -> None:
    with committed():
        lobby.sit_down(match, user, "")
        dealing.start_if_full(match)


async def test_visitor_of_a_waiting_table_is_turned_away_when_it_begins(
    transactional_db: None,
) -> None:
    anna, berta, carla = await aside(people, "Anna", "Berta", "Carla")
    match, night = await aside(waiting_table, anna)
    client = await aside(signed_in, carla)
    await aside(client.get, night.get_absolute_url())
    async with screen(f"/ws/matches/{match.id}/", client) as page:
        assert "waiting" in await page.frame()
        await aside(begin, match, berta)
        assert await page.closed_with() == REFUSED
