"""The worker: plays the bots' moves to the end, goes on after a failure, stops when told to."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, connections

from games import worker
from games.models import Match
from games.services import play
from tests.helpers.matches import events, fresh, people, started

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60


@pytest.fixture
def match(transactional_db: None) -> Match:
    """All people have left it."""
    users = people("Anna", "Berta")
    match = started(*users, bots=("easy", "easy"))
    for user in users:
        play.resign(user, match.id)
    return match


async def run(until) -> None:
    stop = asyncio.Event()
    working = asyncio.ensure_future(worker.work_forever(stop))
    for _ in range(PATIENCE * 10):
        if await sync_to_async(until)():
            break
        await asyncio.sleep(0.1)
    stop.set()
    await asyncio.wait_for(working, PATIENCE)
    await sync_to_async(connections.close_all)()


async def test_the_worker_plays_a_match_of_bots_to_its_end(match: Match) -> None:
    await run(lambda: fresh(match).status == Match.Status.FINISHED)
    assert (await sync_to_async(fresh)(match)).outcome


async def test_the_worker_goes_on_after_a_failure(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = iter([RuntimeError("the database went away"), OSError("again")])
    work = worker.answer_all_due

    def sometimes() -> int:
        for failure in failures:
            raise failure
        return work()

    monkeypatch.setattr(worker, "answer_all_due", sometimes)
    await run(lambda: len(events(match)) > 3)
    assert len(await sync_to_async(events)(match)) > 3
    assert caplog.text.count("A round of the worker failed") == 2


def database_url() -> str:
    name = connection.settings_dict["NAME"]
    return f"sqlite:///{name}"


def test_the_command_stops_at_sigterm(match: Match) -> None:
    command = [sys.executable, "-u", "manage.py", "worker"]
    process = subprocess.Popen(
        command,
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": database_url()},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert "at work" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, rest
    assert "Traceback" not in rest
    assert Path(connection.settings_dict["NAME"]).exists()
