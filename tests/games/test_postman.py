"""The postman inside the worker's loop: what is due goes out, and keeps no bot waiting."""

import asyncio
import time
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.core import mail
from django.db import connections
from django.utils import timezone

from accounts.models import User
from games import postman, worker
from games.models import Delivery, Match, Notice, Player
from games.services import play
from games.services.notices import outside, ways
from tests.helpers.matches import events, mover, people, started, user_at
from tests.helpers.notices import LATER, verified
from tests.helpers.outside import NAME, Neighbour, neighbour

pytestmark = pytest.mark.django_db(transaction=True)
HOOK = f"https://{NAME}/turn"
PATIENCE = 20


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch):
    with neighbour() as about:
        monkeypatch.setattr(outside, "OUTSIDE", about.outside)
        monkeypatch.setattr(postman, "REST", 0.05)
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
    for _ in range(PATIENCE * 20):
        if await sync_to_async(until)():
            break
        await asyncio.sleep(0.05)
    stop.set()
    await asyncio.wait_for(working, PATIENCE)
    await sync_to_async(connections.close_all)()


def long_ago() -> None:
    """As if all had been asked a while ago."""
    Player.objects.filter(asked_at__isnull=False).update(asked_since=timezone.now() - LATER)
    Notice.objects.update(due_at=timezone.now())


async def test_the_worker_tells_who_was_asked(server: Neighbour, user: User) -> None:
    await sync_to_async(ways.set_webhook)(user, HOOK)
    await sync_to_async(long_ago)()
    await run(lambda: Delivery.objects.filter(state="sent").count() == 2)
    assert len(server.received) == 1
    assert [letter.to for letter in mail.outbox] == [[user.email]]


async def test_a_slow_address_does_not_keep_the_bots_waiting(
    server: Neighbour, user: User, match: Match
) -> None:
    def bots_play() -> Match:
        carla, dora = people("Carla", "Dora")
        other = started(carla, dora, bots=("easy", "easy"))
        for one in (carla, dora):
            play.resign(one, other.id)
        return other

    await sync_to_async(ways.set_webhook)(user, HOOK)
    await sync_to_async(long_ago)()
    other = await sync_to_async(bots_play)()
    before = len(await sync_to_async(events)(other))
    moved: list[int] = []

    def meanwhile() -> None:
        time.sleep(1)
        moved.append(len(events(other)) - before)
        connections.close_all()

    server.meanwhile = meanwhile
    await run(lambda: Delivery.objects.filter(channel="webhook", state="sent").exists())
    assert moved[0] > 2


async def test_a_round_that_fails_does_not_end_it(
    server: Neighbour,
    user: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    failures = iter([RuntimeError("the database went away")])
    look = postman.look

    def sometimes(busy: set[int]) -> list[object]:
        for failure in failures:
            raise failure
        return look(busy)

    monkeypatch.setattr(postman, "look", sometimes)
    await sync_to_async(long_ago)()
    await run(lambda: Delivery.objects.filter(state="sent").exists())
    assert "A round of the postman failed" in caplog.text
    assert mail.outbox
