"""Moves judged in memory and committed together, or executed by the store as a fallback."""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from threading import Barrier
from typing import Any
from weakref import ref

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, connections, transaction
from django.test import Client

from accounts.models import User
from core.monitoring.metrics import MOVES
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
    events,
    fresh,
    legal,
    match_with_secret_question,
    mover,
    people,
    play_on,
    position_of,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.sockets import aside
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db(transaction=True)


def in_memory(match: Match) -> Match:
    """Put the match into memory, as in a process with a viewer, and return it."""
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
    body = {**move, "turn_token": turn_token(match, seat)}
    return client.post(f"/api/v1/matches/{match.id}/moves/", body, content_type="application/json")


def as_form(client: Client, match: Match, seat: int, move: Json) -> Any:
    form = {**move, "turn_token": turn_token(match, seat)}
    return client.post(f"/matches/{match.id}/moves/", form, headers={"HX-Request": "true"})


@pytest.mark.usefixtures("no_store")
@pytest.mark.parametrize("send", [as_json, as_form])
def test_move_request_updates_cached_match_and_state(
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
def test_move_in_memory_equals_move_by_store(game: str, transactional_db: None) -> None:
    users = people("Anna", "Berta")
    both = [started(*users, game=game, seed=5) for _ in range(2)]
    for _ in range(8):
        seat = mover(both[0])
        move, user = legal(both[0], seat)[-1], user_at(both[0], seat)
        commands.submit_move(user, in_memory(both[0]).id, move, turn_token(both[0], seat))
        act(both[1], seat, move)
    assert events(both[0]) == events(both[1])
    first, second = ([_row(player) for player in match.players.order_by("seat")] for match in both)
    assert first == second


def _row(player: Any) -> list[object]:
    return [player.seat, player.user_id, player.asked_at, player.left_at, player.bot]


def test_one_of_two_simultaneous_moves_is_played(match: Match) -> None:
    seat = mover(match)
    user, token, together = user_at(match, seat), turn_token(match, seat), Barrier(2)

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


def test_batch_commits_one_change_per_match(match: Match) -> None:
    seat = mover(match)
    user, token = user_at(match, seat), turn_token(match, seat)
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


def test_change_committed_in_thread_is_published(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[str] = []
    monkeypatch.setattr(
        "games.matches.publish._send", lambda message, *_groups: published.append(message["type"])
    )
    seat = mover(match)
    commands.submit_move(user_at(match, seat), match.id, CHOOSE, turn_token(match, seat))
    assert "match.moved" in published


def test_refusal_in_memory_is_repeated_by_store(match: Match) -> None:
    seat = mover(match)
    user = user_at(match, seat)
    with pytest.raises(Stale):
        commands.submit_move(user, match.id, CHOOSE, "an old question")
    assert events(match) == []


def test_user_cannot_move_for_bot(transactional_db: None) -> None:
    """Neither has a user: that makes a stranger no bot."""
    match = next(
        match
        for match in (started(*people("Anna"), bots=("easy",), seed=seed) for seed in range(20))
        if not match.players.get(seat=mover(match)).person
    )
    seat = mover(in_memory(match))
    token = commands.turn_token_of(match.players.get(seat=seat))
    stranger = MakeMove(match.id, AnonymousUser(), legal(match, seat)[0], token)
    assert execute.judge_in_memory(stranger) is None
    with pytest.raises(SignInFirst):
        commands.submit_move(AnonymousUser(), match.id, legal(match, seat)[0], token)


def test_command_joins_open_transaction(match: Match) -> None:
    seat = mover(match)
    user: User = user_at(match, seat)
    token = turn_token(match, seat)
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


def test_judging_in_memory_leaves_cached_rows_unchanged(match: Match) -> None:
    seat = mover(match)
    _number, (row, players) = not_none(match_cache.get(match.id))
    before = [dict(vars(cached)) for cached in (row, *players)]
    command = MakeMove(match.id, user_at(match, seat), CHOOSE, turn_token(match, seat))
    assert execute.judge_in_memory(command) is not None
    assert [dict(vars(cached)) for cached in (row, *players)] == before


def test_replaced_cached_rows_need_no_garbage_collection(match: Match) -> None:
    first = mover(match)
    play_on(match, until=lambda position: first not in position.to_move())
    _number, (row, players) = not_none(match_cache.get(match.id))
    replaced = [ref(cached) for cached in (row, *players)]
    del row, players
    gc.disable()
    try:
        act(match, seat := mover(match), legal(match, seat)[0])
        assert [cached() for cached in replaced] == [None] * 3
    finally:
        gc.enable()


def test_outdated_move_is_judged_again_under_lock(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []

    def too_late_at_first(change: Change) -> bool:
        tried.append(connection.in_atomic_block)
        return len(tried) > 1 and group_commit.append_single(change)

    monkeypatch.setattr(execute, "append_single", too_late_at_first)
    match_cache.clear()
    seat = mover(match)
    commands.submit_move(user_at(match, seat), match.id, CHOOSE, turn_token(match, seat))
    assert tried == [False, True]
    assert [data for *_, data in events(match)] == [CHOOSE]


def counted(game: str) -> float:
    """Return the number of moves of a game in the metrics, by all doors."""
    samples = [sample for metric in MOVES.collect() for sample in metric.samples]
    return sum(sample.value for sample in samples if sample.labels.get("game") == game)


def test_secret_move_is_not_counted_by_game() -> None:
    match = match_with_secret_question(*people("Carla", "Dora", "Emil"))
    before = counted(match.game)
    act(match, mover(match), {"type": "discard"})
    assert position_of(match).to_move(), "the answers of others are awaited"
    assert counted(match.game) == before


@pytest.mark.usefixtures("connections_closed")
@pytest.mark.parametrize(("secret", "more"), [(True, 0), (False, 1)])
async def test_only_public_move_in_memory_is_counted_by_game(secret: bool, more: int) -> None:
    def next_move() -> tuple[Match, MakeMove]:
        users = people("Carla", "Dora", "Emil")
        match = in_memory(match_with_secret_question(*users) if secret else started(*users))
        seat = mover(match)
        data = {"type": "discard"} if secret else legal(match, seat)[0]
        return match, MakeMove(match.id, user_at(match, seat), data, turn_token(match, seat))

    match, command = await aside(next_move)
    before = counted(match.game)
    assert (await execute.aexecute(command)).event is not None
    assert counted(match.game) == before + more
