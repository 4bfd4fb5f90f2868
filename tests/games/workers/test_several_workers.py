"""Several workers share one PostgreSQL: each step belongs to one, and no step is lost."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from core.locks import BOTS, PATIENCE, claimed
from games.matches.models import Event, Match, Player
from games.matches.services.clocks import GRACE
from games.workers import bots
from tests.games.workers.test_thinking import is_gone
from tests.helpers.matches import act, fresh, mover, only_bots, people, started
from tests.helpers.pondering import title
from tests.helpers.processes import PATIENCE as LONGEST
from tests.helpers.processes import Process, database_url, worker
from tests.helpers.values import not_none

LATE = timedelta(seconds=PATIENCE)
"""When the other one has seen to the clock of the match at the latest. It looks each four seconds,
a fifth of this; it would take as long as this if a killed one held its claims until they lapse."""
CLAIMED = 4
"""Moves of a match after which no claim of a killed worker can be left: one for each bot."""
pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _where_there_are_claims(transactional_db: None) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one worker; this runs on PostgreSQL")


def left_to_bots(number: int, level: str = "easy", game: str = "condottiere") -> Match:
    return only_bots("easy", "easy", level, level, seed=number, game=game)


def wait_for(so: Callable[[], bool]) -> None:
    ends = time.monotonic() + LONGEST
    while not so():
        assert time.monotonic() < ends, "the condition was not met in time"
        time.sleep(0.05)


def steps_of(*workers: Process) -> Counter[tuple[str, int]]:
    """Which events each of them says it brought about."""
    lines = [line for one in workers for line in one.lines()]
    return Counter((line["match"], line["event"]) for line in lines if "event" in line)


@contextmanager
def another_worker_at(player: Player) -> Iterator[psycopg.Connection]:
    """Hold the claim on this bot in another connection."""
    with psycopg.connect(database_url()) as elsewhere:
        elsewhere.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [BOTS, player.pk])
        yield elsewhere


def test_claimed_bot_is_left_to_its_worker() -> None:
    match = left_to_bots(1)
    player = Player.objects.get(match=match, asked_at__isnull=False)
    with another_worker_at(player):
        assert bots.answer_all_due() == 0
    assert bots.answer_all_due() == 1
    with claimed(BOTS, player.pk) as mine, connection.cursor() as cursor:
        assert mine
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == (f"{PATIENCE}s",), "an idle transaction loses the claim"


def test_other_worker_continues_slow_bots_of_killed_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is killed while they think, and so do the processes end that they think in."""
    title.install(monkeypatch)
    elsewhere = {"EXTRA_TITLES": "tests.helpers.pondering", "BOT_PROCESSES": "1"}
    matches: list[Match] = []

    def moved() -> int:
        return Event.objects.filter(match__in=matches, kind="move").count()

    with worker("--bots", **elsewhere) as one, worker("--bots", **elsewhere) as other:
        # Only now: otherwise the first worker would do all of the work.
        matches += [left_to_bots(number, "deeper", title.SLUG) for number in range(4)]
        wait_for(lambda: bool(one.children() and other.children()))
        pids = one.children()
        one.killed()
        wait_for(lambda: all(is_gone(pid) for pid in pids))
        begun = moved()
        wait_for(lambda: moved() >= begun + 2 * len(matches))
        assert other.figure("tavola_bot_failures_total") == 0
        pids = other.children()
        other.terminate()
        assert other.ended() == 0
        assert all(is_gone(pid) for pid in pids)
    assert set(steps_of(one, other).values()) == {1}, "each event belongs to one worker"


def test_two_workers_share_work_and_one_continues() -> None:
    timed = started(*people("Carla", "Dora"), clock="live-5")
    for _ in range(2):
        act(timed, mover(timed), {"type": "decline"})

    def events() -> int:
        return Event.objects.filter(match__in=matches, kind="move").count()

    def over(match: Match) -> bool:
        return fresh(match).status == Match.Status.FINISHED

    with worker() as one, worker() as other:
        # Only now: otherwise the first worker would do all of the work.
        matches = [left_to_bots(number) for number in range(4)]

        def both_at_work() -> bool:
            if all(map(over, matches)):
                matches.append(left_to_bots(len(matches)))
            return bool(steps_of(one)) and bool(steps_of(other))

        wait_for(both_at_work)
        # There is more than the first can do until it is killed.
        matches += [left_to_bots(len(matches) + number) for number in range(4)]
        begun = events()
        wait_for(lambda: events() > begun)
        one.killed()
        moment = timezone.now()
        reached = {match.pk: fresh(match).last_number for match in matches}
        timed.players.filter(deadline__isnull=False).update(deadline=moment - GRACE)

        def goes_on(match: Match) -> bool:
            return over(match) or fresh(match).last_number > reached[match.pk] + CLAIMED

        wait_for(lambda: over(timed) and all(map(goes_on, matches)))
        assert not_none(fresh(timed).ended_at) - moment < LATE
        assert other.figure("tavola_moves_total", door="bot") > 0
        assert other.figure("tavola_clock_late_seconds_count") == 1
        assert other.figure("tavola_worker_failures_total") == 0
        other.terminate()
        assert other.ended() == 0
    assert set(steps_of(one, other).values()) == {1}, "each event belongs to one worker"
    assert timed.events.filter(kind="timeout").count() == 1
