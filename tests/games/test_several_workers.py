"""Several workers on one PostgreSQL: each step is one's of them, and a dead one's work goes on."""

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

from games.models import Event, Match, Player
from games.services import bots, play
from games.services.claims import BOTS, PATIENCE, claimed
from games.services.clocks import GRACE
from tests.helpers.matches import act, fresh, mover, people, started
from tests.helpers.processes import PATIENCE as LONGEST
from tests.helpers.processes import Process, database_url, worker

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _where_there_are_claims(transactional_db: None) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one worker; this runs on PostgreSQL")


def left_to_bots(number: int) -> Match:
    """A match whose people have gone."""
    users = people(f"Anna{number}", f"Berta{number}")
    match = started(*users, bots=("easy", "easy"), seed=number)
    for user in users:
        play.resign(user, match.id)
    return match


def wait_for(so: Callable[[], bool], longest: float = LONGEST) -> float:
    """How long it took until it was so."""
    began = time.monotonic()
    while not so():
        assert time.monotonic() - began < longest, "it did not come to that"
        time.sleep(0.05)
    return time.monotonic() - began


def steps_of(*workers: Process) -> Counter[tuple[str, int]]:
    """Which events each of them says it brought about."""
    lines = [line for one in workers for line in one.lines()]
    return Counter((line["match"], line["event"]) for line in lines if "event" in line)


@contextmanager
def another_worker_at(player: Player) -> Iterator[psycopg.Connection]:
    """Somebody else holds the claim on this bot; until their connection is gone."""
    with psycopg.connect(database_url()) as elsewhere:
        elsewhere.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [BOTS, player.pk])
        yield elsewhere


def test_what_one_has_claimed_no_other_does() -> None:
    match = left_to_bots(1)
    player = Player.objects.get(match=match, asked_at__isnull=False)
    with another_worker_at(player):
        assert bots.answer_all_due() == 0
    assert bots.answer_all_due() == 1
    with claimed(BOTS, player.pk) as mine, connection.cursor() as cursor:
        assert mine
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == (f"{PATIENCE}s",), "whoever hangs loses it"


def test_two_workers_share_the_work_and_one_goes_on_alone() -> None:
    timed = started(*people("Carla", "Dora"), clock="live-5")
    for _ in range(2):
        act(timed, mover(timed), {"type": "decline"})

    def events() -> int:
        return Event.objects.filter(match__in=matches, kind="move").count()

    with worker() as one, worker() as other:
        # Only now: the first one up would be done with all of it alone.
        matches = [left_to_bots(number) for number in range(4)]
        wait_for(lambda: events() > 10)
        moment = timezone.now() + timedelta(seconds=1)
        timed.players.filter(deadline__isnull=False).update(deadline=moment - GRACE)
        wait_for(lambda: bool(steps_of(one)) and bool(steps_of(other)))
        one.killed()
        told = events()
        assert wait_for(lambda: events() > told + 5) < 5, "the other takes over within seconds"
        wait_for(lambda: fresh(timed).status == Match.Status.FINISHED)
        assert fresh(timed).ended_at - moment < timedelta(seconds=3)
        assert other.figure("tavola_moves_total", door="bot") > 0
        assert other.figure("tavola_clock_late_seconds_count") == 1
        assert other.figure("tavola_worker_failures_total") == 0
        other.told_to_end()
        assert other.ended() == 0
    assert set(steps_of(one, other).values()) == {1}, "no event is claimed to be two's"
    assert timed.events.filter(kind="timeout").count() == 1
