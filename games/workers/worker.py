"""The worker: it runs bots, clocks, pairing, mail and deletion, which no request triggers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from datetime import datetime
from time import monotonic

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections, connections

from accounts.services import deletion, retention, sanctions
from core.locks import TIDYING, exclusive
from core.monitoring.health import heartbeat, report_round
from core.monitoring.metrics import ROUND_FAILED
from games.achievements.services import assessments
from games.administration import services as announcements
from games.duplicates.services import end_all_due as end_all_deals_due
from games.events.services import running as events
from games.game_nights import services as game_nights
from games.leagues.services import running as leagues
from games.lobby.services import challenges, dealing, vacancies
from games.lobby.services.quick import rounds
from games.matches.services import missing, timeouts
from games.moderation.services import sanction_enforcement
from games.notifications.sender import send_forever
from games.notifications.services import digests, reminders
from games.tournaments.services import running as tournaments
from games.tv import exhibitions
from games.workers import premoves
from games.workers.alarm import LOOK, REST, Alarm, ring_when_notified, seconds_until
from games.workers.bots import answer_all_due
from games.workers.bots import next_due as bots_due
from games.workers.thinking import Thinkers

logger = logging.getLogger(__name__)
Work = Callable[[], int]
"""One round of some work; returns how much was done."""


class Seldom:
    """Work that is done at most every `seconds`; `single`: by one worker at a time."""

    def __init__(self, work: Work, seconds: float, *, single: bool = False) -> None:
        self._work = work
        self._seconds = seconds
        self._single = single
        self._again = 0.0

    def __call__(self) -> int:
        if monotonic() < self._again:
            return 0
        self._again = monotonic() + self._seconds
        with exclusive(TIDYING) if self._single else nullcontext(True) as mine:
            return self._work() if mine else 0


def enforce_sanctions() -> int:
    """Enforce sanctions and lost roles that were missed, and mark sanctions that ended."""
    return sanction_enforcement.sweep() + sanctions.sweep() + game_nights.close_abandoned()


def delete_expired() -> int:
    """Delete data whose retention period is over."""
    return sum(retention.sweep().values()) + announcements.delete_old()


play_premoves = Seldom(premoves.play_all_due, 5)
start_clocks_again = Seldom(missing.start_clocks, 30)
sweep_guests = Seldom(deletion.delete_expired_guests, 20)
sweep_accounts = Seldom(deletion.delete_due_accounts, 60, single=True)
sweep_sanctions = Seldom(enforce_sanctions, 60, single=True)
sweep_expired = Seldom(delete_expired, 3600, single=True)
work_on_events = Seldom(events.work, 15, single=True)
tend_tables = Seldom(vacancies.work, 15, single=True)
run_tournaments = Seldom(tournaments.work, 2)
work_on_leagues = Seldom(leagues.work, 15, single=True)
tend_exhibitions = Seldom(exhibitions.tend, 5, single=True)
remind_players = Seldom(reminders.work, 60, single=True)
queue_digests = Seldom(digests.queue_due_digests, 60, single=True)
end_deals = Seldom(end_all_deals_due, 60)
assess_ended = Seldom(assessments.assess_waiting, 5, single=True)


def clocks_once() -> int:
    """Do one round of time-critical work: clocks, questions, deals, challenges, tickets, guests.

    The moves that people decided on beforehand are time-critical, too.
    """
    start_clocks_again()
    played = timeouts.expire_all_due() + timeouts.answer_timed_out()
    begun = dealing.expire_all_due() + challenges.expire_all_due()
    return played + begun + play_premoves() + rounds.work() + sweep_guests()


def clocks_from_start() -> Work:
    """Return `clocks_once`; its first round looks whether the site or a game was missing."""
    resumed = False

    def work() -> int:
        nonlocal resumed
        if not resumed:
            missing.stop_clocks()
            missing.start_clocks()
            timeouts.resume_all()
            resumed = True
        return clocks_once()

    return work


def tidy_once() -> int:
    """Do one round of what is not urgent: old data, ended matches, events, tables, shows, deals."""
    swept = sweep_accounts() + sweep_sanctions() + sweep_expired()
    planned = work_on_events() + work_on_leagues() + run_tournaments()
    tended = tend_tables() + tend_exhibitions()
    posted = remind_players() + queue_digests()
    return swept + assess_ended() + planned + tended + end_deals() + posted


def next_clock_due() -> datetime | None:
    """Return when `clocks_once` has work next; None while it has none."""
    moments = (
        timeouts.next_due(),
        dealing.next_due(),
        challenges.next_due(),
        rounds.next_due(),
    )
    return min((moment for moment in moments if moment is not None), default=None)


async def work_forever(
    stop: asyncio.Event, *, notified: bool = True, bots_only: bool = False
) -> None:
    """Work until `stop` is set; each kind of work has a loop and a thread of its own.

    Args:
        stop: Ends the worker.
        notified: Whether the channel layer publishes all events to this process. If not, the
            loops of bots look every `REST` seconds.
        bots_only: Whether this worker runs only the bots.
    """
    bots_asked, thinkers_asked = Alarm(stop), Alarm(stop)
    listening = asyncio.ensure_future(ring_when_notified(bots_asked, thinkers_asked))
    at_most = LOOK if notified else REST
    loops = [
        repeat("bots", lambda: answer_all_due(stop.is_set), stop, bots_asked, bots_due, at_most),
        think_forever(stop, thinkers_asked, at_most),
    ]
    if not bots_only:
        loops += [
            repeat("clocks", clocks_from_start(), stop, Alarm(stop), next_clock_due),
            repeat("tidy", tidy_once, stop, Alarm(stop)),
            send_forever(stop),
        ]
    await asyncio.gather(*loops)
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await listening


async def think_forever(stop: asyncio.Event, alarm: Alarm, at_most: float) -> None:
    """Let slow bots think in separate processes, which end at once when `stop` is set."""
    if not settings.BOT_PROCESSES:
        return
    thinkers = Thinkers(settings.BOT_PROCESSES, stop.is_set)
    try:
        await repeat("thinking", thinkers.start_idle, stop, alarm, thinkers.next_due, at_most)
    finally:
        await asyncio.to_thread(thinkers.close)


async def repeat(
    name: str,
    work: Work,
    stop: asyncio.Event,
    alarm: Alarm,
    next_due: Callable[[], datetime | None] = lambda: None,
    at_most: float = LOOK,
) -> None:
    """Repeat one kind of work when it is due, or the alarm rings; a failure does not end it."""

    def round_once(rung: bool) -> float:
        """Do what is due; return the seconds to rest."""
        close_old_connections()
        done = work()
        report_round(name)
        if done:
            return 0
        # Messages are rate-limited: a ring also stands for events just after it.
        return REST if rung else seconds_until(next_due(), at_most)

    with ThreadPoolExecutor(1, thread_name_prefix=name) as thread:
        do = sync_to_async(round_once, thread_sensitive=False, executor=thread)
        close = sync_to_async(connections.close_all, thread_sensitive=False, executor=thread)
        # As if it had rung, so that work notified before this listened is found.
        rung = True
        while not stop.is_set():
            rung = alarm.heard() or rung
            try:
                pause = await do(rung)
            except Exception:
                logger.exception("A round of the worker failed; it goes on.")
                ROUND_FAILED.labels(name).inc()
                pause = REST
            heartbeat(name)
            if pause:
                await alarm.rest(pause)
                rung = False
        await close()
