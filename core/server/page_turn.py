"""Compute pages one at a time, so that a move waits for at most one thread.

A move releases the interpreter at each of its database statements. It gets it back after every
thread that computes has run for `SWITCH_INTERVAL` (`core/server/programs.py`). The pool has many
threads because pages wait for the database; computing in parallel makes no page faster.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

PATIENCE = 0.25
"""Seconds after which a page continues without a turn: the page that has it may hang."""
_turn = Lock()


class PageTurn:
    """Middleware that gives a GET request the turn while it computes.

    Requests that write take no turn, because they would hold locked rows while they wait for one.
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
    """A page that is being computed in one thread, and whether it has the turn."""

    def __init__(self) -> None:
        self._has_it = _turn.acquire(timeout=PATIENCE)
        self._wants_it = True

    def give_back(self) -> None:
        if self._has_it:
            self._has_it = False
            _turn.release()

    def execute(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Execute a statement, and give the turn to other pages until it is done.

        Once the page opens a transaction (to save a session, for example) it takes no further turn.
        """
        self.give_back()
        try:
            return execute(sql, params, many, context)
        finally:
            if connection.in_atomic_block or sql.startswith("BEGIN"):
                self._wants_it = False
            if self._wants_it:
                self._has_it = _turn.acquire(timeout=PATIENCE)
