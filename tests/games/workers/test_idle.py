"""An idle worker does almost no work and misses nothing."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from pytest_django import Settings

from games.lobby.services import dealing, quick, tickets
from games.lobby.services.pairing import LIVE, TicketRequest
from games.matches.models import Event, Match, Player
from games.matches.services import clocks, timeouts
from games.notifications import sender
from games.notifications.services import scheduling
from games.titles.kharnage.rules.attacks import CHEER_SECONDS
from games.tv import exhibitions
from games.workers import alarm, bots, delay, worker
from tests.helpers.battlefields import position_at
from tests.helpers.condottiere import battle
from tests.helpers.matches import (
    act,
    events,
    legal,
    mover,
    people,
    person,
    player_at,
    started,
)
from tests.helpers.prepared import prepared

MINUTE = 60.0
START = 1.0
"""What the clock of work that is done seldom shows at the start."""
SECONDS = 6.0
"""A time in which a process that is notified looks at most twice."""
PATIENCE = 120
IDLE_QUERIES = 400
"""What the first minute may ask the database, with the sweeps of an hour: fewer than 7 a second.

Of rounds each 0.15 seconds it was fifty a second.
"""


@pytest.fixture
def queries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every query, of whatever thread."""
    asked: list[str] = []
    execute = CursorWrapper.execute

    def counted(self: CursorWrapper, sql: str, params: Any = None) -> Any:
        asked.append(sql)
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", counted)
    return asked


def quick_time(
    monkeypatch: pytest.MonkeyPatch, stop: asyncio.Event, whole: float = MINUTE
) -> dict[Any, float]:
    """Let the pauses of each loop pass at once, until each has paused for the whole time.

    Work that is done seldom counts the same pauses, so a minute has its share of it, whatever
    ran in this process before.
    """
    rested: dict[Any, float] = defaultdict(float)
    paused = ContextVar("paused", default=0.0)
    monkeypatch.setattr(worker, "monotonic", lambda: START + paused.get())
    for work in vars(worker).values():
        if isinstance(work, worker.Seldom):
            monkeypatch.setattr(work, "_again", 0.0)

    async def rest(self: alarm.Alarm, seconds: float) -> None:
        rested[self] += seconds
        paused.set(rested[self])
        if len(rested) == 4 and all(seconds >= whole for seconds in rested.values()):
            stop.set()
        if rested[self] >= whole:
            await stop.wait()

    monkeypatch.setattr(alarm.Alarm, "rest", rest)
    return rested


@pytest.mark.django_db(transaction=True)
async def test_idle_minute_needs_few_queries(
    transactional_db: None, queries: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = asyncio.Event()
    quick_time(monkeypatch, stop)
    await asyncio.wait_for(worker.work_forever(stop), PATIENCE)
    assert 0 < len(queries) <= IDLE_QUERIES


@pytest.mark.django_db(transaction=True)
async def test_exhibitions_on_no_screen_need_few_queries(
    transactional_db: None,
    queries: list[str],
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
) -> None:
    settings.EXHIBITION = True
    assert await sync_to_async(exhibitions.tend)() > 0
    stop = asyncio.Event()
    quick_time(monkeypatch, stop)
    queries.clear()
    await asyncio.wait_for(worker.work_forever(stop), PATIENCE)
    assert 0 < len(queries) <= IDLE_QUERIES
    assert not await Event.objects.aexists(), "no bot has moved"


@pytest.mark.django_db(transaction=True)
async def test_unannounced_process_polls_for_bots(
    transactional_db: None, queries: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = asyncio.Event()
    quick_time(monkeypatch, stop, SECONDS)
    await asyncio.wait_for(worker.work_forever(stop, notified=False), PATIENCE)
    about_bots = [sql for sql in queries if '"asked_since"' in sql and "EXISTS" in sql]
    assert len(about_bots) >= SECONDS / alarm.REST


async def test_idle_sender_checks_outbox_rarely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop = asyncio.Event()
    rests: list[float] = []

    async def wait_for(waiting: Any, timeout: float) -> None:
        waiting.close()
        rests.append(timeout)
        stop.set()

    monkeypatch.setattr(sender, "claim_due", lambda busy: [])
    monkeypatch.setattr(asyncio, "wait_for", wait_for)
    await sender.send_forever(stop)
    assert rests == [sender.IDLE_PAUSE]


def test_nothing_is_due_before_next_look() -> None:
    """The shortest time from an event to the moment it leads to."""
    shortest = (clocks.GRACE, dealing.TOGETHER, timedelta(seconds=LIVE.every), tickets.GRACE)
    assert timedelta(seconds=alarm.LOOK) < min(shortest)
    assert timedelta(seconds=sender.IDLE_PAUSE) < scheduling.PATIENCE
    assert timedelta(seconds=alarm.LOOK) < timedelta(seconds=CHEER_SECONDS)


# --- The next moment.


@pytest.mark.django_db
def test_worker_rests_until_next_clock_ends() -> None:
    assert timeouts.next_due() is None
    match = started(*people("Anna", "Berta"), clock="live-5")
    soon = timezone.now() + timedelta(seconds=1)
    match.players.filter(deadline__isnull=False).update(deadline=soon - clocks.GRACE)
    assert worker.next_clock_due() == soon
    assert alarm.REST < alarm.seconds_until(soon) <= 1
    Match.objects.update(answer_by=soon - clocks.GRACE - timedelta(seconds=1))
    assert worker.next_clock_due() == soon - timedelta(seconds=1)
    Match.objects.update(reveal_by=soon - timedelta(seconds=2))
    assert worker.next_clock_due() == soon - timedelta(seconds=2)


@pytest.mark.django_db
def test_worker_rests_until_next_question_times_out() -> None:
    users = people("Anna", "Berta", "Carla", "Dora")
    options = {"cheer": "manual"}
    match = prepared("kharnage", position_at("cheer"), *users, options=options, clock=clocks.USUAL)
    first = timezone.now() - timedelta(seconds=1)
    asked = Player.objects.filter(match=match, asked_at__isnull=False)
    asked.update(asked_since=first + timedelta(seconds=9))
    Player.objects.filter(pk=asked.order_by("-seat")[0].pk).update(asked_since=first)
    assert timeouts.next_due() == first + timedelta(seconds=CHEER_SECONDS)


@pytest.mark.django_db
def test_worker_rests_until_bot_is_due() -> None:
    assert bots.next_due() is None
    match = started(person("Anna"), bots=("easy",))
    if player_at(match, mover(match)).person:
        act(match, mover(match), {"type": "decline"})
    bot = player_at(match, mover(match))
    assert bot.seat is not None
    assert bot.asked_at is not None
    assert bot.asked_since is not None
    takes = delay.delay_of(match.id, bot.seat, bot.asked_at)
    assert bots.next_due() == bot.asked_since + takes


@pytest.mark.django_db
def test_open_search_shortens_rest() -> None:
    rounds = quick.Rounds()
    assert rounds.next_due() is None
    request = TicketRequest(games=("condottiere",), seats=(2,), clock="live-10")
    quick.seek(person("Anna"), request)
    rounds.work()
    due = rounds.next_due()
    assert due is not None
    assert alarm.seconds_until(due) < 1


def test_worker_rest_is_limited() -> None:
    later = timezone.now() + timedelta(days=1)
    assert alarm.seconds_until(later) == alarm.seconds_until(None) == alarm.LOOK
    assert alarm.seconds_until(timezone.now() - timedelta(days=1)) == alarm.REST


# --- Woken.


async def state(reached: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await sync_to_async(reached)():
            await asyncio.sleep(0.05)


def match_that_waits_for_its_person() -> Match:
    """Return a battle in which the person is asked, and then the bot, which has not passed."""
    position = dict(battle("m5 m1 | m2 m3").position.dump())
    return prepared("condottiere", position, person("Anna"), "easy")


@pytest.mark.django_db(transaction=True)
async def test_move_wakes_bots(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though they would not look again by themselves."""
    match = await sync_to_async(match_that_waits_for_its_person)()
    before = len(await sync_to_async(events)(match))
    rested: list[datetime | None] = []
    next_due = bots.next_due

    def noted() -> datetime | None:
        rested.append(next_due())
        return rested[-1]

    monkeypatch.setattr(worker, "bots_due", noted)
    monkeypatch.setattr(worker, "LOOK", 100 * PATIENCE)
    stop = asyncio.Event()
    working = asyncio.ensure_future(worker.work_forever(stop))
    await state(lambda: rested == [None])
    seat = await sync_to_async(mover)(match)
    move, *_others = await sync_to_async(legal)(match, seat)
    await sync_to_async(act)(match, seat, move)
    await state(lambda: len(events(match)) >= before + 2)
    stop.set()
    await asyncio.wait_for(working, PATIENCE)
    await sync_to_async(connections.close_all)()
    answered = (await sync_to_async(events)(match))[before : before + 2]
    assert len({seat for _, _, seat, _ in answered}) == 2, "the person moved, and the bot answered"
