"""Moves answered on the event loop's own thread, where the store is a file of this machine.

A move takes less time than handing it to a thread and back: two threads that both want the
interpreter pass it to and fro at every statement. And there is nothing to wait for but the disk,
for which the next move would wait all the same. Whatever else has to be waited for is left to the
threads: a store behind a socket, a page of any kind, and a move that finds the store locked.

It carries the budget of a JSON move: 2.5 to 2.7 ms of CPU in place of 4.0 to 4.1, 352 to 368 moves
a second in place of 236 to 244 (docs/decisions/0007-one-thread-a-request.md). `INLINE_MOVES=off`
leaves all moves to the threads.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any, TypeVar

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection

MOVES = re.compile(r"/(?:api/)?matches/[\w-]+/moves/")
LOCK_MS = 10
"""How long the loop waits for the store's lock: about as long as others hold it for a move."""
Answer = TypeVar("Answer")


class StoreLocked(BaseException):
    """The store is to be waited for. No error of the request: nothing shall make it an answer."""


def is_on() -> bool:
    """Whether moves may be answered here: wanted, and the store is a file."""
    return bool(settings.INLINE_MOVES) and connection.vendor == "sqlite"


def is_move(scope: Any) -> bool:
    """Whether this is the request of a move."""
    return scope["method"] == "POST" and MOVES.fullmatch(scope["path"]) is not None


def answer_inline(do: Callable[[], Answer]) -> Answer | None:
    """What `do` returns; None, and nothing is done, where it would have had to wait."""
    try:
        with _without_running_loop(), _short_lock_timeout():
            return copy_context().run(do)
    except StoreLocked:
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


@contextmanager
def _short_lock_timeout() -> Iterator[None]:
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        raise StoreLocked from error
    own, timeout = connection.connection, connection.settings_dict["OPTIONS"]["timeout"]
    own.execute(f"PRAGMA busy_timeout={LOCK_MS}")
    try:
        with connection.execute_wrapper(_raise_when_locked):
            yield
    finally:
        if connection.connection is own:  # one that broke is closed by now
            own.execute(f"PRAGMA busy_timeout={timeout * 1000}")


def _raise_when_locked(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    try:
        return execute(sql, params, many, context)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise StoreLocked from error
        raise
