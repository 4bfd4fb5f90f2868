"""The worker moves bots and ends clocks; it continues after a failure and stops on request."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from accounts.models import Sanction, User
from games.matches.models import Event, Match
from games.matches.services import timeouts
from games.matches.services.clocks import GRACE
from games.workers import bots, worker
from tests.helpers.clocks import running
from tests.helpers.effort import sample
from tests.helpers.matches import (
    act,
    events,
    fresh,
    mover,
    only_bots,
    people,
    places_in,
    started,
)
from tests.helpers.processes import database_url

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 180
LATE = timedelta(seconds=15)
"""How late a clock's end may be seen. The worker checks every four seconds, less than a third of
this; a check only in the rare rounds, each minute, would fail the test."""


@pytest.fixture
def match(transactional_db: None) -> Match:
    return only_bots("normal", "normal", "easy", "easy")


async def run(until: Callable[[], bool]) -> None:
    stop = asyncio.Event()
    working = asyncio.ensure_future(worker.work_forever(stop))
    ends = time.monotonic() + PATIENCE
    while not await sync_to_async(until)() and time.monotonic() < ends:
        await asyncio.sleep(0.1)
    stop.set()
    await asyncio.wait_for(working, PATIENCE)
    await sync_to_async(connections.close_all)()


async def test_worker_plays_bot_match_to_end(match: Match) -> None:
    await run(lambda: fresh(match).status == Match.Status.FINISHED)
    assert (await sync_to_async(fresh)(match)).outcome


async def test_worker_continues_after_failure(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = iter([RuntimeError("the database went away"), OSError("again")])
    work = bots.answer_all_due

    def sometimes(leaving: Callable[[], bool]) -> int:
        for failure in failures:
            raise failure
        return work(leaving)

    monkeypatch.setattr(worker, "answer_all_due", sometimes)
    await run(lambda: len(events(match)) > 3)
    assert len(await sync_to_async(events)(match)) > 3
    assert caplog.text.count("A round of the worker failed") == 2


def test_worker_does_rare_work(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for seldom in (worker.sweep_accounts, worker.sweep_sanctions, worker.sweep_expired):
        monkeypatch.setattr(seldom, "_again", 0.0)
    anna, berta, carla = people("Anna", "Berta", "Carla")
    over = timezone.now() - timedelta(days=settings.EVIDENCE_DAYS + 1)
    User.objects.filter(pk=anna.pk).update(closes_at=timezone.now())
    User.objects.filter(pk=berta.pk).update(sanctioned=True)
    Sanction.objects.create(user=carla, kind="mute", reason="…", until=over)
    assert worker.tidy_once() == 3
    assert set(User.objects.values_list("username", "sanctioned")) == {
        ("Berta", False),
        ("Carla", False),
    }
    assert not Sanction.objects.exists()
    assert worker.tidy_once() == 0, "not again at once"


@contextmanager
def worker_process() -> Iterator[subprocess.Popen[str]]:
    """`manage.py worker` at work; killed at the end if it still is."""
    process = subprocess.Popen(
        [sys.executable, "-u", "manage.py", "worker"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": database_url()},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            assert "running" in process.stdout.readline()
            yield process
        finally:
            process.kill()


def test_worker_command_expires_clock_on_time_and_stops_at_sigterm(timed: Match) -> None:
    with worker_process() as process:
        moment = out_in(timed, 2)
        ended = wait_for_the_end(timed)
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, rest
    assert "Traceback" not in rest
    assert Path(connection.settings_dict["NAME"]).exists()
    assert timedelta(0) < ended.at - moment < LATE
    assert timed.players.get(place=2).left_by == "timeout"


# --- Clocks that run out while no player is there.


@pytest.fixture
def timed(transactional_db: None) -> Match:
    """Both have moved; the clock of one of them runs."""
    match = started(*people("Anna", "Berta"), clock="live-5")
    for _ in range(2):
        act(match, mover(match), {"type": "decline"})
    return match


def out_in(match: Match, seconds: float) -> datetime:
    """Set the running clock to end the match in this number of seconds, and return the time."""
    moment = timezone.now() + timedelta(seconds=seconds)
    match.players.filter(deadline__isnull=False).update(deadline=moment - GRACE)
    return moment


def wait_for_the_end(match: Match) -> Event:
    ends = time.monotonic() + PATIENCE
    while fresh(match).status != Match.Status.FINISHED:
        assert time.monotonic() < ends, "the match did not end in time"
        time.sleep(0.05)
    return match.events.get(kind="timeout")


async def test_next_worker_expires_clock_that_ended_without_worker(timed: Match) -> None:
    began = timezone.now()
    await sync_to_async(out_in)(timed, 0)
    await run(lambda: fresh(timed).status == Match.Status.FINISHED)
    (timeout,) = [one async for one in timed.events.filter(kind="timeout")]
    assert timeout.at - began < LATE


def test_worker_killed_at_timeout_leaves_one_timeout(timed: Match) -> None:
    """Kills around the moment itself, and the next worker: one event, one result."""
    for pause in sample((0.1, 0.2, 0.15), 1):
        with worker_process():
            out_in(timed, 0.1)
            time.sleep(pause)
    with worker_process():
        wait_for_the_end(timed)
    assert [kind for _, kind, _, _ in events(timed)].count("timeout") == 1
    assert places_in(timed) == [1, 2]


async def test_worker_gives_clocks_time_after_site_was_down(timed: Match) -> None:
    await sync_to_async(out_in)(timed, -timeouts.OVERSLEPT.total_seconds() - 1)
    await run(lambda: len(events(timed)) >= 3)
    assert [kind for _, kind, _, _ in (await sync_to_async(events)(timed))[2:]] == ["resume"]
    assert await sync_to_async(running)(timed)


async def test_clocks_do_not_wait_for_thinking_bot(
    timed: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided = threading.Event()
    # It thinks until the time has ended, or twice as long as that is waited for.
    monkeypatch.setattr(worker, "answer_all_due", lambda leaving: decided.wait(2 * PATIENCE) and 0)
    await sync_to_async(out_in)(timed, 0.5)

    def over() -> bool:
        if fresh(timed).status == Match.Status.FINISHED:
            decided.set()
        return decided.is_set()

    await run(over)
    kinds = [kind for _, kind, _, _ in await sync_to_async(events)(timed)]
    assert kinds.count("timeout") == 1, "while the bot still thought"
