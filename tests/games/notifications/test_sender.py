"""The sender inside the worker's loop: due deliveries are sent and no bot is delayed."""

import asyncio
import time
from collections.abc import Callable, Iterator
from threading import Event

import pytest
from asgiref.sync import sync_to_async
from django.core import mail
from django.db import connections
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match, Player
from games.notifications import sender
from games.notifications.models import Delivery, Notice
from games.notifications.services import channels, http_guard
from games.workers import worker
from tests.helpers.matches import events, mover, only_bots, people, started, user_at
from tests.helpers.notices import LATER, verified
from tests.helpers.outside import NAME, Neighbour, neighbour

pytestmark = pytest.mark.django_db(transaction=True)
HOOK = f"https://{NAME}/turn"
PATIENCE = 120


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Neighbour]:
    with neighbour() as about:
        monkeypatch.setattr(http_guard, "CLIENT", about.outside)
        monkeypatch.setattr(sender, "PAUSE", 0.05)
        yield about


@pytest.fixture
def match(transactional_db: None) -> Match:
    return started(*(verified(user) for user in people("Anna", "Berta")))


@pytest.fixture
def user(match: Match) -> User:
    return user_at(match, mover(match))


async def run(until: Callable[[], object]) -> None:
    stop = asyncio.Event()
    working = asyncio.ensure_future(worker.work_forever(stop))
    ends = time.monotonic() + PATIENCE
    while not await sync_to_async(until)() and time.monotonic() < ends:
        await asyncio.sleep(0.05)
    stop.set()
    await asyncio.wait_for(working, PATIENCE)
    await sync_to_async(connections.close_all)()


def long_ago() -> None:
    """As if all had been asked a while ago."""
    Player.objects.filter(asked_at__isnull=False).update(asked_since=timezone.now() - LATER)
    Notice.objects.update(due_at=timezone.now())


async def test_worker_notifies_asked_player(server: Neighbour, user: User) -> None:
    await sync_to_async(channels.set_webhook)(user, HOOK)
    await sync_to_async(long_ago)()
    await run(lambda: Delivery.objects.filter(state="sent").count() == 2)
    assert len(server.received) == 1
    assert [letter.to for letter in mail.outbox] == [[user.email]]


async def test_slow_address_does_not_delay_bots(
    server: Neighbour, user: User, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sync_to_async(channels.set_webhook)(user, HOOK)
    await sync_to_async(long_ago)()
    other = await sync_to_async(only_bots)("easy", "normal")
    before = len(await sync_to_async(events)(other))
    asked, answers = Event(), Event()

    def during_request() -> None:
        asked.set()
        answers.wait(PATIENCE)

    def bots_went_on() -> bool:
        if asked.is_set() and len(events(other)) > before + 2:
            answers.set()
        return answers.is_set()

    server.during_request = during_request
    # The sender waits for that answer all the time.
    monkeypatch.setattr(http_guard, "CONNECT_WITHIN", 2 * PATIENCE)
    await run(bots_went_on)
    assert answers.is_set()


@pytest.mark.parametrize("part", ["claim_due", "report_round"])
async def test_sender_continues_after_failed_round(
    server: Neighbour,
    user: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    part: str,
) -> None:
    failures = iter([RuntimeError("the database went away")])
    usual = getattr(sender, part)

    def sometimes(given: object) -> object:
        for failure in failures:
            raise failure
        return usual(given)

    monkeypatch.setattr(sender, part, sometimes)
    await sync_to_async(long_ago)()
    await run(lambda: Delivery.objects.filter(state="sent").exists())
    assert "A round of sending failed" in caplog.text
    assert mail.outbox
