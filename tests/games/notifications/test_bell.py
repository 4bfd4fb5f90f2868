"""The bell on every page, updated live, and whether a user has a page in view."""

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from accounts.models import User
from games.matches.models import Match
from games.matches.services import commands
from games.matches.services.presence import present
from tests.helpers.caches import clear_caches
from tests.helpers.matches import CHOOSE, act, mover, signed_in, started, user_at
from tests.helpers.sockets import Screen, all_quiet, aside, close_connections, screen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.on_redis]
IN_VIEW = json.dumps({"visible": True}, separators=(",", ":"))
OUT_OF_VIEW = json.dumps({"visible": False}, separators=(",", ":"))
HERE = "/ws/me/?lang=en"


@pytest_asyncio.fixture(autouse=True)
async def _connections_closed() -> AsyncIterator[None]:
    await aside(clear_caches)
    yield
    await close_connections()


async def sees(user: User) -> bool:
    return user.pk in await aside(lambda: present([user.pk]))


async def test_bell_is_pushed_to_pages_of_every_kind(pair: list[User], match: Match) -> None:
    seat = await aside(lambda: mover(match))
    user, other = [await aside(user_at, match, at) for at in (seat, 1 - seat)]
    mine, theirs = [await aside(signed_in, one) for one in (user, other)]
    async with (
        screen(HERE, mine) as plain,
        screen("/ws/lobby/?lang=de", mine) as lobby,
        screen("/ws/your-turn/", mine) as list_,
        screen(HERE, theirs) as others,
    ):
        frames = [await each.frame() for each in (plain, lobby, list_, others)]
        assert ['data-count="1"' in frame for frame in frames] == [True, True, True, False]
        assert "1 table is waiting for you" in frames[0]
        assert match.id in frames[2]
        await aside(lambda: act(match, seat, CHOOSE))
        await aside(lambda: act(match, seat, {"type": "pass"}))
        after = [await each.frame() for each in (plain, lobby, list_)]
        assert all('data-count="0"' in frame for frame in after)
        assert 'id="lobby-mine"' in after[1]
        assert "No tables are waiting for you" in after[2]
        assert 'data-count="1"' in await others.frame()
        assert await all_quiet(plain, lobby, list_, others)


async def test_match_page_socket_also_pushes_bell_of_other_tables(
    pair: list[User], match: Match
) -> None:
    seat = await aside(lambda: mover(match))
    user = await aside(lambda: user_at(match, seat))
    client = await aside(lambda: signed_in(user))
    async with screen(f"/ws/matches/{match.id}/", client) as table:
        first = await table.frame()
        assert 'id="table"' in first
        assert 'data-count="0"' in first
        await aside(lambda: act(match, seat, CHOOSE))
        assert 'id="bell"' not in await table.frame()
        assert await table.silent(), "the match's own turn does not count"
        more = 0
        for seed in range(1, 9):
            another = await aside(started, *pair, seed=seed)
            asked = await aside(mover, another)
            if await aside(user_at, another, asked) == user:
                more += 1
                assert f'data-count="{more}"' in await table.frame()
        assert more
        await aside(lambda: commands.resign(user, another.id))


async def test_anonymous_visitor_has_no_bell(match: Match) -> None:
    for path in ("/ws/me/", "/ws/your-turn/"):
        stranger = Screen(path)
        assert await stranger.connect(), "the handshake succeeds so that the page gets a close code"
        assert await stranger.closed_with() == 4401
    async with screen("/ws/lobby/") as lobby:
        assert 'id="bell"' not in await lobby.frame()
        await lobby.say(IN_VIEW)
        assert await lobby.silent()


async def test_page_reports_whether_it_is_in_view(pair: list[User]) -> None:
    anna = pair[0]
    client = await aside(lambda: signed_in(anna))
    async with screen(HERE, client) as one:
        await one.frame()
        assert not await sees(anna)
        await one.say(IN_VIEW)
        assert await one.silent()
        assert await sees(anna)
        await one.say(OUT_OF_VIEW)
        assert await one.silent()
        assert not await sees(anna)
        await one.say(IN_VIEW)
        assert await one.silent()
    assert not await sees(anna), "a page that was closed is not in view"


async def test_user_stays_in_view_when_one_of_two_pages_closes(pair: list[User]) -> None:
    anna = pair[0]
    client = await aside(lambda: signed_in(anna))
    async with screen("/ws/lobby/", client) as one:
        await one.frame()
        await one.say(IN_VIEW)
        async with screen(HERE, client) as two:
            await two.frame()
            await two.say(IN_VIEW)
            assert await two.silent()
        assert await one.silent()
        assert await sees(anna)


@pytest.mark.parametrize("said", ["{}", "[", '{"visible":1}', "x" * 5000])
async def test_unknown_socket_message_is_ignored(pair: list[User], said: str) -> None:
    client = await aside(lambda: signed_in(pair[0]))
    async with screen(HERE, client) as one:
        await one.frame()
        await one.say(said)
        assert await one.silent()
    assert not await sees(pair[0])
