"""Players see when another one has closed the table, and when they are back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.matches.access import open_match
from games.matches.models import Match
from games.matches.services import attendance, time_source
from games.matches.sockets import match_consumers
from tests.helpers.matches import only_bots, people, signed_in, started, user_at
from tests.helpers.sockets import Screen, all_quiet, aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]
LEFT = " has left the table."


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_consumers, "LOOK_AGAIN_SECONDS", 0.0)


async def news(page: Screen) -> str:
    """Return the next fragment about absent players."""
    while 'id="absent"' not in (frame := await page.frame()):
        pass
    return frame


def address(match: Match) -> str:
    return f"/ws/matches/{match.id}/?absent=yes"


async def signed(match: Match, seat: int) -> Client:
    return await aside(lambda: signed_in(user_at(match, seat)))


async def test_others_see_who_leaves_and_comes_back(match: Match) -> None:
    mine, theirs = await signed(match, 0), await signed(match, 1)
    name = await aside(lambda: user_at(match, 1).username)
    async with screen(address(match), mine) as page:
        assert LEFT not in await news(page)
        async with screen(address(match), theirs) as other:
            await other.frame()
        assert f"{name}{LEFT}" in await news(page)
        loaded = await aside(lambda: mine.get(f"/matches/{match.id}/").content.decode())
        assert f"{name}{LEFT}" in loaded
        async with screen(address(match), theirs) as other:
            assert LEFT not in await news(page)
            assert LEFT not in await news(other), "not even oneself"
        assert f"{name}{LEFT}" in await news(page)


@pytest.mark.parametrize("code", [1005, 1006, 1011])
async def test_lost_connection_differs_from_closed_page(match: Match, code: int) -> None:
    mine, theirs = await signed(match, 0), await signed(match, 1)
    async with screen(address(match), mine) as page:
        await news(page)
        other = Screen(address(match), theirs)
        assert await other.connect()
        await other.frame()
        await other.disconnect(code)
        assert " has lost the connection." in await news(page)


async def test_page_shows_how_long_others_are_away(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = await signed(match, 0), await signed(match, 1)
    async with screen(address(match), theirs) as other:
        await other.frame()
    now = time_source.now()
    monkeypatch.setattr(time_source, "now", lambda: now + timedelta(minutes=3))
    loaded = await aside(lambda: mine.get(f"/matches/{match.id}/").content.decode())
    seconds = re.search(r'data-state="left" data-seconds="(\d+)"', loaded)
    assert seconds
    assert 180 <= int(seconds[1]) < 480


async def test_player_with_another_open_page_is_not_away(match: Match) -> None:
    mine, theirs = await signed(match, 0), await signed(match, 1)
    async with screen(address(match), theirs) as kept, screen(address(match), mine) as page:
        await news(page)
        await news(kept)
        async with screen(address(match), theirs) as closed:
            await news(closed)
        # The page that is still open answers; what is shown in between is corrected at once.
        while LEFT in await news(page):
            pass
        assert await aside(lambda: attendance.away(match.players.all())) == []


async def test_spectators_do_not_see_who_is_away(match: Match) -> None:
    theirs, watching = await signed(match, 1), await aside(lambda: signed_in(people("Carla")[0]))
    async with screen(address(match), watching) as page:
        await page.frame()
        async with screen(address(match), theirs) as other:
            await news(other)
        assert await all_quiet(page)
        html = await aside(lambda: watching.get(f"/matches/{match.id}/").content.decode())
        assert LEFT not in html


@pytest.mark.parametrize("clock", ["free", "live-10", "turns-24"])
def test_only_players_who_wait_at_the_table_are_followed(clock: str) -> None:
    anna, berta = people("Anna", "Berta")
    match = started(anna, berta, clock=clock)
    assert attendance.is_followed(open_match(anna, match.id)) == (clock != "turns-24")
    assert not attendance.is_followed(open_match(None, match.id))


def test_bots_are_not_followed() -> None:
    match = only_bots("easy", "easy")
    assert attendance.away(match.players.all()) == []
