"""Twenty simultaneous requests: each question is answered by exactly one event."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connections

from accounts.models import User
from games.chat import services as chat
from games.engine.contract import Json
from games.engine.refusals import Refusal
from games.lobby.services import lobby
from games.matches.models import Match
from games.matches.services import commands
from games.matches.services.event_store import match_state, state_cache
from games.workers import bots
from tests.helpers.matches import (
    act,
    events,
    fresh,
    legal,
    match_with_secret_question,
    mover,
    opened,
    people,
    person,
    player_at,
    position_of,
    seat_of,
    seats_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.values import not_none

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]
CROWD = 20


def at_once(acts: Sequence[Callable[[], object]]) -> list[str]:
    """All of them in threads of their own, let go together; what came of each."""
    gate = Barrier(len(acts))

    def run(do: Callable[[], object]) -> str:
        gate.wait(600)
        try:
            return f"done {do()}"
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def submissions(match: Match, seat: int, moves: Sequence[Json]) -> list[Callable[[], object]]:
    user, token = user_at(match, seat), turn_token(match, seat)

    def submit(move: Json) -> int:
        return commands.submit_move(user, match.id, move, token).match.last_number

    return [partial(submit, move) for move in moves]


def as_stored(match: Match) -> Json:
    state_cache.clear()
    return dict(match_state(fresh(match)).position.dump())


def test_repeated_simultaneous_move_is_stored_once() -> None:
    match = started(*people("Anna", "Berta"))
    seat = mover(match)
    before = len(events(match))
    results = at_once(submissions(match, seat, [{"type": "decline"}] * CROWD))
    assert sorted(results) == ["done 1", *["not-your-turn"] * (CROWD - 1)]
    assert len(events(match)) == before + 1
    assert position_of(match).dump() == as_stored(match)


def test_one_of_twenty_simultaneous_moves_is_played() -> None:
    match = started(*people("Anna", "Berta"))
    seat = mover(match)
    cities = [move for move in legal(match, seat) if move["type"] == "choose"]
    moves = (cities * 2)[:CROWD]
    results = at_once(submissions(match, seat, moves))
    assert sorted(set(results)) == ["done 1", "stale"]
    assert results.count("done 1") == 1
    ((_, _, _, played),) = events(match)
    assert played == moves[results.index("done 1")], "the acknowledged move"
    assert position_of(match).dump() == as_stored(match)


def test_simultaneous_secret_answers_are_each_stored_once() -> None:
    match = match_with_secret_question(*people("Anna", "Berta", "Carla", "Dora"))
    seats = position_of(match).to_move()
    before = len(events(match))
    acts = [act for seat in seats for act in submissions(match, seat, [{"type": "keep"}] * 5)]
    results = at_once(acts)
    assert sum(result.startswith("done") for result in results) == len(seats)
    answers = events(match)[before:]
    assert sorted(not_none(seat) for _, _, seat, _ in answers) == sorted(seats)
    numbers = [number for number, *_ in events(match)]
    assert numbers == list(range(1, before + len(seats) + 1))
    assert position_of(match).dump() == as_stored(match)


def test_simultaneous_joins_fill_only_free_seats() -> None:
    match = opened(person("Host"), seats=4)
    crowd = people(*(f"Guest{number}" for number in range(CROWD)))
    results = at_once([partial(lobby.join, user, match.id) for user in crowd])
    assert sum(result.startswith("done") for result in results) == 3
    assert results.count("not-open") == CROWD - 3
    assert fresh(match).status == Match.Status.RUNNING
    assert seats_in(match) == [0, 1, 2, 3]


def test_simultaneous_move_and_resignation_are_consistent() -> None:
    anna, *others = people("Anna", "Berta", "Carla")
    match = started(anna, *others)
    seat = seat_of(match, anna)
    while mover(match) != seat:
        act(match, mover(match), {"type": "decline"})
    before = len(events(match))
    moves = submissions(match, seat, [{"type": "decline"}] * 5)
    results = at_once([*moves, *[lambda: commands.resign(anna, match.id)] * 5])
    assert sum(result.startswith("done") for result in results[5:]) == 1
    kinds = [kind for _, kind, _, _ in events(match)[before:]]
    assert kinds in (["resign"], ["move", "resign"])
    assert position_of(match).dump() == as_stored(match)


def test_many_workers_answer_for_bot_once() -> None:
    match = started(person("Anna"), bots=("easy",))
    if player_at(match, mover(match)).person:
        act(match, mover(match), {"type": "decline"})
    bot = player_at(match, mover(match))
    before = len(events(match))
    results = at_once([lambda: bots.answer(bot.id, not_none(bot.asked_at))] * 8)
    assert results.count("done True") == 1
    assert len(events(match)) == before + 1


def test_simultaneous_moves_in_different_matches_all_succeed() -> None:
    matches = [started(*people(f"Anna{n}", f"Berta{n}"), seed=n) for n in range(10)]
    acts = [
        act
        for match in matches
        for act in submissions(match, mover(match), [{"type": "decline"}] * 2)
    ]
    results = at_once(acts)
    assert results.count("done 1") == len(matches)
    assert [len(events(match)) for match in matches] == [1] * len(matches)


def test_simultaneous_chat_lines_are_all_stored() -> None:
    from games.matches.access import open_match

    anna, berta = people("Anna", "Berta")
    match = started(anna, berta)

    def say(user: User) -> int:
        return chat.post_line(open_match(user, match.id), "hello").pk

    results = at_once([partial(say, user) for user in [anna, berta] * (CROWD // 2)])
    assert sum(result.startswith("done") for result in results) == CROWD
    assert match.chat.count() == CROWD
