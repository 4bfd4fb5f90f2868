"""The socket of a club's page."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.clubs.models import Club
from games.clubs.services import chat, members
from games.matches.sockets.consumers import REFUSED
from tests.games.clubs.conftest import at, club_of
from tests.helpers.matches import person, signed_in
from tests.helpers.sockets import Screen, aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


async def test_new_line_is_pushed_to_members(transactional_db: None) -> None:
    anna, berta = [await aside(person, name) for name in ("Anna", "Berta")]
    club = await aside(club_of, anna, berta)
    async with screen(f"/ws/clubs/{club.slug}/", await aside(signed_in, berta)) as page:
        assert "No messages yet" in await page.frame()
        await aside(say, club, anna, "Hello")
        assert "Hello" in await page.frame()


async def test_request_to_join_appears_on_page_of_organiser_only(transactional_db: None) -> None:
    anna, berta, carla = [await aside(person, name) for name in ("Anna", "Berta", "Carla")]
    club = await aside(club_of, anna, berta, joining="request")
    path = f"/ws/clubs/{club.slug}/"
    async with (
        screen(path, await aside(signed_in, anna)) as page,
        screen(path, await aside(signed_in, berta)) as others,
    ):
        for one in (page, others):
            assert "They ask to join" not in await one.frame()
        await aside(ask, club, carla)
        assert "They ask to join" in await of_requests(page)
        await aside(members.decline, await aside(at, club, anna), "Carla")
        assert "They ask to join" not in await of_requests(page)
        assert await others.silent()


async def test_stranger_and_former_member_are_refused(transactional_db: None) -> None:
    anna, berta, carla = [await aside(person, name) for name in ("Anna", "Berta", "Carla")]
    club = await aside(club_of, anna, berta)
    for slug in (club.slug, "nothing"):
        async with screen(f"/ws/clubs/{slug}/", await aside(signed_in, carla)) as page:
            assert await page.closed_with() == REFUSED
    async with screen(f"/ws/clubs/{club.slug}/", await aside(signed_in, berta)) as page:
        await page.frame()
        await aside(leave, club, berta)
        await aside(say, club, anna, "Hello")
        assert await page.closed_with() == REFUSED


def say(club: Club, user: User, text: str) -> None:
    chat.post_line(at(club, user), text)


def leave(club: Club, user: User) -> None:
    members.leave(at(club, user))


def ask(club: Club, user: User) -> None:
    members.join(at(club, user))


async def of_requests(page: Screen) -> str:
    """Return the next frame with the requests to join, after any that only ring the bell."""
    while "club-requests" not in (frame := await page.frame()):
        pass
    return frame
