"""The current request, socket or worker step, with which log lines and metrics are labelled.

It holds no names or addresses: a match has its id, an event its number, a request an id.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from core.monitoring import metrics

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

step_logger = logging.getLogger("tavola.step")
request_logger = logging.getLogger("tavola.request")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


@dataclass(slots=True)
class WorkContext:
    """A piece of work, how it came in, and the event it wrote; `current` in a `with` block."""

    source: str
    id: str = ""
    match: str = ""
    event: int | None = None
    refusal: str = ""
    began: float = field(default_factory=perf_counter)
    _token: Token[WorkContext | None] | None = None

    def __enter__(self) -> WorkContext:
        self._token = current.set(self)
        return self

    def __exit__(self, *_error: object) -> None:
        if self._token is not None:
            current.reset(self._token)

    @property
    def seconds(self) -> float:
        """Seconds since the work began."""
        return perf_counter() - self.began

    def facts(self) -> dict[str, str | int]:
        """Return what is known about the work, for a log line."""
        facts: dict[str, str | int] = {"door": self.source}
        if self.id:
            facts["request"] = self.id
        if self.match:
            facts["match"] = self.match
        if self.event is not None:
            facts["event"] = self.event
        if self.refusal:
            facts["refusal"] = self.refusal
        return facts


current: ContextVar[WorkContext | None] = ContextVar("work", default=None)


@contextmanager
def step(source: str, failed: str = "A step of the worker failed.") -> Iterator[WorkContext]:
    """Run one step of the worker, and write a log line if the step wrote an event.

    An error is logged with the message `failed` and suppressed: a match that cannot continue must
    not hold up the others.
    """
    try:
        with WorkContext(source) as work:
            yield work
    except Exception:
        step_logger.exception(failed)
        return
    if work.event is not None:
        facts = {**work.facts(), "ms": round(work.seconds * 1000, 1)}
        step_logger.info("step", extra={"facts": facts})


def request_arrived(work: WorkContext, request: HttpRequest) -> None:
    """Set what is known about a request before a view handles it."""
    given = request.META.get("HTTP_X_REQUEST_ID", "") if settings.TRUSTED_PROXIES else ""
    work.id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
    if request.content_type == "application/json" or request.path_info.startswith("/api/"):
        work.source = "json"


def request_answered(work: WorkContext, request: HttpRequest, response: HttpResponseBase) -> None:
    """Count a request, write its log line, and put its id into the response."""
    route = request.resolver_match
    name = route.view_name if route is not None else "none"
    method = request.method if request.method in METHODS else "other"
    if route is not None and not work.match and response.status_code != 404:
        work.match = str(route.kwargs.get("match_id", ""))[:40]
    response.headers["X-Request-ID"] = work.id
    seconds = work.seconds
    metrics.REQUESTS.labels(name, method, response.status_code).inc()
    metrics.REQUEST_SECONDS.labels(work.source).observe(seconds)
    if work.event is not None:
        metrics.MOVE_SECONDS.labels(work.source).observe(seconds)
    if request_logger.isEnabledFor(logging.INFO):
        status = response.status_code
        facts = {"route": name, "method": method, "status": status, "ms": round(seconds * 1000, 1)}
        request_logger.info("request", extra={"facts": {**facts, **work.facts()}})


def moved(game: str, match_id: str, number: int, *, public: bool) -> None:
    """Count a move, as that of the current work, once this transaction is committed."""
    transaction.on_commit(lambda: count_move(game, match_id, number, public=public), robust=True)


def count_move(game: str, match_id: str, number: int, *, public: bool) -> None:
    """Count a committed move if it is public, and note it in the current work."""
    work = current.get()
    if public:
        metrics.MOVES.labels(game, "other" if work is None else work.source).inc()
    if work is not None:
        work.match, work.event = match_id, number


def refused(code: str) -> None:
    """Count a refusal, and note it in the current work."""
    metrics.REFUSALS.labels(code).inc()
    work = current.get()
    if work is not None:
        work.refusal = code
