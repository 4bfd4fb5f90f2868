"""The socket of programs: the API's JSON, pushed; nobody's but the bearer's."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from rest_framework.authtoken.models import Token

from accounts.models import Sanction, User
from games.matches import announce
from games.matches.models import Match
from games.matches.sockets.consumers import BANNED, RECONNECT
from tests.helpers.matches import (
    CHOOSE,
    act,
    asked,
    match_with_secret_question,
    mover,
    people,
    position_of,
    signed_in,
    started,
    user_at,
)
from tests.helpers.sockets import Screen, all_quiet, aside, close_connections, screen

pytestmark = pytest.mark.django_db(transaction=True)


@pytest_asyncio.fixture(autouse=True)
async def _connections_closed() -> AsyncIterator[None]:
    yield
    await close_connections()


@pytest.fixture
def users(transactional_db: None) -> list[User]:
    return people("Anna", "Berta", "Carla")


def path(match: Match) -> str:
    return f"/ws/api/matches/{match.id}/"


async def state(program: Screen) -> Any:
    return json.loads(await program.frame())


async def test_a_program_is_sent_what_the_api_would_answer(users: list[User]) -> None:
    match = await aside(lambda: started(*users[:2], seed=8))
    seat = await aside(lambda: mover(match))
    client = await aside(lambda: signed_in(user_at(match, seat)))
    async with screen(path(match), client) as mine, screen(path(match)) as stranger:
        assert (await state(mine))["asked"] == await aside(lambda: asked(match, seat))
        assert (await state(stranger))["seat"] is None
        await aside(lambda: act(match, seat, CHOOSE))
        pushed, public = await state(mine), await state(stranger)
        answered = await aside(lambda: client.get(f"/api/matches/{match.id}/").json())
        assert pushed == answered
        assert public["moves"] == []
        assert isinstance(public["view"]["hands"][seat], int)


async def test_a_token_opens_its_bearers_own_view(users: list[User]) -> None:
    match = await aside(lambda: started(*users[:2]))
    user = await aside(lambda: user_at(match, 1))
    token = await aside(lambda: Token.objects.create(user=user).key)
    for given, seat in ((f"Token {token}", 1), ("Token nobodys", None), ("Bearer x", None)):
        program = Screen(path(match), headers=[(b"authorization", given.encode())])
        assert await program.connect()
        assert (await state(program))["seat"] == seat
        await program.disconnect()


async def test_a_hidden_answer_sends_other_programs_no_frame(users: list[User]) -> None:
    match = await aside(lambda: match_with_secret_question(*users))
    seats = await aside(lambda: position_of(match).to_move())
    client = await aside(lambda: signed_in(user_at(match, seats[1])))
    async with screen(path(match), client) as other, screen(path(match)) as stranger:
        for each in (other, stranger):
            await each.frame()
        await aside(lambda: act(match, seats[0], {"type": "keep"}))
        assert await all_quiet(other, stranger)


async def test_whoever_is_signed_out_or_banned_is_told_nothing_more(users: list[User]) -> None:
    match = await aside(lambda: started(*users))
    clients = [await aside(lambda seat=seat: signed_in(user_at(match, seat))) for seat in (0, 1)]
    async with screen(path(match), clients[0]) as out, screen(path(match), clients[1]) as banned:
        for each in (out, banned):
            await each.frame()
        await aside(clients[0].logout)
        assert await out.closed_with() == RECONNECT
        user = await aside(lambda: user_at(match, 1))
        await aside(lambda: announce.moderation_status_changed(user.pk))
        assert await banned.silent()
        await aside(lambda: Sanction.objects.create(user=user, kind=Sanction.Kind.BAN))
        await aside(lambda: User.objects.filter(pk=user.pk).update(sanctioned=True))
        await aside(lambda: announce.moderation_status_changed(user.pk))
        assert await banned.closed_with() == BANNED
