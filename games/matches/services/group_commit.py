"""Moves that wait at the same moment are committed together.

A commit waits for the disk, or for PostgreSQL, however many events it brings. While one is under
way, in a thread of its own, moves of other matches are judged on, and wait for the next.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from threading import Lock
from time import monotonic, sleep

from django.db import (
    OperationalError,
    close_old_connections,
    connection,
    connections,
    transaction,
)
from django.utils.translation import gettext_noop as _

from games.matches import announce
from games.matches.announce import Outbox
from games.matches.models import Match
from games.matches.refusals import Unavailable
from games.matches.services.append import Change, append
from watch import health

logger = logging.getLogger(__name__)
MOST_AT_ONCE = 100
PATIENCE = 30.0
"""Seconds after which a move no longer waits for its commit. It may be stored all the same."""
STUCK_AFTER = 5.0
"""Seconds after which a process whose commits do not end is not ready."""
LOOK_EVERY, LOOKS = 0.002, 500
"""Seconds between two looks whether SQLite is free, and how many: after them each change is left to
`append_alone`, which waits as long as any other transaction."""


class Waiter:
    """A change, and what tells a thread, or a task of an event loop, whether it was committed."""

    def __init__(self, change: Change, committed: Future[bool] | asyncio.Future[bool]) -> None:
        self.change, self.committed = change, committed
        self.since = monotonic()
        self.outbox: Outbox = []
        """What is left to a thread to announce."""


class GroupCommit:
    """The changes of this process that wait to be committed, and the thread that does it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: list[Waiter] = []
        self._together: list[Waiter] = []
        """Those that are being committed."""
        self._committing = False
        self._thread: ThreadPoolExecutor | None = None

    def append(self, change: Change) -> bool:
        """Whether the change was committed; False, and nothing is written, where it was too late.

        It is too late where the match has moved on, or somebody else holds its row. The caller is
        a thread, outside of any transaction.
        """
        committed: Future[bool] = Future()
        waiter = Waiter(change, committed)
        if self._add(waiter):
            self._begin()
        try:
            done = committed.result(PATIENCE)
        except TimeoutError:
            committed.cancel()
            raise _too_slow() from None
        announce.send(waiter.outbox)
        return done

    async def aappend(self, change: Change) -> bool:
        """As `append`, for a task of an event loop.

        What other tasks are about to add goes along: all that came with one look at the network.
        """
        loop = asyncio.get_running_loop()
        committed: asyncio.Future[bool] = loop.create_future()
        if self._add(Waiter(change, committed)):
            loop.call_soon(self._begin, context=Context())
        try:
            async with asyncio.timeout(PATIENCE):
                return await committed
        except TimeoutError:
            raise _too_slow() from None

    def _add(self, waiter: Waiter) -> bool:
        """Let a change wait; whether the caller has to begin."""
        with self._lock:
            self._waiting.append(waiter)
            begin, self._committing = not self._committing, True
        return begin

    def _begin(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, thread_name_prefix="commits")
            self._thread.submit(self._commit_all)

    def is_well(self) -> bool:
        """Return whether no change has waited for its commit for long."""
        with self._lock:
            oldest = min((one.since for one in (*self._together, *self._waiting)), default=None)
        return oldest is None or monotonic() - oldest < STUCK_AFTER

    def close(self) -> None:
        """End the thread that commits, and its connection; the next change begins another."""
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
                # Each is tried again by itself, and fails with its own reason.
                logger.warning("Some moves could not be committed together.", exc_info=True)
                committed, outbox = [False] * len(together), []
            try:
                _hand_over(together, committed, outbox)
            except Exception:
                # Their senders give up after `PATIENCE`; the next changes are committed.
                logger.exception("Some moves were committed, and their senders not notified.")

    def _next(self) -> list[Waiter]:
        """Those that are committed next, without who has given up; empty when nobody waits."""
        with self._lock:
            together = self._waiting[:MOST_AT_ONCE]
            del self._waiting[:MOST_AT_ONCE]
            together = [waiter for waiter in together if not waiter.committed.cancelled()]
            self._together = together
            self._committing = bool(together or self._waiting)
        return together or (self._next() if self._committing else [])


def _too_slow() -> Unavailable:
    return Unavailable(_("The server is busy. Look at the table: your move may have been made."))


def _hand_over(together: Sequence[Waiter], committed: Sequence[bool], outbox: Outbox) -> None:
    """Tell everybody who waits, each event loop once, and leave what is to be announced to the
    first of these; where only threads wait, to one of them.

    The channel layer of a single process lives in its loop. The task that waits there may be
    cancelled, since its page is gone: what it has brought about is announced all the same.
    """
    threads: list[tuple[Waiter, Future[bool], bool]] = []
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[bool], bool]]] = {}
    for waiter, done in zip(together, committed, strict=True):
        future = waiter.committed
        if isinstance(future, Future):
            threads.append((waiter, future, done))
        else:
            loops.setdefault(future.get_loop(), []).append((future, done))
    for loop, tasks in loops.items():
        with suppress(RuntimeError):  # the loop is closed, and all its sockets are
            loop.call_soon_threadsafe(_resume, tasks, outbox, context=Context())
            outbox = []
    for waiter, thread, done in threads:
        # A thread that has given up announces nothing.
        if thread.set_running_or_notify_cancel():
            waiter.outbox, outbox = outbox, []
            thread.set_result(done)
    if outbox:
        announce.send(outbox)


def _resume(tasks: Sequence[tuple[asyncio.Future[bool], bool]], outbox: Outbox) -> None:
    """Let tasks of the running event loop go on that have not been cancelled meanwhile."""
    if outbox:
        announce.deliver_soon(outbox)
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
    """`commit_together`, as soon as SQLite is free.

    SQLite looks ever less often whether its lock is free, in the end every tenth of a second, and
    whoever came later may take it meanwhile. PostgreSQL lets whoever waits go on at once.
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
    raise OperationalError("The store stays locked.")


def append_alone(change: Change) -> bool:
    """Append a change in a transaction of its own, or in that of the caller.

    It waits while another transaction holds the row of the match.

    Returns:
        False, and nothing is written, where the match is not at the number before the change.
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
    """Append what still follows the newest event of its match, in one transaction.

    Returns of each change whether that was so, and what is to be announced. Rows that others hold
    are left out, so that nobody waits for them, nor for each other.
    """
    ids = {change.access.match.id for change in changes}
    running = Match.objects.filter(id__in=ids, status=Match.Status.RUNNING)
    in_time = []
    with announce.collected() as outbox, transaction.atomic():
        locked = running.select_for_update(skip_locked=True).order_by()
        newest = dict(locked.values_list("id", "last_number"))
        for change in changes:
            # Taken out: two that are judged on the same number cannot both follow it.
            before = newest.pop(change.access.match.id, None)
            in_time.append(before == change.event.number - 1)
        append([change for change, is_next in zip(changes, in_time, strict=True) if is_next])
    return in_time, outbox


group_commit = GroupCommit()
"""Of this process."""
health.watch("commits", group_commit.is_well)
