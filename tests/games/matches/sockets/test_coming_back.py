"""Pages that come back: what a socket says to a page that is not what it was."""

from __future__ import annotations

import re

import pytest
from channels.layers import get_channel_layer
from django.http import HttpResponse
from django.http.response import HttpResponseBase

from accounts.models import User
from games.chat import services as chat
from games.matches.access import open_match
from games.matches.models import Match
from tests.helpers.matches import act, legal, mover, opened, people, signed_in, started
from tests.helpers.sockets import all_quiet, aside, screen
from watch.release import release

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]
SIGNED_OUT = 4401


@pytest.fixture
def users(transactional_db: None) -> list[User]:
    return people("Anna", "Berta")


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users)


async def test_a_line_says_that_it_is_alive(match: Match) -> None:
    async with screen(f"/ws/matches/{match.id}/") as stranger:
        await stranger.frame()
        await stranger.say("ping")
        assert await stranger.frame() == "pong"


async def test_a_page_of_an_older_release_is_told_first(match: Match) -> None:
    address = f"/ws/matches/{match.id}/?version="
    async with screen(f"{address}older") as old, screen(address + release()) as new:
        assert await old.frame() == f"renewed {release()}"
        assert 'id="table"' in await old.frame()
        assert 'id="table"' in await new.frame()
        assert await all_quiet(old, new)


async def test_a_page_drawn_for_somebody_else_is_closed(match: Match, users: list[User]) -> None:
    anna, berta = users
    browser = await aside(lambda: signed_in(anna))
    for person, client in ((berta.pk, browser), ("", browser), (anna.pk, None)):
        async with screen(f"/ws/matches/{match.id}/?person={person}", client) as page:
            assert await page.closed_with() == SIGNED_OUT
    async with screen(f"/ws/matches/{match.id}/?person={anna.pk}", browser) as page:
        assert 'id="table"' in await page.frame()


def digest_on(page: HttpResponseBase) -> str:
    """By what a page tells its socket what it shows."""
    assert isinstance(page, HttpResponse)
    (found,) = re.findall(r'<div [^>]*data-drawn="([0-9a-f]+)"', page.content.decode())
    return str(found)


async def test_a_page_is_not_sent_the_table_it_was_opened_with(
    match: Match, users: list[User]
) -> None:
    browser = await aside(lambda: signed_in(users[0]))
    drawn = digest_on(await aside(lambda: browser.get(f"/matches/{match.id}/")))
    address = f"/ws/matches/{match.id}/?drawn={drawn}"
    async with screen(address, browser) as page, screen(address) as stranger:
        assert 'id="table"' not in await page.frame(), "the bell alone"
        assert 'id="table"' in await stranger.frame(), "who saw another table"
        layer = get_channel_layer()
        await layer.group_send(f"person.{users[0].pk}", {"type": "layer.back"})
        assert 'id="table"' not in await page.frame(), "the bell again, as ever"
        seat = await aside(lambda: mover(match))
        await aside(lambda: act(match, seat, legal(match, seat)[0]))
        assert 'id="table"' in await page.frame()
    async with screen(address, browser) as page:
        newest = await page.frame()
        assert 'id="table"' in newest, "it has become an old one"
        assert drawn not in newest


async def test_a_lobby_is_not_sent_what_it_was_opened_with(users: list[User]) -> None:
    anna, berta = users
    await aside(lambda: opened(berta))
    browser = await aside(lambda: signed_in(anna))
    drawn = digest_on(await aside(lambda: browser.get("/")))
    address = f"/ws/lobby/?drawn={drawn}"
    async with screen(address, browser) as page, screen(address) as stranger:
        assert 'id="lobby"' not in await page.frame(), "the bell alone"
        assert 'id="lobby"' in await stranger.frame(), "whose lobby is another one"
        await aside(lambda: opened(berta))
        assert 'id="lobby"' in await page.frame()
    async with screen(address, browser) as page:
        assert 'id="lobby"' in await page.frame(), "it has changed since"


async def test_a_page_that_shows_a_refusal_claims_no_table(match: Match, users: list[User]) -> None:
    browser = await aside(lambda: signed_in(users[0]))
    refused = await aside(lambda: browser.post(f"/matches/{match.id}/moves/", {"type": "no such"}))
    assert refused.status_code == 400
    assert b"data-drawn" not in refused.content


async def test_what_was_said_meanwhile_comes_with_the_table(
    match: Match, users: list[User]
) -> None:
    browser = await aside(lambda: signed_in(users[0]))
    address = f"/ws/matches/{match.id}/?talk="
    async with screen(f"{address}no-lines", browser) as page:
        await page.frame()
        assert await page.silent(), "nothing was said"
    line = await aside(lambda: chat.post_line(open_match(users[1], match.id), "Hello?"))
    async with screen(f"{address}no-lines", browser) as page:
        await page.frame()
        assert "Hello?" in await page.frame()
    async with screen(f"{address}line-{line.pk}", browser) as page:
        await page.frame()
        assert await page.silent(), "the page shows it already"


async def test_a_layer_that_is_back_is_not_believed_to_have_told_all(match: Match) -> None:
    async with screen(f"/ws/matches/{match.id}/") as stranger:
        await stranger.frame()
        await aside(lambda: Match.objects.filter(id=match.id).update(last_number=0))
        layer = get_channel_layer()
        await layer.group_send(f"match.{match.id}", {"type": "layer.back"})
        assert await stranger.silent(), "nothing has happened"
