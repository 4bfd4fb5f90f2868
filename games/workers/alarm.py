"""When a loop of the worker looks again: at the next moment it knows of, or when it is woken.

Nobody has to be told of most work: it comes due later than the next look, so that each look sees
the moment before it is there. Bots may be asked at any time, and people wait for them: whoever
wrote an event tells the workers of all processes through the channel layer (`announce.WORK`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime

from channels.layers import get_channel_layer

from games.matches.announce import WORK
from games.matches.services import time_source

logger = logging.getLogger(__name__)
REST = 0.15
"""Seconds between two rounds at least, if nothing was done in the first."""
LOOK = 4.0
"""Seconds between two rounds at most: less than whatever time there is between the event that
starts a clock, a wait for a nonce or for an answer, and its end (tests/games/workers/test_idle.py).
So nobody has to be told of them, and what nobody was told of, since Redis was away, is made up for.
"""
MEMBERSHIP = 12 * 3600
"""Seconds after which the group is joined anew: a channel layer forgets its members after a day."""


class Alarm:
    """Wakes a loop of the worker."""

    def __init__(self, stop: asyncio.Event) -> None:
        self._stop = stop
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Something may have come due."""
        self._rung.set()

    def heard(self) -> bool:
        """Whether it has rung since this was asked last."""
        rung = self._rung.is_set()
        self._rung.clear()
        return rung

    async def rest(self, seconds: float) -> None:
        """Wait so long, or until it rings, but `REST` at least; or until the worker is to stop."""
        await _wait(REST, self._stop)
        if seconds > REST and not self._stop.is_set():
            await _wait(seconds - REST, self._stop, self._rung)


async def _wait(seconds: float, *events: asyncio.Event) -> None:
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()


def seconds_until(moment: datetime | None, at_most: float = LOOK) -> float:
    """How long to wait for a moment, None being far away."""
    if moment is None:
        return at_most
    return min(max((moment - time_source.now()).total_seconds(), REST), at_most)


async def ring_when_announced(*alarms: Alarm) -> None:
    """Ring them all whenever somebody, in whatever process, announces that there may be work."""
    while True:
        try:
            async with asyncio.timeout(MEMBERSHIP):
                await _listen(alarms)
        except TimeoutError:
            continue
        except Exception:
            logger.warning("The channel layer does not tell of work.", exc_info=True)
            await asyncio.sleep(LOOK)


async def _listen(alarms: Sequence[Alarm]) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel("work.")
    await layer.group_add(WORK, channel)
    try:
        while True:
            await layer.receive(channel)
            for alarm in alarms:
                alarm.ring()
    finally:
        await layer.group_discard(WORK, channel)
