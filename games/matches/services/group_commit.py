"""Moves that wait at the same moment are committed together.

A commit waits for the disk, or for PostgreSQL, however many events it brings. While one is under
way, in a thread of its own, moves of other matches are judged on, and wait for the next.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from functools import partial
from time import sleep
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import OperationalError, connection, transaction

from games.matches import announce
from games.matches.announce import Outbox, deliver
from games.matches.models import Match
from games.matches.services.store import Change, append

logger = logging.getLogger(__name__)
MOST_AT_ONCE = 100
LOOK_EVERY, LOOKS = 0.002, 500
"""Seconds between two looks whether SQLite is free, and how many: after them each move is left to
`play.submit_move`, which waits as long as anybody."""
COMMITS = ThreadPoolExecutor(1, thread_name_prefix="commits")
"""The thread that commits, with a connection of its own."""


class GroupCommit:
    """The changes that wait to be committed by one event loop."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Change, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, change: Change) -> bool:
        """Whether the change was committed; False, and nothing is written, where it was too late.

        It is too late where the match has moved on, or somebody else holds its row.
        """
        committed: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, committed))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._commit_all(), context=Context())
        return await committed

    async def _commit_all(self) -> None:
        while self._waiting:
            together = self._waiting[:MOST_AT_ONCE]
            del self._waiting[:MOST_AT_ONCE]
            committed, outbox = await self._commit([change for change, _ in together])
            for change, future in together:
                if not future.cancelled():
                    future.set_result(change.access.match.id in committed)
            await deliver(outbox)

    async def _commit(self, changes: list[Change]) -> tuple[set[str], Outbox]:
        commit = database_sync_to_async(
            partial(commit_when_free, changes), thread_sensitive=False, executor=COMMITS
        )
        try:
            result: tuple[set[str], Outbox] = await commit()
        except Exception:
            # Each is tried alone by whoever waits for it, and fails with its own reason.
            logger.warning("Some moves could not be committed together.", exc_info=True)
            return set(), []
        return result


def commit_when_free(changes: list[Change]) -> tuple[set[str], Outbox]:
    """`commit_together`, as soon as SQLite is free.

    SQLite looks ever less often whether its lock is free, in the end every tenth of a second, and
    whoever came later may take it meanwhile. PostgreSQL lets whoever waits go on at once.
    """
    if connection.vendor != "sqlite":
        return commit_together(changes)
    for _look in range(LOOKS):
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout=0")
        try:
            return commit_together(changes)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                raise
        sleep(LOOK_EVERY)
    raise OperationalError("The store stays locked.")


def commit_together(changes: list[Change]) -> tuple[set[str], Outbox]:
    """Append what still follows the newest event of its match, in one transaction.

    Returns the ids of these matches, and what is to be announced. Of one match there is one change
    at most. Rows that others hold are left out, so that nobody waits for them, nor for each other.
    """
    ids = [change.access.match.id for change in changes]
    running = Match.objects.filter(id__in=ids, status=Match.Status.RUNNING)
    with announce.collected() as outbox, transaction.atomic():
        locked = running.select_for_update(skip_locked=True).order_by()
        newest = dict(locked.values_list("id", "last_number"))
        in_time = [
            change
            for change in changes
            if newest.get(change.access.match.id) == change.event.number - 1
        ]
        if in_time:
            append(in_time)
    return {change.access.match.id for change in in_time}, outbox


_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, GroupCommit] = WeakKeyDictionary()


def group_commit() -> GroupCommit:
    """Of the running event loop."""
    loop = asyncio.get_running_loop()
    commits = _by_loop.get(loop)
    if commits is None:
        commits = _by_loop[loop] = GroupCommit()
    return commits
