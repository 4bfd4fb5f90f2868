"""What a thread is busy with: one request, one socket or one step of the worker.

It is what log lines and figures are told by. No names, no addresses: a match by its id, an event
by its number, a request by an id of its own.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import perf_counter

from django.db import transaction

from watch import metrics

logger = logging.getLogger("tavola.step")


@dataclass(slots=True)
class Doing:
    """A piece of work, the door it came by, and the event it brought about, if any."""

    door: str
    id: str = ""
    match: str = ""
    event: int | None = None
    refusal: str = ""
    began: float = field(default_factory=perf_counter)

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return perf_counter() - self.began

    def facts(self) -> dict[str, str | int]:
        """What is known of it, for a log line."""
        facts: dict[str, str | int] = {"door": self.door}
        if self.id:
            facts["request"] = self.id
        if self.match:
            facts["match"] = self.match
        if self.event is not None:
            facts["event"] = self.event
        if self.refusal:
            facts["refusal"] = self.refusal
        return facts


current: ContextVar[Doing | None] = ContextVar("doing", default=None)


def new_id() -> str:
    """A name for one request: tells nothing, and is not met twice."""
    return secrets.token_hex(8)


@contextmanager
def step(door: str) -> Iterator[Doing]:
    """One step of the worker; it writes a line if it brought an event about."""
    doing = Doing(door)
    token = current.set(doing)
    try:
        yield doing
    finally:
        current.reset(token)
    if doing.event is not None:
        logger.info("step", extra={"facts": {**doing.facts(), "ms": ms(doing.seconds)}})


def moved(game: str, match_id: str, number: int) -> None:
    """Once this transaction is committed: whatever is being done made this move."""
    doing = current.get()

    def count() -> None:
        metrics.MOVES.labels(game, "other" if doing is None else doing.door).inc()
        if doing is not None:
            doing.match, doing.event = match_id, number

    transaction.on_commit(count, robust=True)


def refused(code: str) -> None:
    """Something was declined, and whoever asked is told so."""
    metrics.REFUSALS.labels(code).inc()
    doing = current.get()
    if doing is not None:
        doing.refusal = code


def ms(seconds: float) -> float:
    """Seconds as a log line tells them."""
    return round(seconds * 1000, 1)
