"""Pages are computed one at a time, so that a move has one thread to wait for, not eight.

All threads share one interpreter. A move gives it away at each of its statements, and has it back
when those who want it have had it for a moment each (`SWITCH_INTERVAL` in `server/programs.py`): a
dozen moments for each thread that computes. Threads are many because pages wait for the store; that
they compute at once makes none of them quicker.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

PATIENCE = 0.25
"""Seconds after which a page goes on without its turn: who has it may never give it back."""
_turn = Lock()


class PageTurn:
    """Middleware: a page that is only looked at has the turn while it computes.

    Whatever writes has none: others would wait for a turn with rows locked, or the store.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        page = _Page()
        try:
            with connection.execute_wrapper(page.execute):
                return self.get_response(request)
        finally:
            page.give_back()


class _Page:
    """A page that is computed, in one thread: whether the turn is its own just now."""

    def __init__(self) -> None:
        self._has_it = _turn.acquire(timeout=PATIENCE)
        self._wants_it = True

    def give_back(self) -> None:
        if self._has_it:
            self._has_it = False
            _turn.release()

    def execute(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Execute a statement, and leave the turn to others meanwhile.

        A transaction of this page, to remember a session for instance, ends its claim to the turn.
        """
        self.give_back()
        try:
            return execute(sql, params, many, context)
        finally:
            if connection.in_atomic_block or sql.startswith("BEGIN"):
                self._wants_it = False
            if self._wants_it:
                self._has_it = _turn.acquire(timeout=PATIENCE)
