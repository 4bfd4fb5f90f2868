"""The socket of a tournament's page."""

from __future__ import annotations

import pytest

from games.events.services import registering
from games.events.services import running as events
from games.matches.sockets.consumers import REFUSED
from tests.games.events.conftest import START
from tests.games.tournaments.conftest import Play, played
from tests.helpers.clocks import Wall
from tests.helpers.matches import person, signed_in
from tests.helpers.sockets import Screen, aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


async def test_page_shows_own_table_and_next_round(transactional_db: None, wall: Wall) -> None:
    play: Play = await aside(played, wall, 4)
    address = f"/ws/tournaments/{play.event.pk}/"
    async with screen(address, await aside(signed_in, play.users[0])) as page:
        assert "Go to your table" in await page.frame()
        await aside(play.play)
        assert await comes(page, "Round 1 is over")
        await aside(play.tick, 60)
        assert await comes(page, "Tables of round 2")
    stamp = f"{await aside(number_of, play)}-running-None"
    async with screen(f"{address}?digest={stamp}", await aside(signed_in, None)) as page:
        assert await page.silent(), "the page shows the newest state"
        await aside(play.play)
        assert await comes(page, "Round 2 is over")


async def test_planned_tournament_shows_who_registers_and_lets_its_organiser_begin(
    transactional_db: None, wall: Wall
) -> None:
    play: Play = await aside(lambda: played(wall, 4, paired=False))
    wall.wait(seconds=(START - wall.now).total_seconds() - 3600)
    organiser = await aside(signed_in, play.organiser)
    async with screen(f"/ws/tournaments/{play.event.pk}/", organiser) as page:
        assert "do/begin/" in await page.frame()
        await aside(lambda: registering.register(play.at(person("Zoe"))))
        assert await comes(page, "5 of 16 places taken")
        await aside(lambda: events.begin(play.at(play.organiser)))
        assert await comes(page, "About to begin")


async def test_unknown_tournament_is_refused(transactional_db: None) -> None:
    zoe = await aside(person, "Zoe")
    async with screen("/ws/tournaments/nothing/", await aside(signed_in, zoe)) as page:
        assert await page.closed_with() == REFUSED


async def comes(page: Screen, words: str) -> bool:
    """Return whether a frame with these words comes before the close."""
    while (message := await page.hears())["type"] == "websocket.send":
        if words in message["text"]:
            return True
    return False


def number_of(play: Play) -> int:
    return play.tournament.number
