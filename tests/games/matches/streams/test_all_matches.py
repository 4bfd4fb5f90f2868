"""One stream of all matches that a user plays."""

from __future__ import annotations

import json

import pytest

from accounts.models import User
from games.matches.models import Match
from games.matches.refusals import BadBody
from games.matches.services import commands
from games.matches.streams.all_matches import MOST, read_numbers
from games.matches.streams.match_source import MatchSource
from tests.helpers.matches import (
    move_on,
    people,
    started,
)
from tests.helpers.sockets import Screen, aside
from tests.helpers.streams import reading
from tests.helpers.tokens import key_for, socket_bearer

PATH = "/api/v1/stream/matches/"


@pytest.fixture
def users(transactional_db: None, connections_closed: None) -> list[User]:
    return people("Anna", "Berta", "Carla")


@pytest.mark.django_db(transaction=True)
async def test_one_stream_follows_all_matches_and_resumes(users: list[User]) -> None:
    anna, berta, carla = users
    first, others = await aside(
        lambda: (started(anna, berta, seed=8), started(berta, carla, seed=8))
    )
    key = await aside(lambda: key_for(anna))
    async with reading(PATH, key) as program:
        state = await program.message()
        assert (state["match"], state["type"], state["number"]) == (first.id, "state", 0)
        assert state["state"]["match"] == first.id
        await aside(lambda: move_on(others))
        later = await aside(lambda: started(anna, carla, seed=8))
        state = await program.message()
        assert (state["match"], state["type"]) == (later.id, "state"), "it follows new matches"
        await aside(lambda: move_on(later))
        event, state = await program.message(), await program.message()
        assert [event["match"], event["type"], event["number"]] == [later.id, "event", 1]
        assert [state["match"], state["type"], state["number"]] == [later.id, "state", 1]
    await aside(lambda: move_on(first))
    await aside(lambda: commands.resign(carla, later.id))
    async with reading(f"{PATH}?from={first.id}:0,{later.id}:1,{others.id}:0", key) as program:
        messages = [await program.message() for _ in range(5)]
    by_match = {
        match.id: [one["type"] for one in messages if one["match"] == match.id]
        for match in (first, later, others)
    }
    assert by_match == {
        first.id: ["event", "state"],
        later.id: ["event", "state", "ended"],
        others.id: [],
    }
    assert [one["code"] for one in messages if one["type"] == "ended"] == ["over"]


@pytest.mark.django_db(transaction=True)
async def test_match_that_cannot_be_replayed_holds_up_no_other(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = await aside(lambda: [started(*users[:2], seed=seed) for seed in (8, 9)])
    key = await aside(lambda: key_for(users[0]))
    read = MatchSource.read

    def fail(self: MatchSource) -> list[bytes]:
        if broken.id in self.groups[0]:
            raise KeyError("no such card")
        return read(self)

    monkeypatch.setattr(MatchSource, "read", fail)
    async with reading(PATH, key) as program:
        assert (await program.message())["match"] == sound.id
        await aside(lambda: move_on(sound))
        assert (await program.message())["type"] == "event"


@pytest.mark.django_db(transaction=True)
async def test_leaver_gets_end_of_match_that_goes_on(users: list[User]) -> None:
    match = await aside(lambda: started(*users, seed=8))
    anna = users[0]
    key = await aside(lambda: key_for(anna))
    socket = Screen(f"/ws{PATH}", headers=[socket_bearer(key)])
    assert await socket.connect()
    assert json.loads(await socket.frame())["type"] == "state"
    await aside(lambda: commands.resign(anna, match.id))
    messages = [json.loads(await socket.frame())]
    while messages[-1]["type"] != "ended":
        messages.append(json.loads(await socket.frame()))
    assert messages[-1]["code"] == "not-a-player"
    assert await aside(lambda: Match.objects.get(id=match.id).status) == "running"
    await socket.disconnect()


@pytest.mark.parametrize("text", ["x", "a:b", "a:1,", ",".join(["a:1"] * (MOST + 1)), "a:-1"])
def test_wrong_numbers_are_refused(text: str) -> None:
    with pytest.raises(BadBody, match="k7wq3mh2xa:12"):
        read_numbers(text)
    assert read_numbers("a:1,b-c:20") == {"a": 1, "b-c": 20}
    assert read_numbers("") == {}
