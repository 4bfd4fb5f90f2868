"""The postman: beside the worker's rounds, sends what is due, and never makes them wait.

The database is asked in one thread of its own; what goes out over the network goes from a few
others, that touch no database. Bots and clocks wait for neither.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connections

from games.notifications.services.dispatch import Claim, claim, sweep, write_down
from games.notifications.services.messages import Result
from games.notifications.services.scheduling import sort_notices
from watch.health import heartbeat
from watch.metrics import ROUND_FAILED

logger = logging.getLogger(__name__)
ROOM = 8
"""So many are sent at once."""
REST = 1.0
SWEEP_EVERY = 3600.0


def look(busy: set[int]) -> list[Claim]:
    """One look into the outbox, and what is to be sent now."""
    close_old_connections()
    sort_notices()
    return claim(ROOM - len(busy), busy)


def send(claimed: Claim) -> Result:
    """One try; whatever goes wrong is a failure of that try alone."""
    try:
        return claimed.parcel.send()
    except Exception:
        logger.exception("A delivery could not be sent (%s).", claimed.delivery_id)
        return Result(False, "error", again=True)


async def carry_forever(stop: asyncio.Event) -> None:
    """Send what is due until told to stop; then end what was begun."""
    with (
        ThreadPoolExecutor(1, thread_name_prefix="post-books") as books,
        ThreadPoolExecutor(ROOM, thread_name_prefix="post") as couriers,
    ):

        async def aside(do: Callable[..., Any], *args: Any) -> Any:
            return await sync_to_async(do, thread_sensitive=False, executor=books)(*args)

        out: dict[int, asyncio.Task[None]] = {}
        swept = monotonic()

        async def carry(claimed: Claim) -> None:
            courier = sync_to_async(send, thread_sensitive=False, executor=couriers)
            try:
                await aside(write_down, claimed, await courier(claimed))
            except Exception:
                # The lease runs out, and it is sent once more.
                logger.exception("What was sent could not be written down.")
            finally:
                del out[claimed.user_id]

        while not stop.is_set():
            try:
                for claimed in await aside(look, set(out)):
                    out[claimed.user_id] = asyncio.ensure_future(carry(claimed))
                if monotonic() - swept > SWEEP_EVERY:
                    swept = monotonic()
                    await aside(sweep)
            except Exception:
                logger.exception("A round of the postman failed; the next one follows.")
                ROUND_FAILED.labels("post").inc()
            heartbeat("post")
            try:
                await asyncio.wait_for(stop.wait(), timeout=REST)
            except TimeoutError:
                continue
        await asyncio.gather(*out.values())
        await aside(connections.close_all)
