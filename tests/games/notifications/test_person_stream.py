"""The stream of what concerns a person: how it is, and each change of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import User
from games.matches.models import Match
from games.matches.services import play
from games.notifications.models import Notification
from games.notifications.services import inbox
from games.notifications.stream import PersonSource
from tests.helpers.matches import act, legal, mover, people, seat_of, started
from tests.helpers.sockets import Screen, aside
from tests.helpers.streams import reading
from tests.helpers.tokens import key_for, socket_bearer

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]
PATH = "/api/v1/stream/me/"


@pytest.fixture
def users(transactional_db: None) -> list[User]:
    return people("Anna", "Berta")


def tell(user: User, about: str, actor: User | None = None) -> int:
    """A new notice; its number."""
    inbox.notify([user.pk], Notification.Kind.FOLLOWER, about, url="/", actor=actor)
    return Notification.objects.get(user=user, key=f"follower:{about}").pk


def move_until(match: Match, seat: int) -> None:
    """The others decide until this seat is asked."""
    while (asked := mover(match)) != seat:
        act(match, asked, legal(match, asked)[0])


def read(source: PersonSource) -> list[Any]:
    return [json.loads(message) for message in source.read()]


async def test_a_match_begins_waits_and_ends(users: list[User]) -> None:
    anna, berta = users
    async with reading(PATH, await aside(lambda: key_for(anna))) as program:
        assert await program.message() == {"type": "now", "number": 0, "playing": [], "asked": []}
        match = await aside(lambda: started(anna, berta, seed=8))
        assert await program.message() == {
            "type": "began",
            "match": match.id,
            "game": "condottiere",
        }
        seat = await aside(lambda: seat_of(match, anna))
        await aside(lambda: move_until(match, seat))
        asked = await program.until("asked")
        assert asked[-1]["match"] == match.id
        await aside(lambda: play.resign(berta, match.id))
        ended = (await program.until("ended"))[-1]
        assert (ended["match"], ended["status"]) == (match.id, "finished")


async def test_news_are_told_once_and_from_a_number(users: list[User]) -> None:
    anna, berta = users
    key = await aside(lambda: key_for(anna))
    first = await aside(lambda: tell(anna, "one", berta))
    async with reading(PATH, key) as program:
        assert (await program.message())["number"] == first
        second = await aside(lambda: tell(anna, "two", berta))
        news = await program.message()
        assert (news["type"], news["number"], news["kind"]) == ("news", second, "follower")
        assert news["by"] == berta.username
    third = await aside(lambda: tell(anna, "three"))
    async with reading(f"{PATH}?from={first}", key) as program:
        assert (await program.message())["type"] == "now"
        assert [(await program.message())["number"] for _ in range(2)] == [second, third]


async def test_the_socket_sends_the_same_messages(users: list[User]) -> None:
    anna, berta = users
    key = await aside(lambda: key_for(anna))
    socket = Screen(f"/ws{PATH}", origin="", headers=[socket_bearer(key)])
    assert await socket.connect()
    async with reading(PATH, key) as program:
        assert json.loads(await socket.frame()) == await program.message()
        await aside(lambda: tell(anna, "one", berta))
        assert json.loads(await socket.frame()) == await program.message()
    await socket.disconnect()


def test_it_tells_each_of_their_own(users: list[User]) -> None:
    sources = [PersonSource(user.pk) for user in users]
    for source in sources:
        assert read(source)[0]["type"] == "now"
    number = tell(users[0], "one")
    assert [one["number"] for one in read(sources[0])] == [number]
    assert read(sources[1]) == []


def test_a_notice_that_is_deleted_brings_no_older_one_back(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.notifications.stream.READ_AT_ONCE", 2)
    for about in ("one", "two", "three"):
        tell(users[0], about)
    source = PersonSource(users[0].pk)
    read(source)
    Notification.objects.filter(key="follower:three").delete()
    assert read(source) == []


def test_a_question_asked_anew_is_told_anew(users: list[User]) -> None:
    """Also where it was answered, and asked again, between two looks."""
    match = started(*users, seed=8)
    sources = {user.pk: PersonSource(user.pk) for user in users}
    for source in sources.values():
        read(source)
    for _ in range(4):
        seat = mover(match)
        act(match, seat, legal(match, seat)[0])
    told = [one["type"] for source in sources.values() for one in read(source)]
    assert "asked" in told
