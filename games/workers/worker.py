"""The worker: what happens without anybody clicking: bots, clocks, pairing, ends of accounts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connections

from accounts.services import sanctions
from games.lobby.services.quick import rounds
from games.locks import TIDYING, alone
from games.matches.services import question_timeouts
from games.matches.services.clock_expiry import expire_all_due
from games.moderation.services import sanction_enforcement
from games.notifications.sender import send_forever
from games.privacy.services import account_deletion, retention
from games.privacy.services.guests import sweep
from games.workers.bots import answer_all_due
from watch.health import heartbeat
from watch.metrics import ROUND_FAILED

logger = logging.getLogger(__name__)
REST = 0.15
Leaving = Callable[[], bool]
Round = Callable[[], int]
GUESTS_EVERY = 20.0
ACCOUNTS_EVERY = 60.0
TIDY_EVERY = 3600.0
SANCTIONS_EVERY = 60.0


class Seldom:
    """Something that is due in every round, but need not be done so often."""

    def __init__(self, do: Callable[[], int], seconds: float) -> None:
        self._do = do
        self._seconds = seconds
        self._again = 0.0

    def __call__(self) -> int:
        if monotonic() < self._again:
            return 0
        self._again = monotonic() + self._seconds
        return self._do()


def hold_sanctions() -> int:
    """Who may not sit somewhere sits there no more, whatever fell in between; marks end by time."""
    return sanction_enforcement.sweep() + sanctions.sweep()


def one_at_a_time(do: Callable[[], int]) -> Callable[[], int]:
    """What one worker is enough for: nothing is done while another is at it."""

    def do_alone() -> int:
        with alone(TIDYING) as mine:
            return do() if mine else 0

    return do_alone


sweep_guests = Seldom(sweep, GUESTS_EVERY)
sweep_accounts = Seldom(one_at_a_time(account_deletion.sweep), ACCOUNTS_EVERY)
sweep_sanctions = Seldom(one_at_a_time(hold_sanctions), SANCTIONS_EVERY)
tidy = Seldom(one_at_a_time(lambda: sum(retention.sweep().values())), TIDY_EVERY)


def bots_once(leaving: Leaving) -> int:
    """One round of the bots that are due; how much was done."""
    close_old_connections()
    return answer_all_due(leaving)


def clocks_once() -> int:
    """One round of what is due at its minute: clocks, tickets, guests; how much was done."""
    close_old_connections()
    return expire_all_due() + question_timeouts.answer_all_due() + rounds.work() + sweep_guests()


def tidy_once() -> int:
    """One round of what may take its time, and hurries nobody: accounts, sanctions, what is old."""
    close_old_connections()
    return sweep_accounts() + sweep_sanctions() + tidy()


async def work_forever(stop: asyncio.Event) -> None:
    """Round after round until told to stop; what is begun is finished.

    The clocks never wait for a bot that thinks.
    """
    await asyncio.gather(
        _repeat("bots", lambda: bots_once(stop.is_set), stop),
        _repeat("clocks", clocks_once, stop),
        _repeat("tidy", tidy_once, stop),
        send_forever(stop),
    )


async def _repeat(name: str, work: Round, stop: asyncio.Event) -> None:
    """A thread of its own for one kind of work; a round that fails does not end the loop."""
    with ThreadPoolExecutor(1, thread_name_prefix=name) as thread:
        do = sync_to_async(work, thread_sensitive=False, executor=thread)
        close = sync_to_async(connections.close_all, thread_sensitive=False, executor=thread)
        while not stop.is_set():
            try:
                done = await do()
            except Exception:
                logger.exception("A round of the worker failed; it goes on.")
                ROUND_FAILED.labels(name).inc()
                done = 0
            heartbeat(name)
            if not done:
                try:
                    await asyncio.wait_for(stop.wait(), timeout=REST)
                except TimeoutError:
                    continue
        await close()
