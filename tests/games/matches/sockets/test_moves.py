"""Moves over a socket: played and acknowledged, or refused with the table."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import AccessToken, Sanction, User
from core.monitoring.asgi import SIGNED_OUT
from games.engine.refusals import BadMove
from games.matches.models import Match
from games.matches.refusals import BadBody
from games.matches.services import execute
from games.matches.sockets import match_consumers, moves
from games.matches.sockets.consumers import BANNED, RECONNECT
from tests.games.matches.sockets.messages import answer, client_at, message, path
from tests.helpers.matches import (
    CHOOSE,
    events,
    fresh,
    legal,
    mover,
    people,
    signed_in,
    user_at,
)
from tests.helpers.sockets import Screen, aside, screen
from tests.helpers.tokens import key_for, socket_bearer

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


# --- A move, and its answer.


async def test_program_move_is_sent_to_both_players(match: Match) -> None:
    seat = await aside(lambda: mover(match))
    mine, other = [await aside(client_at, match, s) for s in (seat, 1 - seat)]
    async with screen(path(match), mine) as program, screen(path(match), other) as follower:
        before = json.loads(await program.frame())
        await follower.frame()
        await program.say(json.dumps({"move": CHOOSE, "turn_token": before["turn_token"], "id": 7}))
        answered = await answer(program)
        assert answered["id"] == 7
        assert answered["table"]["seen"] == before["seen"] + 1
        assert answered["table"] == await aside(
            lambda: mine.get(f"/api/v1/matches/{match.id}/").json()
        )
        assert json.loads(await follower.frame())["seen"] == before["seen"] + 1
        assert await program.silent(), "the acknowledgement is the table"
    assert await aside(lambda: events(match)) == [(1, "move", seat, CHOOSE)]


async def test_page_move_is_sent_to_both_players(match: Match) -> None:
    seat = await aside(lambda: mover(match))
    mine, other = [await aside(client_at, match, s) for s in (seat, 1 - seat)]
    async with (
        screen(path(match, ""), mine) as page,
        screen(path(match, ""), other) as follower,
    ):
        await page.frame()
        await follower.frame()
        await page.say(await aside(lambda: message(match, seat, CHOOSE, 3)))
        played = await page.frame()
        while not played.startswith("played 3 "):
            played = await page.frame()
        assert 'id="table" hx-swap-oob' in played
        assert 'id="table"' in await follower.frame()
    assert len(await aside(lambda: events(match))) == 1


def test_unknown_field_of_message_is_named_before_missing_move() -> None:
    with pytest.raises(BadBody) as refused:
        moves.move_of({"mov": CHOOSE, "turn_token": "…", "id": 4})
    assert refused.value.reason == "There is no “mov” here. Did you mean “move”?"
    for body in ({"turn_token": "…", "id": 4}, {"move": 7}, [CHOOSE], None):
        with pytest.raises(BadMove, match="must be an object"):
            moves.move_of(body)


async def test_fields_of_other_moves_are_ignored_only_from_page(match: Match) -> None:
    seat = await aside(lambda: mover(match))
    mine = await aside(client_at, match, seat)
    sent = {"type": "decline", "city": "parma"}
    say = await aside(lambda: message(match, seat, sent))
    async with screen(path(match), mine) as program:
        await program.frame()
        await program.say(say)
        error = (await answer(program))["error"]
        assert (error["code"], error["reason"]) == ("bad-move", "There is no “city” here.")
    async with screen(path(match, ""), mine) as page:
        await page.frame()
        await page.say(say)
        while not (await page.frame()).startswith("played 1 "):
            pass
    assert await aside(lambda: events(match)) == [(1, "move", seat, {"type": "decline"})]


async def test_move_on_cached_match_is_judged_without_database(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = await aside(lambda: mover(match))
    mine = await aside(lambda: client_at(match, seat))
    async with screen(path(match), mine) as program:
        await program.frame()
        say = await aside(lambda: message(match, seat, CHOOSE))
        monkeypatch.setattr(execute, "read_match", lambda *_args: pytest.fail("read again"))
        await program.say(say)
        assert "table" in await answer(program)


async def test_last_socket_move_ends_match(match: Match, settings: Settings) -> None:
    settings.SOCKET_MESSAGES_A_SECOND = settings.WRITES_A_MINUTE = 10_000
    clients = [await aside(client_at, match, s) for s in (0, 1)]
    async with screen(path(match), clients[0]) as one, screen(path(match), clients[1]) as two:
        screens, rng = [one, two], Random(1)
        for each in screens:
            await each.frame()
        for number in range(1, 400):
            if (await aside(lambda: fresh(match))).status != Match.Status.RUNNING:
                break
            seat = await aside(lambda: mover(match))
            choice = rng.choice(await aside(legal, match, seat))
            say = await aside(message, match, seat, choice, number)
            await screens[seat].say(say)
            answered = await answer(screens[seat])
            assert "error" not in answered
        assert answered["table"]["status"] == "finished"
        assert answered["table"]["outcome"]


# --- What is refused, and how.


REFUSED: list[tuple[str, str, Any]] = [
    ('{"move": {"type": "choose"}, "turn_token": 3, "id": 4}', "bad-move", 4),
    ('{"move": {"type": "choose"}, "turn_token": "0123456789abcdef", "id": "a"}', "stale", "a"),
    ('{"move": [], "turn_token": "", "id": 5}', "bad-move", 5),
    ('{"id": 6}', "bad-move", 6),
    ('{"move": {"type": "choose"}, "token": "x", "id": 7}', "bad-body", 7),
    ('{"agree": true, "turn_token": "x", "id": 7}', "bad-body", 7),
    ('{"id": [1]}', "bad-move", None),
    (' { "move" : { "type" : "choose" } , "turn_token" : "x" , "id" : 8 }', "stale", 8),
    ('{"', "bad-body", None),
    ('{"a": ' + "[" * 9000, "bad-body", None),
    ('{"move": "' + "a" * moves.LONGEST + '"}', "bad-body", None),
    ('{"id": "' + "a" * 65 + '"}', "bad-move", None),
]


async def test_invalid_move_is_refused_with_table(match: Match) -> None:
    seat = await aside(lambda: mover(match))
    mine = await aside(lambda: client_at(match, seat))
    async with screen(path(match), mine) as program, screen(path(match, ""), mine) as page:
        state = json.loads(await program.frame())
        await page.frame()
        for text, code, id in REFUSED:
            for each in (program, page):
                await each.say(text)
            refused = await answer(program)
            assert (refused["error"]["code"], refused["id"]) == (code, id), text[:60]
            assert refused["table"]["turn_token"] == state["turn_token"]
            html = await page.frame()
            assert html.startswith(f"refused {json.dumps(id)} "), text[:60]
            assert 'id="table"' in html
    assert await aside(lambda: events(match)) == []


async def test_stranger_and_anonymous_user_cannot_move_by_socket(match: Match) -> None:
    seat = await aside(lambda: mover(match))
    stranger = await aside(lambda: signed_in(people("Carla")[0]))
    say = await aside(lambda: message(match, seat, CHOOSE))
    for client, code in ((None, "sign-in"), (stranger, "not-a-player")):
        async with screen(path(match), client) as program:
            await program.frame()
            await program.say(say)
            refused = await answer(program)
            assert refused["error"]["code"] == code
            assert refused["table"]["seat"] is None
    assert await aside(lambda: events(match)) == []


async def test_too_many_moves_are_refused(match: Match, settings: Settings) -> None:
    settings.WRITES_A_MINUTE = 2
    mine = await aside(lambda: client_at(match, 0))
    async with screen(path(match), mine) as program:
        await program.frame()
        for code in ("bad-move", "bad-move", "too-many"):
            await program.say('{"id": 1}')
            assert (await answer(program))["error"]["code"] == code


async def test_banned_player_is_refused_without_message(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_consumers, "CHECKED_EVERY", 0)
    users = [await aside(user_at, match, s) for s in (0, 1)]
    seat = await aside(lambda: mover(match))
    say = await aside(lambda: message(match, seat, CHOOSE))

    def ban(user: User) -> None:
        Sanction.objects.create(user=user, kind=Sanction.Kind.BAN)
        User.objects.filter(pk=user.pk).update(sanctioned=True)

    out, token = (
        await aside(lambda: signed_in(users[1 - seat])),
        await aside(lambda: key_for(users[seat])),
    )
    program = Screen(path(match), headers=[socket_bearer(token)])
    assert await program.connect()
    async with screen(path(match), out) as signed_out:
        for each in (program, signed_out):
            await each.frame()
        await aside(lambda: out.session.delete())
        await signed_out.say(say)
        assert await signed_out.closed_with() == RECONNECT
        await aside(lambda: AccessToken.objects.all().delete())
        await program.say(say)
        assert await program.closed_with() == SIGNED_OUT
        await program.disconnect()
    mine = await aside(lambda: signed_in(users[seat]))
    async with screen(path(match), mine) as banned:
        await banned.frame()
        await aside(lambda: ban(users[seat]))
        await banned.say(say)
        assert await banned.closed_with() == BANNED
    assert await aside(lambda: events(match)) == []
