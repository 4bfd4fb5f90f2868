"""The worker loop: what happens without anybody clicking: bots move, questions lapse."""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connections

from games.services import lapses
from games.services.bots import answer_all_due

logger = logging.getLogger(__name__)
REST = 0.15


def work_once() -> int:
    """One round of everything that is due; how much was done."""
    close_old_connections()
    return answer_all_due() + lapses.answer_all_due()


async def work_forever(stop: asyncio.Event) -> None:
    """Round after round until told to stop; a round that fails does not end the loop."""
    work = sync_to_async(work_once, thread_sensitive=True)
    while not stop.is_set():
        try:
            done = await work()
        except Exception:
            logger.exception("A round of the worker failed; it goes on.")
            done = 0
        if not done:
            try:
                await asyncio.wait_for(stop.wait(), timeout=REST)
            except TimeoutError:
                continue
    await sync_to_async(connections.close_all, thread_sensitive=True)()
