"""Locks that let only one worker do a piece of work at a time.

On PostgreSQL a claim is an advisory lock held by a transaction. It ends with the work, immediately
if the worker is killed, and after `PATIENCE` if it hangs or its machine is gone. No row is locked,
so players never wait for a bot's thinking. SQLite has one worker; there the claim is between its
threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import connection, transaction

PATIENCE = 20
"""Seconds a claim may stay idle before the database ends it."""
BOTS, GUESTS, TIDYING, REVIEWS, HINTS = 1, 2, 3, 4, 5
"""The first number of a lock; it defines what the second number identifies."""
_WORD = 2**31
_here: set[tuple[int, int]] = set()
_here_lock = Lock()


@contextmanager
def claimed(kind: int, number: int) -> Iterator[bool]:
    """Claim a piece of work; yield False if another worker has it.

        with claimed(BOTS, match_number) as mine:
            if mine:
                ...

    Args:
        kind: BOTS or another kind of work.
        number: What to work on; it is reduced to 31 bits.
    """
    if connection.vendor != "postgresql":
        with _claimed_here((kind, number)) as mine:
            yield mine
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s, %s),"
            " set_config('idle_in_transaction_session_timeout', %s, true)",
            [kind, number % _WORD, f"{PATIENCE}s"],
        )
        yield cursor.fetchone()[0]


@contextmanager
def _claimed_here(what: tuple[int, int]) -> Iterator[bool]:
    """Claim among the threads of this process."""
    with _here_lock:
        mine = what not in _here
        _here.add(what)
    try:
        yield mine
    finally:
        if mine:
            _here.discard(what)


@contextmanager
def exclusive(kind: int) -> Iterator[bool]:
    """Yield whether no other worker does this kind of work; it may span many transactions."""
    if connection.vendor != "postgresql":
        yield True
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, 0)", [kind])
        mine = cursor.fetchone()[0]
    try:
        yield mine
    finally:
        # A broken connection has already released the lock.
        if mine and connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, 0)", [kind])
