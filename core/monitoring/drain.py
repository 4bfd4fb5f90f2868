"""Graceful shutdown: accept nothing new, finish running requests, close sockets.

Pages reconnect after the code `RESTARTS`, each after a delay of its own.
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
"""WebSocket close code: “Service Restart”."""
POLL_SECONDS = 0.05


@dataclass
class Process:
    """What runs in this process, and whether the process is shutting down."""

    draining: bool = False
    abandoned: bool = False
    requests: int = 0
    sockets: dict[object, Callable[[], Awaitable[None]]] = field(default_factory=dict)
    """For each open socket the function that closes it."""


process = Process()


def begin() -> None:
    """Mark this process as not ready for new work."""
    if not process.draining:
        process.draining = True
        logger.info("Draining: %s requests, %s sockets.", process.requests, len(process.sockets))


async def finish(within: float) -> None:
    """Close all sockets, and wait at most `within` seconds for running requests."""
    begin()
    ends = monotonic() + within
    await asyncio.gather(*(close() for close in list(process.sockets.values())))
    while (process.requests or process.sockets) and monotonic() < ends:
        await asyncio.sleep(POLL_SECONDS)
    if process.requests or process.sockets:
        process.abandoned = True
        logger.warning(
            "Abandoned: %s requests, %s sockets.", process.requests, len(process.sockets)
        )


def end() -> None:
    """Exit at once if requests or sockets were abandoned: their threads might never end.

    No move is half stored by this: the database rolls back an open transaction.
    """
    if process.abandoned:
        sys.stderr.flush()
        os._exit(1)
