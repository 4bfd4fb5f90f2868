"""Decide when a worker loop runs again: at the next due time it knows, or when it is woken.

Most work needs no wake-up: it is due later than the next look, so a look always sees it in time.
Bots may be asked at any time while people wait for them. So the process that wrote an event wakes
the workers of all processes through the channel layer (`publish.WORK`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime

from channels.layers import get_channel_layer

from games.matches.publish import WORK
from games.matches.services import time_source

logger = logging.getLogger(__name__)
REST = 0.15
"""Minimum seconds between two rounds, if the first did nothing."""
LOOK = 4.0
"""Maximum seconds between two rounds.

It is less than the shortest time between the event that starts a clock, a wait for a nonce or for
an answer, and its end (tests/games/workers/test_idle.py). So these need no wake-up, and a wake-up
that was lost, as when Redis was down, is made up for.
"""
MEMBERSHIP = 12 * 3600
"""Seconds after which the group is joined again: a channel layer drops members after a day."""


class Alarm:
    """A wake-up call for a loop of the worker."""

    def __init__(self, stop: asyncio.Event) -> None:
        self._stop = stop
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake the loop, as work may be due."""
        self._rung.set()

    def heard(self) -> bool:
        """Return whether the alarm has rung since the last call."""
        rung = self._rung.is_set()
        self._rung.clear()
        return rung

    async def rest(self, seconds: float) -> None:
        """Wait `seconds` or until the alarm rings, at least `REST`; return if the worker stops."""
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
    """Return the seconds to wait for a moment, between `REST` and `at_most`; None is far away."""
    if moment is None:
        return at_most
    return min(max((moment - time_source.now()).total_seconds(), REST), at_most)


async def ring_when_notified(*alarms: Alarm) -> None:
    """Ring all alarms whenever any process publishes that there may be work."""
    while True:
        try:
            async with asyncio.timeout(MEMBERSHIP):
                await _listen(alarms)
        except TimeoutError:
            continue
        except Exception:
            logger.warning("The channel layer does not publish work.", exc_info=True)
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
