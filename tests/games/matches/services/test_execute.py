"""Moves by form and JSON: judged in memory, committed together, left to the store where not."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, connections, transaction
from django.test import Client

from accounts.models import User
from games.engine.contract import Json
from games.engine.refusals import Refusal
from games.matches.access import match_cache
from games.matches.models import Match
from games.matches.refusals import SignInFirst, Stale
from games.matches.services import commands, execute, group_commit
from games.matches.services.append import Change
from games.matches.services.commands import MakeMove
from games.matches.services.event_store import match_state, state_cache
from games.titles.registry import all_games
from tests.helpers.matches import (
    CHOOSE,
    act,
    asked,
    events,
    fresh,
    legal,
    mover,
    people,
    signed_in,
    started,
    user_at,
)
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db(transaction=True)


def in_memory(match: Match) -> Match:
    """The match as a process has it that somebody is at."""
    match = fresh(match)
    players = list(match.players.select_related("user").order_by("joined"))
    match_cache.set_newer(match.id, match.last_number, (match, tuple(players)))
    match_state(match)
    return match


@pytest.fixture
def match(transactional_db: None) -> Match:
    return in_memory(started(*people("Anna", "Berta"), seed=8))


@pytest.fixture
def no_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execute, "read_match", lambda *_args: pytest.fail("read again"))


def as_json(client: Client, match: Match, seat: int, move: Json) -> Any:
    body = {**move, "asked": asked(match, seat)}
    return client.post(f"/api/v1/matches/{match.id}/moves/", body, content_type="application/json")


def as_form(client: Client, match: Match, seat: int, move: Json) -> Any:
    form = {**move, "asked": asked(match, seat)}
    return client.post(f"/matches/{match.id}/moves/", form, headers={"HX-Request": "true"})


@pytest.mark.usefixtures("no_store")
@pytest.mark.parametrize("send", [as_json, as_form])
def test_a_request_moves_where_the_match_is_in_memory(
    send: Callable[..., Any], match: Match
) -> None:
    seat = mover(match)
    client = signed_in(user_at(match, seat))
    assert send(client, match, seat, CHOOSE).status_code == 200
    assert events(match) == [(1, "move", seat, CHOOSE)]
    cached, state = match_cache.get(match.id), state_cache.get(match.id)
    assert cached is not None
    assert state is not None
    assert cached[0] == state[0] == 1


@pytest.mark.parametrize("game", [game.slug for game in all_games()])
def test_memory_and_the_store_come_to_the_same(game: str, transactional_db: None) -> None:
    users = people("Anna", "Berta")
    both = [started(*users, game=game, seed=5) for _ in range(2)]
    for _ in range(8):
        seat = mover(both[0])
        move, user = legal(both[0], seat)[-1], user_at(both[0], seat)
        commands.submit_move(user, in_memory(both[0]).id, move, asked(both[0], seat))
        act(both[1], seat, move)
    assert events(both[0]) == events(both[1])
    first, second = ([_row(player) for player in match.players.order_by("seat")] for match in both)
    assert first == second


def _row(player: Any) -> list[object]:
    return [player.seat, player.user_id, player.asked_at, player.left_at, player.bot]


def test_of_two_at_the_same_moment_one_is_played(match: Match) -> None:
    seat = mover(match)
    user, token, together = user_at(match, seat), asked(match, seat), Barrier(2)

    def move() -> str:
        together.wait()
        try:
            commands.submit_move(user, match.id, CHOOSE, token)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "played"

    with ThreadPoolExecutor(2) as threads:
        results = sorted(done.result() for done in [threads.submit(move) for _ in range(2)])
    assert results[0] == "played"
    assert results[1] in {"stale", "not-your-turn"}
    assert len(events(match)) == 1


def test_a_batch_takes_one_change_of_a_match(match: Match) -> None:
    seat = mover(match)
    user, token = user_at(match, seat), asked(match, seat)
    twice = [
        execute.judge_in_memory(MakeMove(match.id, user, move, token))
        for move in legal(match, seat)[:2]
    ]
    changes = [change for change in twice if change is not None]
    assert len(changes) == 2
    committed, outbox = group_commit.commit_together(changes)
    assert committed == [True, False]
    moved = [message for message, _groups in outbox if message["type"] == "match.moved"]
    assert [message["number"] for message in moved] == [1]
    assert len(events(match)) == 1


def test_what_a_thread_has_committed_is_announced(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[str] = []
    monkeypatch.setattr(
        "games.matches.announce._send", lambda message, *_groups: announced.append(message["type"])
    )
    seat = mover(match)
    commands.submit_move(user_at(match, seat), match.id, CHOOSE, asked(match, seat))
    assert "match.moved" in announced


def test_a_refusal_is_the_stores(match: Match) -> None:
    seat = mover(match)
    user = user_at(match, seat)
    with pytest.raises(Stale):
        commands.submit_move(user, match.id, CHOOSE, "an old question")
    assert events(match) == []


def test_nobody_moves_for_a_bot(transactional_db: None) -> None:
    """Neither has a user: that makes a stranger no bot."""
    match = next(
        match
        for match in (started(*people("Anna"), bots=("easy",), seed=seed) for seed in range(20))
        if not match.players.get(seat=mover(match)).person
    )
    seat = mover(in_memory(match))
    token = commands.asked_token(match.players.get(seat=seat))
    stranger = MakeMove(match.id, AnonymousUser(), legal(match, seat)[0], token)
    assert execute.judge_in_memory(stranger) is None
    with pytest.raises(SignInFirst):
        commands.submit_move(AnonymousUser(), match.id, legal(match, seat)[0], token)


def test_whoever_is_in_a_transaction_uses_it(match: Match) -> None:
    seat = mover(match)
    user: User = user_at(match, seat)
    token = asked(match, seat)
    with transaction.atomic():
        commands.submit_move(user, match.id, CHOOSE, token)
        transaction.set_rollback(True)
    assert events(match) == []


def test_row_in_memory_cannot_be_changed(match: Match) -> None:
    act(match, seat := mover(match), legal(match, seat)[0])
    _number, (row, players) = not_none(match_cache.get(match.id))
    for cached in (row, *players):
        with pytest.raises(FrozenInstanceError):
            cached.id = 0


def test_command_judged_in_memory_leaves_the_cached_rows_as_they_are(match: Match) -> None:
    seat = mover(match)
    _number, (row, players) = not_none(match_cache.get(match.id))
    before = [dict(vars(cached)) for cached in (row, *players)]
    command = MakeMove(match.id, user_at(match, seat), CHOOSE, asked(match, seat))
    assert execute.judge_in_memory(command) is not None
    assert [dict(vars(cached)) for cached in (row, *players)] == before


def test_match_that_moves_on_in_the_meantime_is_judged_again_with_its_row_locked(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []

    def too_late_at_first(change: Change) -> bool:
        tried.append(connection.in_atomic_block)
        return len(tried) > 1 and group_commit.append_alone(change)

    monkeypatch.setattr(execute, "append_alone", too_late_at_first)
    match_cache.clear()
    seat = mover(match)
    commands.submit_move(user_at(match, seat), match.id, CHOOSE, asked(match, seat))
    assert tried == [False, True]
    assert [data for *_, data in events(match)] == [CHOOSE]
