"""The socket of an event's page."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from games.events.models import Event
from games.events.presenters import page_of
from games.events.services import running
from games.events.services.finding import access_to, open_event
from games.events.services.registering import leave
from games.game_nights import services as game_nights
from games.game_nights.models import GameNight
from games.matches.sockets.consumers import REFUSED
from tests.games.events.conftest import START, club_of, planned, register
from tests.helpers.clocks import Wall
from tests.helpers.matches import people, signed_in
from tests.helpers.sockets import aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


async def test_page_shows_that_players_come_and_the_event_begins_and_ends(
    transactional_db: None, wall: Wall
) -> None:
    anna, berta = await aside(people, "Anna", "Berta")
    event: Event = await aside(planned, anna)
    visitor = await aside(signed_in, None)
    stamp = await aside(lambda: page_of(open_event(AnonymousUser(), event.pk)).stamp)
    async with screen(f"/ws/events/{event.pk}/?digest={stamp}", visitor) as page:
        assert await page.silent(), "the page shows the newest state"
        await aside(register, event, berta)
        assert "Berta" in await page.frame()
        wall.wait(seconds=(START - wall.now).total_seconds())
        await aside(running.work)
        frame = await page.frame()
        assert "It’s on now" in frame
        assert "csrf" not in frame
        await aside(lambda: game_nights.close_finished(GameNight.objects.get(event=event)))
        assert "This event is over" in await page.frame()


async def test_event_of_private_club_is_refused(transactional_db: None, wall: Wall) -> None:
    anna, zoe = await aside(people, "Anna", "Zoe")
    club = await aside(club_of, anna, public=False)
    event: Event = await aside(planned, anna, club.slug)
    async with screen(f"/ws/events/{event.pk}/", await aside(signed_in, zoe)) as page:
        assert await page.closed_with() == REFUSED


def test_stamp_changes_when_one_player_replaces_another(wall: Wall) -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    event = planned(anna)
    register(event, berta)
    before = page_of(open_event(AnonymousUser(), event.pk)).stamp
    leave(access_to(event, berta))
    register(event, carla)
    assert page_of(open_event(AnonymousUser(), event.pk)).stamp != before
