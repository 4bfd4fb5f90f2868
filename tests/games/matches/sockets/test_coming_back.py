"""Reconnecting pages: what a socket sends to an outdated page."""

from __future__ import annotations

import asyncio
import re

import pytest
from channels.layers import get_channel_layer
from django.http import HttpResponse
from django.http.response import HttpResponseBase

from accounts.models import User
from core.monitoring.release import release
from games.chat import services as chat
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.services import presence
from tests.helpers.matches import move_on, opened, signed_in, started
from tests.helpers.sockets import all_quiet, aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]
SIGNED_OUT = 4401


@pytest.fixture
def match(pair: list[User]) -> Match:
    return started(*pair)


async def test_socket_answers_ping_with_pong(match: Match) -> None:
    async with screen(f"/ws/matches/{match.id}/") as stranger:
        await stranger.frame()
        await stranger.say("ping")
        assert await stranger.frame() == "pong"


async def test_page_of_older_release_is_notified_first(match: Match) -> None:
    address = f"/ws/matches/{match.id}/?version="
    async with screen(f"{address}older") as old, screen(address + release()) as new:
        assert await old.frame() == f"renewed {release()}"
        assert 'id="table"' in await old.frame()
        assert 'id="table"' in await new.frame()
        assert await all_quiet(old, new)


async def test_page_of_other_user_is_closed(match: Match, pair: list[User]) -> None:
    anna, berta = pair
    browser = await aside(lambda: signed_in(anna))
    for person, client in ((berta.pk, browser), ("", browser), (anna.pk, None)):
        async with screen(f"/ws/matches/{match.id}/?person={person}", client) as page:
            assert await page.closed_with() == SIGNED_OUT
    async with screen(f"/ws/matches/{match.id}/?person={anna.pk}", browser) as page:
        assert 'id="table"' in await page.frame()


def digest_on(page: HttpResponseBase) -> str:
    """By what a page tells its socket what it shows."""
    assert isinstance(page, HttpResponse)
    (found,) = re.findall(r'<div [^>]*data-digest="([0-9a-f]+)"', page.content.decode())
    return str(found)


async def test_current_table_is_not_sent_to_page_that_shows_it(
    match: Match, pair: list[User]
) -> None:
    browser = await aside(lambda: signed_in(pair[0]))
    shown = digest_on(await aside(lambda: browser.get(f"/matches/{match.id}/")))
    address = f"/ws/matches/{match.id}/?digest={shown}"
    async with screen(address, browser) as page, screen(address) as stranger:
        assert 'id="table"' not in await page.frame(), "only the bell"
        assert 'id="table"' in await stranger.frame(), "another digest gets the table"
        layer = get_channel_layer()
        await layer.group_send(f"person.{pair[0].pk}", {"type": "layer.back"})
        assert 'id="table"' not in await page.frame(), "only the bell again"
        await aside(move_on, match)
        assert 'id="table"' in await page.frame()
    async with screen(address, browser) as page:
        newest = await page.frame()
        assert 'id="table"' in newest, "the digest is outdated"
        assert shown not in newest


async def test_current_lobby_is_not_sent_to_page_that_shows_it(pair: list[User]) -> None:
    anna, berta = pair
    await aside(lambda: opened(berta))
    browser = await aside(lambda: signed_in(anna))
    shown = digest_on(await aside(lambda: browser.get("/")))
    address = f"/ws/lobby/?digest={shown}"
    async with screen(address, browser) as page, screen(address) as stranger:
        assert 'id="lobby"' not in await page.frame(), "only the bell"
        assert 'id="lobby"' in await stranger.frame(), "another digest gets the lobby"
        await aside(lambda: opened(berta))
        assert 'id="lobby"' in await page.frame()
    async with screen(address, browser) as page:
        assert 'id="lobby"' in await page.frame(), "the lobby has changed"


async def test_refusal_page_carries_no_table_digest(match: Match, pair: list[User]) -> None:
    browser = await aside(lambda: signed_in(pair[0]))
    refused = await aside(lambda: browser.post(f"/matches/{match.id}/moves/", {"type": "no such"}))
    assert refused.status_code == 400
    assert b"data-digest" not in refused.content


async def test_missed_chat_lines_come_with_table(match: Match, pair: list[User]) -> None:
    browser = await aside(lambda: signed_in(pair[0]))
    address = f"/ws/matches/{match.id}/?chat="
    async with screen(f"{address}no-lines", browser) as page:
        await page.frame()
        assert await page.silent(), "there is no chat line yet"
    line = await aside(lambda: chat.post_line(open_match(pair[1], match.id), "Hello?"))
    async with screen(f"{address}no-lines", browser) as page:
        await page.frame()
        assert "Hello?" in await page.frame()
    async with screen(f"{address}line-{line.pk}", browser) as page:
        await page.frame()
        assert await page.silent(), "the page already shows the line"


async def test_returned_layer_makes_socket_read_again(match: Match) -> None:
    async with screen(f"/ws/matches/{match.id}/") as stranger:
        await stranger.frame()
        await aside(lambda: Match.objects.filter(id=match.id).update(last_number=0))
        layer = get_channel_layer()
        await layer.group_send(f"match.{match.id}", {"type": "layer.back"})
        assert await stranger.silent(), "nothing has changed"


async def test_user_has_left_when_last_page_closes(pair: list[User]) -> None:
    anna = pair[0]
    browser = await aside(lambda: signed_in(anna))
    async with screen("/ws/lobby/?", browser) as first:
        await first.say('{"visible":true}')
        async with screen("/ws/lobby/?", browser) as second:
            await second.say('{"visible":false}')
        # The second page has closed, and the first one says that it is still open.
        while await aside(presence.left_since, [anna.pk]):
            await asyncio.sleep(0.01)
    assert (await aside(presence.left_since, [anna.pk])).keys() == {anna.pk}
