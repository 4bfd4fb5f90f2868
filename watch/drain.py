"""Leaving in peace: nothing new is let in, what was begun is finished, pages go elsewhere.

Pages come back by themselves after this code, each after a while of its own.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from time import monotonic

logger = logging.getLogger(__name__)
RESTARTS = 1012
"""The code of a closed socket: “Service Restart”."""
LOOK = 0.05

Close = Callable[[], Awaitable[None]]


class House:
    """What goes on in this process, and whether it is about to end."""

    def __init__(self) -> None:
        self.draining = False
        self.left_behind = False
        self.requests = 0
        self.sockets: dict[object, Close] = {}

    @property
    def busy(self) -> bool:
        """Whether something has been begun and not finished."""
        return bool(self.requests or self.sockets)


house = House()


def begin() -> None:
    """From now on this process is not ready for anything new."""
    if not house.draining:
        house.draining = True
        logger.info("Leaving: %s requests, %s sockets.", house.requests, len(house.sockets))


def begun() -> bool:
    """Whether this process is about to end."""
    return house.draining


async def finish(within: float) -> None:
    """Close all sockets so that their pages come back, and wait for what goes on."""
    begin()
    ends = monotonic() + within
    await asyncio.gather(*(close() for close in list(house.sockets.values())))
    while house.busy and monotonic() < ends:
        await asyncio.sleep(LOOK)
    if house.busy:
        house.left_behind = True
        logger.warning("Left behind: %s requests, %s sockets.", house.requests, len(house.sockets))


def end() -> None:
    """End the process if something was left behind: its thread may wait for what is gone.

    A move is in the database by then, or it is not; a transaction that is open comes to nothing.
    """
    if house.left_behind:
        sys.stderr.flush()
        os._exit(1)
