"""The worker: what happens without anybody clicking: bots, clocks, pairing, ends of accounts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from time import monotonic

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connections

from accounts.services import sanctions
from games.lobby.services import dealing
from games.lobby.services.quick import rounds
from games.locks import TIDYING, alone
from games.matches.services.timeouts import answer_lapsed, expire_all_due
from games.moderation.services import sanction_enforcement
from games.notifications.sender import send_forever
from games.privacy.services import account_deletion, retention
from games.workers.bots import answer_all_due
from watch.health import heartbeat
from watch.metrics import ROUND_FAILED

logger = logging.getLogger(__name__)
REST = 0.15
"""Seconds between two rounds in which nothing is due."""
Work = Callable[[], int]
"""One round of some work; returns how much was done."""


class Seldom:
    """Work that need not be done in every round; `single`: by one worker at a time."""

    def __init__(self, work: Work, seconds: float, *, single: bool = False) -> None:
        self._work = work
        self._seconds = seconds
        self._single = single
        self._again = 0.0

    def __call__(self) -> int:
        if monotonic() < self._again:
            return 0
        self._again = monotonic() + self._seconds
        with alone(TIDYING) if self._single else nullcontext(True) as mine:
            return self._work() if mine else 0


def enforce_sanctions() -> int:
    """Enforce sanctions that were missed between two transactions, and mark those that ended."""
    return sanction_enforcement.sweep() + sanctions.sweep()


sweep_guests = Seldom(account_deletion.delete_expired_guests, 20)
sweep_accounts = Seldom(account_deletion.delete_due_accounts, 60, single=True)
sweep_sanctions = Seldom(enforce_sanctions, 60, single=True)
sweep_expired = Seldom(lambda: sum(retention.sweep().values()), 3600, single=True)


def clocks_once() -> int:
    """One round of what is due to the second: clocks, questions, deals, tickets, guests."""
    played = expire_all_due() + answer_lapsed()
    return played + dealing.expire_all_due() + rounds.work() + sweep_guests()


def tidy_once() -> int:
    """One round of what is not urgent: accounts, sanctions, expired data."""
    return sweep_accounts() + sweep_sanctions() + sweep_expired()


async def work_forever(stop: asyncio.Event) -> None:
    """Work round after round until `stop` is set; each kind in a loop and a thread of its own."""
    await asyncio.gather(
        _repeat("bots", lambda: answer_all_due(stop.is_set), stop),
        _repeat("clocks", clocks_once, stop),
        _repeat("tidy", tidy_once, stop),
        send_forever(stop),
    )


async def _repeat(name: str, work: Work, stop: asyncio.Event) -> None:
    """Repeat one kind of work; a round that fails does not end the loop."""

    def round_once() -> int:
        close_old_connections()
        return work()

    with ThreadPoolExecutor(1, thread_name_prefix=name) as thread:
        do = sync_to_async(round_once, thread_sensitive=False, executor=thread)
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
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), timeout=REST)
        await close()
