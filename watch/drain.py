"""Graceful shutdown: nothing new is accepted, what was begun is finished, sockets are closed.

Pages reconnect by themselves after the code `RESTARTS`, each after a delay of its own.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic

logger = logging.getLogger(__name__)
RESTARTS = 1012
"""The code of a closed socket: “Service Restart”."""
POLL_SECONDS = 0.05


@dataclass
class Process:
    """What goes on in this process, and whether it is shutting down."""

    draining: bool = False
    abandoned: bool = False
    requests: int = 0
    sockets: dict[object, Callable[[], Awaitable[None]]] = field(default_factory=dict)
    """The function that closes each socket."""


process = Process()


def begin() -> None:
    """From now on this process is not ready for anything new."""
    if not process.draining:
        process.draining = True
        logger.info("Leaving: %s requests, %s sockets.", process.requests, len(process.sockets))


async def finish(within: float) -> None:
    """Close all sockets, and wait at most `within` seconds for the requests that go on."""
    begin()
    ends = monotonic() + within
    await asyncio.gather(*(close() for close in list(process.sockets.values())))
    while (process.requests or process.sockets) and monotonic() < ends:
        await asyncio.sleep(POLL_SECONDS)
    if process.requests or process.sockets:
        process.abandoned = True
        logger.warning(
            "Left behind: %s requests, %s sockets.", process.requests, len(process.sockets)
        )


def end() -> None:
    """Exit at once if something was abandoned: its thread may wait for ever.

    A move is in the database by then, or it is not; an open transaction is rolled back.
    """
    if process.abandoned:
        sys.stderr.flush()
        os._exit(1)
