"""Commit moves that wait at the same time together.

A commit waits for the disk, or for PostgreSQL, regardless of its number of events. While one is
running in its own thread, moves of other matches are judged, and wait for the next commit.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from threading import Lock
from time import monotonic, sleep
from typing import NamedTuple

from django.db import (
    OperationalError,
    close_old_connections,
    connection,
    connections,
    transaction,
)
from django.utils.translation import gettext_noop as _

from core.fastpath.statements import lock
from core.monitoring import health
from core.server.store_watch import watch
from games.matches import publish
from games.matches.models import Match
from games.matches.publish import Outbox
from games.matches.refusals import Unavailable
from games.matches.services.append import Change, append

logger = logging.getLogger(__name__)
MOST_AT_ONCE = 100
PATIENCE = 30.0
"""Seconds after which a move no longer waits for its commit; it may still be stored."""
STUCK_AFTER = 5.0
"""Seconds for which a change may wait before the process counts as not ready."""
LOOK_EVERY, LOOKS = 0.002, 500
"""Seconds between two attempts to lock SQLite, and their number; then each change is left to
`append_single`, which waits like any other transaction."""


class Waiter(NamedTuple):
    """A change, the future that a task awaits for its commit, and since when it waits."""

    change: Change
    committed: asyncio.Future[bool]
    since: float


class GroupCommit:
    """The changes of this process that wait for a commit, and the thread that commits them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: list[Waiter] = []
        self._together: list[Waiter] = []
        """The changes that are being committed."""
        self._committing = False
        self._thread: ThreadPoolExecutor | None = None

    async def append(self, change: Change) -> bool:
        """Commit a change together with those that other tasks add in the same loop iteration.

        Returns:
            False, with nothing written, if the match has a newer event, or another transaction
            holds its row.

        Raises:
            Unavailable: The change was not committed within `PATIENCE`.
        """
        loop = asyncio.get_running_loop()
        committed: asyncio.Future[bool] = loop.create_future()
        with self._lock:
            self._waiting.append(Waiter(change, committed, monotonic()))
            begin, self._committing = not self._committing, True
        if begin:
            loop.call_soon(self._begin, context=Context())
        try:
            async with asyncio.timeout(PATIENCE):
                return await committed
        except TimeoutError:
            words = _("The server is busy. Check the table: your move may have been made.")
            raise Unavailable(words) from None

    def _begin(self) -> None:
        try:
            with self._lock:
                if self._thread is None:
                    self._thread = ThreadPoolExecutor(1, thread_name_prefix="commits")
                self._thread.submit(self._commit_all)
        except RuntimeError:
            # Each change is then tried separately; the next one starts the thread again.
            logger.warning("The thread that commits moves could not be started.", exc_info=True)
            while together := self._next():
                _hand_over(together, [False] * len(together), [])

    def is_well(self) -> bool:
        """Return whether no change has waited for its commit longer than `STUCK_AFTER`."""
        with self._lock:
            oldest = min((one.since for one in (*self._together, *self._waiting)), default=None)
        return oldest is None or monotonic() - oldest < STUCK_AFTER

    def close(self) -> None:
        """End the committing thread and its connection; the next change starts a new one."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            thread.submit(connections.close_all)
            thread.shutdown()

    def _commit_all(self) -> None:
        while together := self._next():
            try:
                committed, outbox = _commit([waiter.change for waiter in together])
            except Exception:
                # Each change is then tried separately, and fails with its own error.
                logger.warning("Some moves could not be committed together.", exc_info=True)
                watch.look()
                committed, outbox = [False] * len(together), []
            try:
                _hand_over(together, committed, outbox)
            except Exception:
                # Their senders give up after `PATIENCE`; the next changes are committed.
                logger.exception("Some moves were committed, and their senders not notified.")

    def _next(self) -> list[Waiter]:
        """Return the waiters to commit next, without cancelled ones; empty if none waits."""
        with self._lock:
            together = self._waiting[:MOST_AT_ONCE]
            del self._waiting[:MOST_AT_ONCE]
            together = [waiter for waiter in together if not waiter.committed.cancelled()]
            self._together = together
            self._committing = bool(together or self._waiting)
        return together or (self._next() if self._committing else [])


def _hand_over(together: Sequence[Waiter], committed: Sequence[bool], outbox: Outbox) -> None:
    """Wake the waiting tasks in their event loops; the first loop delivers the messages.

    The channel layer of a single process runs in its loop. Messages are delivered even if the
    waiting task was cancelled because its page is gone.
    """
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[bool], bool]]] = {}
    for waiter, done in zip(together, committed, strict=True):
        loops.setdefault(waiter.committed.get_loop(), []).append((waiter.committed, done))
    for loop, tasks in loops.items():
        with suppress(RuntimeError):  # the loop is closed, and all its sockets are
            loop.call_soon_threadsafe(_resume, tasks, outbox, context=Context())
            outbox = []


def _resume(tasks: Sequence[tuple[asyncio.Future[bool], bool]], outbox: Outbox) -> None:
    """Resume the waiting tasks of the running event loop, except those that were cancelled."""
    if outbox:
        publish.deliver_soon(outbox)
    for future, done in tasks:
        if not future.done():
            future.set_result(done)


def _commit(changes: Sequence[Change]) -> tuple[list[bool], Outbox]:
    close_old_connections()
    try:
        return commit_when_free(changes)
    finally:
        close_old_connections()


def commit_when_free(changes: Sequence[Change]) -> tuple[list[bool], Outbox]:
    """Call `commit_together` as soon as SQLite is free.

    SQLite polls its lock with growing delays, during which a later transaction may take it.
    PostgreSQL wakes the waiting transaction immediately.
    """
    if connection.vendor != "sqlite":
        return commit_together(changes)
    for _attempt in range(LOOKS):
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout=0")
        try:
            return commit_together(changes)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                raise
        sleep(LOOK_EVERY)
    raise OperationalError("The database stays locked.")


def append_single(change: Change) -> bool:
    """Append a change in its own transaction, or in that of the caller.

    It waits while another transaction holds the row of the match.

    Returns:
        False, with nothing written, if the match is not at the number before the change.
    """
    match = change.access.match
    with transaction.atomic():
        locked = Match.objects.select_for_update().filter(id=match.id).order_by()
        newest = locked.values_list("status", "last_number").first()
        if newest != (Match.Status.RUNNING, change.event.number - 1):
            return False
        append([change])
    return True


def commit_together(changes: Sequence[Change]) -> tuple[list[bool], Outbox]:
    """Append those changes that still follow the newest event of their match, in one transaction.

    Changes of rows that another transaction holds are skipped: nothing waits for them.

    Returns:
        For each change whether it was appended, and the messages to deliver.
    """
    ids = list({change.access.match.id for change in changes})
    in_time = []
    with publish.collected() as outbox, transaction.atomic():
        rows = lock(Match, ids, ("id", "last_number", "status"))
        newest = {id: number for id, number, status in rows if status == Match.Status.RUNNING}
        for change in changes:
            # Removed, because only one of two changes for the same number can follow it.
            before = newest.pop(change.access.match.id, None)
            in_time.append(before == change.event.number - 1)
        append([change for change, is_next in zip(changes, in_time, strict=True) if is_next])
    return in_time, outbox


group_commit = GroupCommit()
health.watch("commits", group_commit.is_well)
