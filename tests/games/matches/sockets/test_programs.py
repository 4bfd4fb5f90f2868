"""The socket of programs pushes the API's JSON, with the rights of the token's owner."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import AccessToken, Sanction, User
from accounts.services import bots, tokens
from accounts.services.sessions import sign_out_everywhere
from core.monitoring.asgi import SIGNED_OUT
from games.matches import publish
from games.matches.models import Match
from games.matches.sockets.consumers import BANNED, RECONNECT
from tests.helpers.matches import (
    CHOOSE,
    act,
    match_with_secret_question,
    mover,
    position_of,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.moderation import sanctioned
from tests.helpers.sockets import Screen, all_quiet, aside, screen
from tests.helpers.tokens import key_for, socket_bearer

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


def path(match: Match) -> str:
    return f"/ws/api/v1/matches/{match.id}/"


async def state(program: Screen) -> Any:
    return json.loads(await program.frame())


async def test_program_is_pushed_same_json_as_api(users: list[User]) -> None:
    match = await aside(lambda: started(*users[:2], seed=8))
    seat = await aside(lambda: mover(match))
    client = await aside(lambda: signed_in(user_at(match, seat)))
    async with screen(path(match), client) as mine, screen(path(match)) as stranger:
        assert (await state(mine))["turn_token"] == await aside(lambda: turn_token(match, seat))
        assert (await state(stranger))["seat"] is None
        await aside(lambda: act(match, seat, CHOOSE))
        pushed, public = await state(mine), await state(stranger)
        answered = await aside(lambda: client.get(f"/api/v1/matches/{match.id}/").json())
        assert pushed == answered
        assert public["moves"] == []
        assert isinstance(public["view"]["hands"][seat], int)


@asynccontextmanager
async def by_token(match: Match, key: str, client: Client | None = None) -> AsyncIterator[Screen]:
    """Open the socket of a program, without the origin of a page."""
    program = Screen(path(match), client, origin="", headers=[socket_bearer(key)])
    assert await program.connect()
    try:
        yield program
    finally:
        await program.disconnect()


async def test_token_opens_view_of_its_owner(users: list[User]) -> None:
    match = await aside(lambda: started(*users[:2]))
    owner, other = [await aside(user_at, match, seat) for seat in (1, 0)]
    key = await aside(lambda: key_for(owner))
    browser = await aside(lambda: signed_in(other))
    async with by_token(match, key, browser) as program:
        assert (await state(program))["seat"] == 1
        await aside(browser.logout)
        assert await program.silent(), "ending the session does not end the token"


async def test_bot_moves_while_its_owner_is_muted(users: list[User]) -> None:
    def of_two_bots() -> tuple[Match, str]:
        *players, owner = users
        for one in players:
            bots.become(one, bots.make_code(owner))
        sanctioned(owner, Sanction.Kind.MUTE)
        match = started(*players, seed=8)
        return match, key_for(user_at(match, mover(match)))

    match, key = await aside(of_two_bots)
    async with by_token(match, key) as program:
        asked = await state(program)
        move = {"move": asked["moves"][0], "turn_token": asked["turn_token"], "id": 1}
        await program.send(json.dumps(move))
        answer = await state(program)
        assert answer["id"] == 1
        assert answer["table"]["turn_token"] != asked["turn_token"]


@pytest.mark.parametrize("key", ["", "nobodys", "tavola_nobodys", "\xe9"])
async def test_invalid_token_closes_socket(users: list[User], key: str) -> None:
    match = await aside(lambda: started(*users[:2]))
    browser = await aside(lambda: signed_in(users[0]))
    async with by_token(match, key, browser) as program:
        assert await program.closed_with() == SIGNED_OUT


@pytest.mark.parametrize(
    ("path", "type", "code"),
    [
        ("/ws/api/v1/matches/none/", None, "unknown-match"),
        ("/ws/api/v1/matches/none/?form=3", None, "bad-body"),
        ("/ws/api/v1/stream/me/?form=3", "end", "bad-body"),
        ("/ws/api/v1/stream/matches/none/", "end", "unknown-match"),
        ("/ws/api/v1/stream/matches/none/?from=x", "end", "bad-body"),
        ("/ws/api/v1/stream/matches/?from=x", "end", "bad-body"),
        ("/ws/api/v1/stream/tournaments/none/", "end", "unknown-event"),
    ],
)
async def test_refused_socket_gets_code_and_reason(
    users: list[User], path: str, type: str | None, code: str
) -> None:
    key = await aside(lambda: key_for(users[0]))
    program = Screen(path, origin="", headers=[socket_bearer(key)])
    assert await program.connect()
    message = json.loads(await program.frame())
    error = message["error"] if type is None else message
    assert (message.get("type"), error["code"]) == (type, code)
    assert error["reason"]
    assert await program.hears() == {"type": "websocket.close", "code": 4403, "reason": code}


async def test_socket_without_credentials_is_closed_with_reason(users: list[User]) -> None:
    program = Screen("/ws/api/v1/stream/me/")
    assert await program.connect()
    assert await program.hears() == {
        "type": "websocket.close",
        "code": SIGNED_OUT,
        "reason": "sign-in",
    }


@pytest.mark.parametrize(
    "end", [tokens.revoke_all, sign_out_everywhere], ids=["revoked", "signed out everywhere"]
)
async def test_socket_closes_when_token_is_revoked(
    users: list[User], end: Callable[[User], object]
) -> None:
    match = await aside(lambda: started(*users[:2]))
    keys = [await aside(key_for, user) for user in users[:2]]
    async with by_token(match, keys[0]) as mine, by_token(match, keys[1]) as others:
        for each in (mine, others):
            await each.frame()
        await aside(lambda: end(users[0]))
        assert await mine.closed_with() == SIGNED_OUT
        assert await others.silent()


async def test_socket_closes_when_token_expires(users: list[User]) -> None:
    match = await aside(lambda: started(*users[:2]))
    key = await aside(lambda: key_for(users[0]))
    soon = timezone.now() + timedelta(seconds=2)
    await aside(lambda: AccessToken.objects.update(expires_at=soon))
    async with by_token(match, key) as program:
        await program.frame()
        assert await program.closed_with() == SIGNED_OUT
    async with by_token(match, key) as late:
        assert await late.closed_with() == SIGNED_OUT


async def test_read_only_token_cannot_move(users: list[User]) -> None:
    match = await aside(lambda: started(*users[:2]))
    seat = await aside(lambda: mover(match))
    question = await aside(lambda: turn_token(match, seat))
    message = json.dumps({"move": CHOOSE, "turn_token": question, "id": 1})
    mover_of_it = await aside(lambda: user_at(match, seat))
    for scope, answer in (("read", "error"), ("play", "table")):
        key = await aside(key_for, mover_of_it, scope)
        async with by_token(match, key) as program:
            await program.frame()
            await program.say(message)
            # What the move has changed may come before its own answer.
            while "id" not in (answered := await state(program)):
                pass
            assert answered["id"] == 1
            assert ("error" in answered) == (answer == "error")
            if answer == "error":
                assert answered["error"]["code"] == "scope-missing"


@pytest.mark.parametrize("text", ["[1]", '"a"', "5", "null", "move"])
async def test_message_that_is_no_object_is_refused(users: list[User], text: str) -> None:
    match = await aside(lambda: started(*users[:2]))
    key = await aside(lambda: key_for(users[0]))
    async with by_token(match, key) as program:
        table = await state(program)
        await program.say(text)
        refused = await state(program)
        assert refused["error"]["code"] in ("bad-move", "bad-body")
        assert (refused["id"], refused["table"]) == (None, table)


async def test_hidden_answer_sends_no_frame_to_other_programs(users: list[User]) -> None:
    match = await aside(lambda: match_with_secret_question(*users))
    seats = await aside(lambda: position_of(match).to_move())
    client = await aside(lambda: signed_in(user_at(match, seats[1])))
    async with screen(path(match), client) as other, screen(path(match)) as stranger:
        for each in (other, stranger):
            await each.frame()
        await aside(lambda: act(match, seats[0], {"type": "keep"}))
        assert await all_quiet(other, stranger)


async def test_signed_out_or_banned_program_is_closed(users: list[User]) -> None:
    match = await aside(lambda: started(*users))
    seated = [await aside(user_at, match, seat) for seat in (0, 1)]
    clients = [await aside(signed_in, user) for user in seated]
    async with screen(path(match), clients[0]) as out, screen(path(match), clients[1]) as banned:
        for each in (out, banned):
            await each.frame()
        await aside(clients[0].logout)
        assert await out.closed_with() == RECONNECT
        user = await aside(lambda: user_at(match, 1))
        await aside(lambda: publish.moderation_status_changed(user.pk))
        assert await banned.silent()
        await aside(lambda: Sanction.objects.create(user=user, kind=Sanction.Kind.BAN))
        await aside(lambda: User.objects.filter(pk=user.pk).update(sanctioned=True))
        await aside(lambda: publish.moderation_status_changed(user.pk))
        assert await banned.closed_with() == BANNED
