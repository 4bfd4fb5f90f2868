"""Slow bots in worker processes: the oldest question first, several at once, none forgotten."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.db.models import Max
from django.utils import timezone

from core.monitoring import health
from core.monitoring.bot_failures import failures_today
from games.engine.bots import Easy
from games.matches.models import Event, Match, Player
from games.workers import bots, worker
from games.workers.thinking import Thinkers
from tests.games.workers.test_thinking import is_gone
from tests.helpers.matches import move_on, mover, person, player_at, started
from tests.helpers.pondering import title
from tests.helpers.pondering.bots import A_WHILE, Failing, Ponderer, Stuck
from tests.helpers.processes import server

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 10
PATIENCE = 180


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    return lambda *bots: title.install(monkeypatch, Easy(), *bots)


def asked_bots(count: int, level: str = "deep", name: str = "Anna") -> list[Player]:
    """As many matches of one person, in each of which a bot is asked; the last one the longest."""
    anna, found = person(name), []
    for number in range(count):
        match = started(anna, bots=(level,), game=title.SLUG, seed=number)
        people_move(match)
        bot = player_at(match, mover(match))
        since = timezone.now() - timedelta(minutes=5 + number)
        Player.objects.filter(pk=bot.pk).update(asked_since=since)
        found.append(bot)
    return found


@contextmanager
def thinkers(size: int, stopping: Callable[[], bool] = lambda: False) -> Iterator[Thinkers]:
    at_work = Thinkers(size, stopping)
    try:
        yield at_work
    finally:
        at_work.close()


def wait_for(so: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < ends, "the condition was not met in time"
        time.sleep(0.02)


def answers(players: Sequence[Player], after: int = 0) -> list[int]:
    """Who has answered since an event, in the order of their first answers."""
    own = {(player.match_id, player.seat): player.pk for player in players}
    moved = Event.objects.filter(pk__gt=after, kind="move").order_by("pk")
    rows = moved.values_list("match_id", "seat")
    return list(dict.fromkeys(own[row] for row in rows if row in own))


def newest_event() -> int:
    return Event.objects.aggregate(newest=Max("pk"))["newest"] or 0


def test_slow_bots_answer_longest_waiting_question_first(
    install: Callable[..., None],
) -> None:
    install(Ponderer("deep", A_WHILE))
    asked = asked_bots(MANY)
    before = newest_event()
    with thinkers(1) as at_work:
        assert at_work.start_idle() == 0
        wait_for(lambda: len(answers(asked, before)) == MANY)
        assert len(at_work.pids()) == 1
    assert answers(asked, before) == [player.pk for player in reversed(asked)]


def test_attacker_with_25_tables_does_not_delay_bystander(install: Callable[..., None]) -> None:
    """The bound is ten times the figure of `manage.py bench --only bots`."""
    install(Ponderer("deep", A_WHILE))
    crowd = asked_bots(25, name="Mallory")
    berta = person("Berta")
    match = started(berta, bots=("deep",), game=title.SLUG)
    with thinkers(1) as at_work:
        while len(bystander_waits(match)) < 5:
            for player in [player_at(match, mover(match)), *crowd]:
                people_move(player.match)
            at_work.start_idle()
            wait_for(lambda: not match.players.filter(asked_at__isnull=False).exclude(bot=""))
    assert max(bystander_waits(match)) <= 30


def bystander_waits(match: Match) -> list[float]:
    """Return how many seconds each move of the bot took."""
    seat = match.players.exclude(bot="").get().seat
    moves = match.events.filter(kind="move", seat=seat)
    return [(took or 0) / 1000 for took in moves.values_list("took", flat=True)]


@pytest.mark.on_postgresql
def test_several_thinkers_share_questions(
    install: Callable[..., None],
) -> None:
    install(Ponderer("deep", A_WHILE))
    asked = asked_bots(8)
    before = newest_event()
    with thinkers(2) as at_work:
        at_work.start_idle()
        wait_for(lambda: len(answers(asked, before)) == len(asked))
        wait_for(lambda: not bots.asked_slow())
        pids = at_work.pids()
        assert len(set(pids)) == 2
    assert all(is_gone(pid) for pid in pids)


@pytest.mark.parametrize(
    "broken", ["games.workers.thinking.connections.close_all", "threading.Thread.start"]
)
def test_no_thinker_is_lost_by_unexpected_error(
    install: Callable[..., None], monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    install(Ponderer("deep", A_WHILE))
    asked_bots(1)
    failed = threading.Event()

    def fail(*_given: object) -> None:
        failed.set()
        raise RuntimeError("unexpected")

    with thinkers(1) as at_work:
        with monkeypatch.context() as patch:
            patch.setattr(broken, fail)
            with suppress(RuntimeError):
                at_work.start_idle()
            assert failed.wait(PATIENCE)
        before = newest_event()
        (second,) = asked_bots(1, name="Berta")

        def answered() -> bool:
            at_work.start_idle()
            return answers([second], before) == [second.pk]

        wait_for(answered)


@pytest.mark.on_postgresql
def test_bot_with_killed_process_is_replaced_and_reported(
    install: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    install(Stuck())
    asked = asked_bots(1, "failing")
    before = newest_event()
    with thinkers(1) as at_work:
        at_work.start_idle()
        wait_for(lambda: bool(at_work.pids()))
        os.kill(at_work.pids()[0], signal.SIGKILL)
        wait_for(lambda: bool(answers(asked, before)))
    assert "A bot failed" in caplog.text
    assert failures_today([(title.SLUG, "failing")]) == {(title.SLUG, "failing"): 1}


@pytest.mark.on_postgresql
def test_ended_thinker_leaves_question_to_next(
    install: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    install(Stuck())
    asked = asked_bots(1, "failing")
    before = newest_event()
    with thinkers(1) as at_work:
        at_work.start_idle()
        wait_for(lambda: bool(at_work.pids()))
        pids = at_work.pids()
    assert is_gone(pids[0])
    assert not answers(asked, before)
    assert not caplog.records, "that is no failure"
    install(Ponderer("failing", A_WHILE))
    with thinkers(1) as at_work:
        at_work.start_idle()
        wait_for(lambda: answers(asked, before) == [asked[0].pk])


def test_unanswerable_question_blocks_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even the easiest bot of that game; it is tried again in another round."""
    title.install(monkeypatch, Failing(), Ponderer("deep", A_WHILE))
    broken, well = asked_bots(1, "failing")[0], asked_bots(1, "deep", "Berta")[0]
    before = newest_event()
    for _ in range(2):
        with thinkers(1) as at_work:
            at_work.start_idle()
            wait_for(lambda: "A bot could not move" in caplog.text)
            wait_for(lambda: answers([well], before) == [well.pk])
        assert f"(player {broken.pk})" in caplog.text
        caplog.clear()
        Player.objects.filter(pk=well.pk).update(asked_at=None)


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await sync_to_async(so)():
            await asyncio.sleep(0.02)


async def test_move_wakes_thinkers(
    install: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though they would not look again by themselves; and they end with the worker."""
    install(Ponderer("deep", A_WHILE))
    (bot,) = await sync_to_async(asked_bots)(1)
    match, at_work = bot.match, list[Thinkers]()

    def noted(*args: Any) -> Thinkers:
        at_work.append(Thinkers(*args))
        return at_work[0]

    monkeypatch.setattr(worker, "Thinkers", noted)
    monkeypatch.setattr(worker, "LOOK", 100 * PATIENCE)
    stop = asyncio.Event()
    working = asyncio.ensure_future(worker.work_forever(stop, bots_only=True))
    for _ in range(2):
        await until(lambda: not bots.asked_slow())
        before = await sync_to_async(newest_event)()
        await sync_to_async(people_move)(match)
        await until(partial(has_answered, bot, before))
    assert health._seen.keys() == {"bots", "thinking"}, "this process runs only the bot loops"
    (pid,) = at_work[0].pids()
    stop.set()
    await asyncio.wait_for(working, PATIENCE)
    assert is_gone(pid)
    await sync_to_async(connections.close_all)()


def has_answered(bot: Player, since: int) -> bool:
    return answers([bot], since) == [bot.pk]


def people_move(match: Match) -> None:
    """Move for the person until the bot is asked."""
    while not player_at(match, mover(match)).bot:
        move_on(match)


def test_embedded_server_ends_with_its_thinkers(install: Callable[..., None]) -> None:
    """`make play` runs one process, and another for each thinking bot."""
    install(Ponderer("deep", A_WHILE))
    (asked,) = asked_bots(1)
    # No person waits, so no quick bot answers while the server starts.
    Player.objects.filter(match=asked.match, bot="").update(left_at=1)
    before = newest_event()
    with server(
        with_worker=True, EXTRA_TITLES="tests.helpers.pondering", BOT_PROCESSES="2"
    ) as home:
        wait_for(lambda: answers([asked], before) == [asked.pk])
        wait_for(lambda: len(home.children()) == 1)
        (thinker,) = home.children()
        home.terminate()
        assert home.ended() == 0
        assert is_gone(thinker)
    assert not [line for line in home.lines() if line["level"] == "error"]
