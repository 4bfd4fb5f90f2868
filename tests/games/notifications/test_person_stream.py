"""The personal event stream: the current state, and each later change."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.matches.models import Match
from games.matches.services import commands
from games.notifications.models import Notification, PersonStream
from games.notifications.services import inbox, stream_log
from games.notifications.stream import PersonSource
from tests.helpers.clocks import Wall
from tests.helpers.matches import act, legal, move_on, mover, seat_of, started
from tests.helpers.sockets import Screen, aside
from tests.helpers.streams import reading
from tests.helpers.tokens import key_for, socket_bearer

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]
PATH = "/api/v1/stream/me/"


def tell(user: User, about: str, actor: User | None = None) -> None:
    """Write a new notice."""
    inbox.notify([user.pk], Notification.Kind.FOLLOWER, about, url="/", actor=actor)


def move_until(match: Match, seat: int) -> None:
    """Move for the other seats until this seat is asked."""
    while (asked := mover(match)) != seat:
        act(match, asked, legal(match, asked)[0])


def answer_and_wait(match: Match, seat: int) -> None:
    """Move for this seat and the others until this seat is asked again."""
    move_until(match, seat)
    act(match, seat, legal(match, seat)[0])
    move_until(match, seat)


def read(source: PersonSource) -> list[Any]:
    return [json.loads(message) for message in source.read()]


async def test_stream_reports_start_question_and_end_of_match(pair: list[User]) -> None:
    anna, berta = pair
    async with reading(PATH, await aside(lambda: key_for(anna))) as program:
        assert await program.message() == {"type": "now", "number": 0, "playing": [], "asked": []}
        match = await aside(lambda: started(anna, berta, seed=8))
        assert await program.message() == {
            "type": "began",
            "number": 1,
            "match": match.id,
            "game": "condottiere",
        }
        seat = await aside(lambda: seat_of(match, anna))
        await aside(lambda: move_until(match, seat))
        asked = await program.until("asked")
        assert asked[-1]["match"] == match.id
        await aside(lambda: commands.resign(berta, match.id))
        ended = (await program.until("ended"))[-1]
        assert (ended["match"], ended["status"]) == (match.id, "finished")


async def test_news_is_streamed_once_from_given_number(pair: list[User]) -> None:
    anna, berta = pair
    key = await aside(lambda: key_for(anna))
    await aside(lambda: tell(anna, "before"))
    async with reading(PATH, key) as program:
        assert (await program.message())["number"] == 0
        await aside(lambda: tell(anna, "one", berta))
        news = await program.message()
        assert (news["type"], news["number"], news["kind"]) == ("news", 1, "follower")
        assert news["by"] == berta.username
    await aside(lambda: tell(anna, "two"))
    await aside(lambda: tell(anna, "three"))
    async with reading(f"{PATH}?from=1", key) as program:
        assert [(await program.message())["number"] for _ in range(2)] == [2, 3]
    async with reading(f"{PATH}?from=9", key) as program:
        now = await program.message()
        assert (now["type"], now["number"]) == ("now", 3), "a restored site has lower numbers"


async def test_reconnected_stream_loses_and_repeats_nothing(
    pair: list[User],
) -> None:
    """Two programs of one account get the same messages.

    They disconnect while matches begin, wait and end, and challenges arrive.
    """
    anna, berta = pair
    key = await aside(lambda: key_for(anna))
    first = await aside(lambda: started(anna, berta, seed=8))
    async with reading(PATH, key) as program:
        now = await program.message()
        assert [one["match"] for one in now["playing"]] == [first.id]
    short = await aside(lambda: started(anna, berta, seed=9))
    await aside(lambda: commands.resign(berta, short.id))
    seat = await aside(lambda: seat_of(first, anna))
    await aside(lambda: answer_and_wait(first, seat))
    await aside(lambda: commands.resign(berta, first.id))
    third = await aside(lambda: started(anna, berta, seed=8))
    await aside(lambda: move_until(third, seat_of(third, anna)))
    await aside(lambda: tell(anna, "one", berta))
    async with (
        reading(f"{PATH}?from={now['number']}", key) as program,
        reading(f"{PATH}?from={now['number']}", key) as other,
    ):
        missed = await program.until("news")
        about = [(one["type"], one.get("match")) for one in missed]
        assert [one["number"] for one in missed] == list(range(1, len(missed) + 1))
        for match in (short, first):
            assert about.count(("ended", match.id)) == 1
        for match in (short, third):
            assert about.count(("began", match.id)) == 1
        assert ("began", first.id) not in about
        assert about.index(("began", short.id)) < about.index(("ended", short.id))
        assert about.count(("asked", third.id)) == 1
        assert await other.until("news") == missed
    half = missed[len(missed) // 2]["number"]
    async with reading(f"{PATH}?from={half}", key) as program:
        assert await program.until("news") == missed[half:]
    async with reading(f"{PATH}?from={missed[-1]['number']}", key) as program:
        await aside(lambda: tell(anna, "two"))
        assert (await program.message())["number"] == missed[-1]["number"] + 1


async def test_socket_sends_same_messages_as_stream(pair: list[User]) -> None:
    anna, berta = pair
    key = await aside(lambda: key_for(anna))
    socket = Screen(f"/ws{PATH}", origin="", headers=[socket_bearer(key)])
    assert await socket.connect()
    async with reading(PATH, key) as program:
        assert json.loads(await socket.frame()) == await program.message()
        await aside(lambda: tell(anna, "one", berta))
        assert json.loads(await socket.frame()) == await program.message()
    await socket.disconnect()


def test_stream_sends_only_own_messages(pair: list[User]) -> None:
    sources = [PersonSource(user.pk) for user in pair]
    for source in sources:
        assert read(source)[0]["type"] == "now"
    tell(pair[0], "one")
    assert [one["number"] for one in read(sources[0])] == [1]
    assert read(sources[1]) == []


def test_deleted_notice_is_not_sent(pair: list[User]) -> None:
    source = PersonSource(pair[0].pk)
    read(source)
    for about in ("one", "two", "three"):
        tell(pair[0], about)
    assert [one["number"] for one in read(source)] == [1, 2, 3]
    Notification.objects.filter(key="follower:two").delete()
    assert [one["number"] for one in read(PersonSource(pair[0].pk, 0))] == [1, 3]
    assert read(source) == []


def test_many_messages_are_read_in_pages(pair: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.notifications.stream.READ_AT_ONCE", 2)
    source = PersonSource(pair[0].pk, 0)
    for about in ("one", "two", "three"):
        tell(pair[0], about)
    assert [one["number"] for one in read(source)] == [1, 2]
    assert source.more
    assert [one["number"] for one in read(source)] == [3]
    assert not source.more


def test_late_reader_starts_again(
    pair: list[User], monkeypatch: pytest.MonkeyPatch, wall: Wall
) -> None:
    monkeypatch.setattr(stream_log, "MOST_STORED", 2)
    PersonSource(pair[0].pk)
    for about in range(5):
        tell(pair[0], str(about))
        stream_log.catch_up(pair[0].pk)
        wall.wait(timedelta(minutes=5).total_seconds())
    first = read(PersonSource(pair[0].pk, 0))
    assert [(one["type"], one["number"]) for one in first] == [("now", 5)]
    assert [one["number"] for one in read(PersonSource(pair[0].pk, 3))] == [4, 5]


def test_old_messages_are_deleted(pair: list[User], wall: Wall) -> None:
    source = PersonSource(pair[0].pk)
    read(source)
    tell(pair[0], "one")
    read(source)
    wall.wait(timedelta(days=8).total_seconds())
    assert stream_log.delete_old() == 0, "the last state is kept for comparison"
    tell(pair[0], "two")
    assert [one["number"] for one in read(source)] == [2]
    assert stream_log.delete_old() == 1
    assert [one["type"] for one in read(PersonSource(pair[0].pk, 0))] == ["now"]
    wall.wait(timedelta(days=31).total_seconds())
    assert stream_log.delete_old() > 0
    assert not PersonStream.objects.exists()


def test_repeated_question_is_sent_again(pair: list[User]) -> None:
    """Also where it was answered, and asked again, between two looks."""
    match = started(*pair, seed=8)
    sources = {user.pk: PersonSource(user.pk) for user in pair}
    for source in sources.values():
        read(source)
    for _ in range(4):
        move_on(match)
    types = [one["type"] for source in sources.values() for one in read(source)]
    assert "asked" in types
