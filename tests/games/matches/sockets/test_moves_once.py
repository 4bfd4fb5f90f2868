"""A repeated socket move is played once; simultaneous moves are committed together."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection

from accounts.models import User
from games.engine.contract import Json
from games.matches.access import match_cache
from games.matches.models import Match
from games.matches.services import commands, execute, group_commit, leaving
from games.matches.services.commands import MakeMove
from games.matches.services.event_store import state_cache
from games.matches.sockets.consumers import TRY_AGAIN
from tests.games.matches.sockets.messages import answer, client_at, message, path
from tests.helpers.matches import (
    CHOOSE,
    act,
    events,
    legal,
    mover,
    people,
    started,
    turn_token,
    user_at,
)
from tests.helpers.sockets import Screen, aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


@contextmanager
def batches() -> Iterator[list[int]]:
    """How many changes each commit brings from now on."""
    sizes: list[int] = []
    commit = group_commit.commit_together

    def counted(changes: Any) -> Any:
        sizes.append(len(changes))
        return commit(changes)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(group_commit, "commit_together", counted)
        yield sizes


# --- Once, whatever is lost.


async def test_repeated_move_is_played_once(match: Match) -> None:
    seat = await aside(lambda: mover(match))
    mine = await aside(lambda: client_at(match, seat))
    say = await aside(lambda: message(match, seat, CHOOSE))
    other = await aside(lambda: message(match, seat, {"type": "decline"}))
    for _ in range(3):
        async with screen(path(match), mine) as program:
            await program.frame()
            await program.say(say)
            answered = await answer(program)
            assert "error" not in answered
            assert answered["table"]["seen"] == 1
            await program.say(other)
            assert (await answer(program))["error"]["code"] == "stale"
    assert len(await aside(lambda: events(match))) == 1


async def test_undone_move_is_not_replayed_by_resending(transactional_db: None) -> None:
    match = await aside(lambda: started(*people("Anna", "Berta"), game="babel", seed=1))
    seat = await aside(lambda: mover(match))
    move = await aside(lambda: legal(match, seat)[0])
    mine = await aside(lambda: client_at(match, seat))
    say = await aside(lambda: message(match, seat, move))
    async with screen(path(match), mine) as program:
        await program.frame()
        await program.say(say)
        state = (await answer(program))["table"]
        assert state["may_undo"]
        user = await aside(lambda: user_at(match, seat))
        await aside(lambda: commands.take_back(user, match.id, state["turn_token"]))
        await program.say(say)
        assert (await answer(program))["error"]["code"] == "stale"
    assert [kind for _, kind, *_ in await aside(lambda: events(match))] == ["move", "undo"]


async def test_one_of_many_simultaneous_socket_moves_is_played(match: Match) -> None:
    seat = await aside(lambda: mover(match))
    mine = await aside(lambda: client_at(match, seat))
    choices = await aside(lambda: legal(match, seat))
    token = await aside(lambda: turn_token(match, seat))
    programs = [Screen(path(match), mine) for _ in range(6)]
    for program in programs:
        assert await program.connect()
        await program.frame()
    for number, program in enumerate(programs):
        await program.say(json.dumps({"move": choices[number], "turn_token": token, "id": number}))
    answers = [await answer(program) for program in programs]
    assert [a["error"]["code"] for a in answers if "error" in a] == ["stale"] * 5
    assert len(await aside(lambda: events(match))) == 1
    for program in programs:
        await program.disconnect()


async def test_outdated_process_judges_again(match: Match) -> None:
    """Another process has moved since: memory believes that it is still the first one's turn."""
    seat = await aside(lambda: mover(match))
    clients = [await aside(client_at, match, s) for s in (0, 1)]
    async with screen(path(match), clients[seat]) as program:
        await program.frame()
        old_table, old_state = match_cache.get(match.id), state_cache.get(match.id)
        late = await aside(lambda: message(match, seat, {"type": "decline"}))
        assert old_table is not None
        assert old_state is not None
        user = await aside(lambda: user_at(match, seat))
        await aside(lambda: act(match, seat, CHOOSE))
        assert json.loads(await program.frame())["seen"] == 1

        def fall_behind() -> None:
            match_cache.set(match.id, old_table)
            state_cache.set(match.id, old_state)

        fall_behind()
        assert execute.judge_in_memory(
            MakeMove(match.id, user, {"type": "decline"}, json.loads(late)["turn_token"])
        )
        await program.say(late)
        assert (await answer(program))["error"]["code"] == "stale"
        seat = await aside(lambda: mover(match))
        fall_behind()
        async with screen(path(match), clients[seat]) as next_one:
            await next_one.frame()
            fall_behind()
            say = await aside(lambda: message(match, seat, legal(match, seat)[0]))
            fall_behind()
            await next_one.say(say)
            assert "error" not in await answer(next_one)
    assert [number for number, *_ in await aside(lambda: events(match))] == [1, 2]


async def test_uncommitted_move_is_not_acknowledged(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = await aside(lambda: mover(match))
    mine = await aside(lambda: client_at(match, seat))
    say = await aside(lambda: message(match, seat, CHOOSE))

    def fail(*args: Any) -> Any:
        raise DatabaseError("the disk is full")

    async with screen(path(match), mine) as program:
        await program.frame()
        monkeypatch.setattr(group_commit, "append", fail)
        await program.say(say)
        assert await program.closed_with() == TRY_AGAIN
    assert await aside(lambda: events(match)) == []
    cached = state_cache.get(match.id)
    assert cached is None or cached[0] == 0


async def test_move_after_resignation_is_refused(match: Match) -> None:
    seat = await aside(lambda: mover(match))
    mine = await aside(lambda: client_at(match, seat))
    say = await aside(lambda: message(match, seat, CHOOSE))
    async with screen(path(match), mine) as program:
        await program.frame()
        user = await aside(lambda: user_at(match, seat))
        await aside(lambda: commands.resign(user, match.id))
        await program.say(say)
        assert (await answer(program))["error"]["code"] == "over"


# --- Together.


async def test_simultaneous_moves_of_matches_are_committed_together(
    transactional_db: None,
) -> None:
    def open_all() -> list[tuple[User, Match, Json, str]]:
        ready = []
        for pair in range(8):
            match = started(*people(f"One{pair}", f"Two{pair}"), seed=pair)
            seat = mover(match)
            user = user_at(match, seat)
            match_cache.set_newer(match.id, 0, (match, tuple(match.players.select_related("user"))))
            ready.append((user, match, legal(match, seat)[0], turn_token(match, seat)))
        return ready

    ready = await aside(open_all)
    with batches() as sizes:
        await asyncio.gather(
            *(
                execute.aexecute(MakeMove(match.id, user, move, token))
                for user, match, move, token in ready
            )
        )
    assert sum(sizes) == 8
    assert len(sizes) <= 2
    for _user, match, move, _token in ready:
        assert [data for *_, data in await aside(events, match)] == [move]


async def test_outdated_change_is_left_out_of_batch(match: Match) -> None:
    """Of two that were judged on the same number, one is committed."""
    seat = await aside(lambda: mover(match))
    other = await aside(lambda: started(*people("Carla", "Dora"), seed=3))

    def judged(match: Match, at: int) -> Any:
        match_cache.set_newer(match.id, 0, (match, tuple(match.players.select_related("user"))))
        user, move = user_at(match, at), legal(match, at)[0]
        return execute.judge_in_memory(MakeMove(match.id, user, move, turn_token(match, at)))

    late = await aside(lambda: judged(match, seat))
    in_time = await aside(lambda: judged(other, mover(other)))
    await aside(lambda: act(match, seat, CHOOSE))
    committed, _announced = await aside(lambda: group_commit.commit_together([late, in_time]))
    assert committed == [False, True]
    assert len(await aside(lambda: events(match))) == 1
    assert len(await aside(lambda: events(other))) == 1


async def test_commit_waits_for_locked_sqlite_store(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others hold the lock for is short: the commit comes right after it."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite is locked as a whole")
    seat = await aside(lambda: mover(match))
    mine = await aside(lambda: client_at(match, seat))
    say = await aside(lambda: message(match, seat, CHOOSE))
    commit, busy = group_commit.commit_together, [True] * 5

    def locked(changes: Any) -> Any:
        if busy:
            busy.pop()
            raise OperationalError("database is locked") from busy_error()
        return commit(changes)

    async with screen(path(match), mine) as program:
        await program.frame()
        monkeypatch.setattr(group_commit, "commit_together", locked)
        monkeypatch.setattr(execute, "read_match", lambda *_args: pytest.fail("not waited"))
        await program.say(say)
        assert "error" not in await answer(program)
    assert not busy
    assert len(await aside(lambda: events(match))) == 1


def busy_error() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


async def test_change_for_ended_match_is_not_committed(match: Match) -> None:
    seat = await aside(lambda: mover(match))

    def judged() -> Any:
        match_cache.set_newer(match.id, 0, (match, tuple(match.players.select_related("user"))))
        user = user_at(match, seat)
        return execute.judge_in_memory(MakeMove(match.id, user, CHOOSE, turn_token(match, seat)))

    late = await aside(judged)
    await aside(lambda: leaving.call_off(match.id))
    assert await aside(lambda: group_commit.commit_together([late])) == ([False], [])
