"""The event stream of a match: numbered, resumable, and limited to what the seat may see."""

from __future__ import annotations

import json

import pytest
from django.db import OperationalError
from pytest_django import Settings

from accounts.models import Sanction, User
from accounts.services import tokens
from core.monitoring import drain
from core.server.handler import PagesHandler
from games.chat.services import post_line
from games.matches import publish
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.events import events_for
from games.matches.services import commands
from games.matches.streams import stream
from games.matches.streams.match_source import MatchSource
from games.matches.streams.response import slots
from tests.helpers.matches import (
    act,
    fresh,
    legal,
    match_with_secret_question,
    move_on,
    mover,
    position_of,
    started,
    user_at,
)
from tests.helpers.sockets import Screen, aside
from tests.helpers.streams import Reader, reading
from tests.helpers.tokens import key_for, socket_bearer

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users[:2], seed=8)


def path(match: Match, query: str = "") -> str:
    return f"/api/v1/stream/matches/{match.id}/{query}"


async def key_of(user: User, *scopes: str) -> str:
    return str(await aside(lambda: key_for(user, *scopes)))


async def test_event_is_streamed_once_and_followed_by_state(match: Match) -> None:
    user = await aside(lambda: user_at(match, mover(match)))
    key = await key_of(user)
    async with reading(path(match), key) as program:
        first = await program.message()
        assert (first["type"], first["number"]) == ("state", 0)
        assert first["state"]["moves"]
        assert program.headers[b"Content-Type"] == b"application/x-ndjson"
        for number in (1, 2, 3):
            await aside(lambda: move_on(match))
            event, state = await program.until("state")
            assert (event["type"], event["number"]) == ("event", number)
            assert state["number"] == number
    answer = await aside(lambda: events_for(open_match(user, match.id)))
    assert answer["events"][-1] == event["event"]


async def test_stream_resumes_from_number_without_gap(match: Match) -> None:
    key = await key_of(await aside(lambda: user_at(match, 0)))
    for _ in range(4):
        await aside(lambda: move_on(match))
    async with reading(path(match, "?from=1"), key) as program:
        messages = await program.until("state")
    assert [one["number"] for one in messages] == [2, 3, 4, 4]
    async with reading(path(match, "?from=4"), key) as program:
        assert (await program.message())["type"] == "state"


@pytest.mark.parametrize(
    ("query", "named"),
    [("?from=-1", "from 0 to"), ("?from=x", "a whole number"), ("?form=1", "“from”?")],
)
async def test_invalid_stream_number_is_refused(match: Match, query: str, named: str) -> None:
    key = await key_of(await aside(lambda: user_at(match, 0)))
    async with reading(path(match, query), key) as program:
        error = (await program.message())["error"]
        assert (program.status, error["code"]) == (400, "bad-body")
        assert named in error["reason"]


async def test_number_above_newest_gets_newest_state(match: Match) -> None:
    """A site that was restored from a backup has lower numbers than its readers."""
    key = await key_of(await aside(lambda: user_at(match, 0)))
    async with reading(path(match, "?from=9"), key) as program:
        first = await program.message()
        assert (first["type"], first["number"]) == ("state", 0)
        await aside(lambda: move_on(match))
        assert (await program.message())["number"] == 1


async def test_many_events_are_streamed_in_pages(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.matches.presenters.events.MOST", 2)
    key = await key_of(await aside(lambda: user_at(match, 0)))
    for _ in range(5):
        await aside(lambda: move_on(match))
    async with reading(path(match, "?from=0"), key) as program:
        messages = await program.until("state")
    assert [one["number"] for one in messages] == [1, 2, 3, 4, 5, 5]


async def test_secret_move_is_not_streamed_to_others(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it put off the sign of life."""
    match = await aside(lambda: match_with_secret_question(*users))
    seats = await aside(lambda: position_of(match).to_move())
    watching = await key_of(await aside(lambda: user_at(match, seats[1])))
    monkeypatch.setattr(stream, "ALIVE_EVERY", 0.5)
    async with reading(path(match), watching) as program:
        assert (await program.message())["type"] == "state"
        await aside(lambda: act(match, seats[0], legal(match, seats[0])[0]))
        for _ in range(3):
            assert await program.message() == {"type": "alive"}


async def test_chat_is_streamed_only_to_tokens_with_chat_scope(match: Match) -> None:
    user, other = [await aside(user_at, match, seat) for seat in (0, 1)]
    keys = await key_of(user, "chat"), await key_of(user, "play")
    async with reading(path(match), keys[0]) as hears, reading(path(match), keys[1]) as deaf:
        for program in (hears, deaf):
            await program.message()
        line = await aside(lambda: post_line(open_match(other, match.id), "Hello"))
        heard = await hears.message()
        assert heard["type"] == "chat"
        assert (heard["line"]["id"], heard["line"]["text"]) == (line.pk, "Hello")
        await aside(lambda: move_on(match))
        assert (await deaf.message())["type"] == "event"
    await aside(lambda: post_line(open_match(other, match.id), "Again"))
    async with reading(path(match, f"?line={line.pk}"), keys[0]) as hears:
        chat = (await hears.until("chat"))[-1]
        assert chat["line"]["text"] == "Again"


async def test_stream_ends_with_match(match: Match) -> None:
    user = await aside(lambda: user_at(match, 0))
    async with reading(path(match), await key_of(user)) as program:
        await program.message()
        other = await aside(lambda: user_at(match, 1))
        await aside(lambda: commands.resign(other, match.id))
        *_, state, end = await program.until("end")
        assert state["state"]["status"] == "finished"
        assert end["code"] == "over"


async def test_leaver_gets_seat_changed_end(users: list[User]) -> None:
    match = await aside(lambda: started(*users, seed=8))
    async with reading(path(match), await key_of(users[0])) as program:
        await program.message()
        await aside(lambda: commands.resign(users[0], match.id))
        assert (await program.message())["code"] == "seat-changed"


async def test_stream_ends_when_token_is_revoked(match: Match) -> None:
    user = await aside(lambda: user_at(match, 0))
    async with reading(path(match), await key_of(user)) as program:
        await program.message()
        await aside(lambda: tokens.revoke_all(user))
        assert (await program.message())["code"] == "bad-token"


async def test_stream_ends_when_reader_is_banned(match: Match) -> None:
    user = await aside(lambda: user_at(match, 0))
    async with reading(path(match), await key_of(user)) as program:
        await program.message()
        await aside(lambda: Sanction.objects.create(user=user, kind=Sanction.Kind.BAN))
        await aside(lambda: User.objects.filter(pk=user.pk).update(sanctioned=True))
        await aside(lambda: publish.moderation_status_changed(user.pk))
        end = await program.message()
        assert (end["type"], end["code"]) == ("end", "not-allowed")


async def test_slow_reader_is_ended_with_code(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "SLOW_AFTER", 0.0)
    async with reading(path(match), await key_of(await aside(lambda: user_at(match, 0)))) as slow:
        assert (await slow.message())["type"] == "state"
        end = await slow.message()
        assert (end["type"], end["code"]) == ("end", "too-slow")


async def test_reader_that_stops_reading_is_dropped(match: Match, settings: Settings) -> None:
    settings.STREAM_SEND_SECONDS = 0.2
    user = await aside(lambda: user_at(match, 0))
    reader = Reader(path(match), await key_of(user))
    reader.takes.clear()
    await PagesHandler()(reader.scope, reader.receive, reader.send)
    assert reader.status == 0
    assert slots.taken(user.pk) == 0


async def test_streams_per_user_are_limited(match: Match, settings: Settings) -> None:
    settings.SOCKETS_A_PERSON = 1
    key = await key_of(await aside(lambda: user_at(match, 0)))
    async with reading(path(match), key) as first:
        await first.message()
        async with reading(path(match), key) as second:
            assert (await second.message())["error"]["code"] == "too-many"
            assert second.status == 429
            assert second.headers[b"Retry-After"] == b"1"
    async with reading(path(match), key) as again:
        assert (await again.message())["type"] == "state"


async def test_server_shutdown_ends_stream(match: Match) -> None:
    key = await key_of(await aside(lambda: user_at(match, 0)))
    async with reading(path(match), key) as program:
        await program.message()
        for close in list(drain.process.sockets.values()):
            await close()
        assert (await program.message())["code"] == "interrupted"
    assert not drain.process.sockets


async def test_socket_sends_same_messages_as_stream(match: Match) -> None:
    key = await key_of(await aside(lambda: user_at(match, 0)))
    for _ in range(2):
        await aside(lambda: move_on(match))
    socket = Screen(f"/ws{path(match, '?from=1')}", origin="", headers=[socket_bearer(key)])
    assert await socket.connect()
    async with reading(path(match, "?from=1"), key) as program:
        for _ in range(2):
            assert json.loads(await socket.frame()) == await program.message()
        await aside(lambda: move_on(match))
        for _ in range(2):
            assert json.loads(await socket.frame()) == await program.message()
        ender = await aside(lambda: user_at(fresh(match), 1))
        await aside(lambda: commands.resign(ender, match.id))
        for message in await program.until("end"):
            assert json.loads(await socket.frame()) == message
    assert await socket.closed_with() == 1000


async def test_failed_read_closes_socket_of_stream(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: MatchSource) -> list[bytes]:
        raise OperationalError("gone")

    monkeypatch.setattr(MatchSource, "read", fail)
    key = await key_of(await aside(lambda: user_at(match, 0)))
    socket = Screen(f"/ws{path(match)}", origin="", headers=[socket_bearer(key)])
    assert await socket.connect()
    assert await socket.closed_with() == 1011
