"""Moves answered on the event loop's own thread, where the store is a file of this machine.

A move takes less time than handing it to a thread and back: two threads that both want the
interpreter pass it to and fro at every statement. And there is nothing to wait for but the disk,
for which the next move would wait all the same. Whatever else has to be waited for is left to the
threads: a store behind a socket, and a page of any kind.

A move that finds the store locked is taken back, and made once that is free: the loop looks every
few milliseconds and does other things meanwhile. SQLite's own waiting is not fair: whoever has
waited for long looks ten times a second, and misses the moments it is free if many others write.

It carries the budget of a JSON move: 2.5 to 2.7 ms of CPU in place of 4.0 to 4.1, 352 to 368 moves
a second in place of 236 to 244 (docs/decisions/0007-one-thread-a-request.md). `INLINE_MOVES=off`
leaves all moves to the threads.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from typing import Any, TypeVar

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection

MOVES = re.compile(r"/(?:api/)?matches/[\w-]+/moves/")
LOOK_EVERY = 0.002
"""Seconds between two looks whether a locked store is free."""
LOOKS = 500
"""After so many the move is left to a thread, which waits as long as anybody."""
Answer = TypeVar("Answer")


class StoreLocked(BaseException):
    """The store is to be waited for. No error of the request: nothing shall make it an answer."""


def is_on() -> bool:
    """Whether moves may be answered here: wanted, and the store is a file."""
    return bool(settings.INLINE_MOVES) and connection.vendor == "sqlite"


def is_move(scope: Any) -> bool:
    """Whether this is the request of a move."""
    return scope["method"] == "POST" and MOVES.fullmatch(scope["path"]) is not None


async def answer_inline(do: Callable[[], Answer]) -> Answer | None:
    """What `do` returns; None, and nothing is done, where the store stays locked."""
    for look in range(LOOKS):
        if look:
            await asyncio.sleep(LOOK_EVERY)
        with suppress(StoreLocked), _without_running_loop(), _no_lock_timeout():
            if look:
                _look_for_lock()
            return copy_context().run(do)
    return None


@contextmanager
def _without_running_loop() -> Iterator[None]:
    """Django declines to use a database where an event loop runs: it cannot know it is meant."""
    loop = asyncio.get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)


def _look_for_lock() -> None:
    """Require that somebody may write now: far cheaper than to begin the request to find out."""
    own = connection.connection
    try:
        own.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        raise StoreLocked from error
    own.execute("ROLLBACK")


@contextmanager
def _no_lock_timeout() -> Iterator[None]:
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        raise StoreLocked from error
    own, timeout = connection.connection, connection.settings_dict["OPTIONS"]["timeout"]
    patience, written = f"PRAGMA busy_timeout={timeout * 1000}", own.total_changes

    def give_up_when_locked(execute: Any, sql: str, *more: Any) -> Any:
        try:
            return execute(sql, *more)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                raise
            if own.total_changes == written:
                raise StoreLocked from error
        # The move itself is written: what follows from it waits as it would in a thread.
        own.execute(patience)
        return execute(sql, *more)

    own.execute("PRAGMA busy_timeout=0")
    try:
        with connection.execute_wrapper(give_up_when_locked):
            yield
    finally:
        if connection.connection is own:  # one that broke is closed by now
            own.execute(patience)
