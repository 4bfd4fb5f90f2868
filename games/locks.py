"""What one worker does, no other does meanwhile: claims that end with whoever holds them.

A claim is a lock of PostgreSQL's own, held by a transaction: it ends with the work, with a killed
worker at once, and with one that hangs, or whose machine vanished, after `PATIENCE`. No row is
locked, so nobody at a table waits for a bot that thinks. SQLite has one worker: there a claim is
among its threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import connection, transaction

PATIENCE = 20
"""Seconds a claim may go without a word to the database."""
BOTS, GUESTS, TIDYING, REVIEWS = 1, 2, 3, 4
"""The first of a lock's two numbers: what the second one counts."""
_WORD = 2**31
_here: set[tuple[int, int]] = set()
_here_lock = Lock()


@contextmanager
def claimed(kind: int, number: int) -> Iterator[bool]:
    """Whether this is mine to do now; False while another worker is at it."""
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
    """The same among the threads of this process."""
    with _here_lock:
        mine = what not in _here
        _here.add(what)
    try:
        yield mine
    finally:
        if mine:
            _here.discard(what)


@contextmanager
def alone(kind: int) -> Iterator[bool]:
    """Whether no other worker does this kind of work now; it may take many transactions."""
    if connection.vendor != "postgresql":
        yield True
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, 0)", [kind])
        mine = cursor.fetchone()[0]
    try:
        yield mine
    finally:
        # A connection that broke has let go by itself.
        if mine and connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, 0)", [kind])
