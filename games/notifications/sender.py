"""Sends due deliveries, concurrently with the worker's other tasks, which never wait for it.

The database is used in a thread of its own, the network in a few others.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from django.db import close_old_connections, connections

from core.monitoring.health import heartbeat, report_round
from core.monitoring.metrics import ROUND_FAILED
from core.monitoring.rate_limit import TimeBudgets
from games.notifications.services.dispatch import Claim, claim, delete_old, record_result
from games.notifications.services.messages import Result
from games.notifications.services.scheduling import schedule_notices

logger = logging.getLogger(__name__)
SENT_AT_ONCE = 8
PAUSE = 1.0
"""Seconds between two reads of the outbox while a delivery is being sent."""
IDLE_PAUSE = 4.0
"""The same while nothing is sent: a notice waits longer than this before it is due."""
CLEANED_EVERY = 3600.0
SECONDS_A_USER = 30.0
"""Seconds within five minutes that sending to one user may take; further deliveries wait.

Otherwise a few users whose addresses answer slowly would hold up everyone's mail.
"""
user_seconds = TimeBudgets(300)


def claim_due(busy: set[int]) -> list[Claim]:
    """Read the outbox, and claim the deliveries to send now.

    `busy`: the users with a delivery under way.
    """
    close_old_connections()
    schedule_notices()
    return claim(SENT_AT_ONCE - len(busy), busy | user_seconds.spent())


def send(claimed: Claim) -> Result:
    """Try once; an exception counts as a failed try."""
    began = monotonic()
    try:
        return claimed.send()
    except Exception:
        logger.exception("A delivery could not be sent (%s).", claimed.delivery_id)
        return Result(False, "error", again=True)
    finally:
        user_seconds.spend(claimed.user_id, monotonic() - began, SECONDS_A_USER)


async def send_forever(stop: asyncio.Event) -> None:
    """Send due deliveries until `stop` is set; then finish those under way."""
    with (
        ThreadPoolExecutor(1, thread_name_prefix="post-database") as database,
        ThreadPoolExecutor(SENT_AT_ONCE, thread_name_prefix="post") as network,
    ):
        run = asyncio.get_running_loop().run_in_executor
        sending: dict[int, asyncio.Task[None]] = {}
        cleaned_at = monotonic()

        async def deliver(claimed: Claim) -> None:
            try:
                result = await run(network, send, claimed)
                await run(database, record_result, claimed, result)
            except Exception:
                # The lease runs out, and it is sent again.
                logger.exception("The result of a delivery could not be stored.")
            finally:
                del sending[claimed.user_id]

        while not stop.is_set():
            busy = bool(sending)
            try:
                for claimed in await run(database, claim_due, set(sending)):
                    busy = True
                    sending[claimed.user_id] = asyncio.ensure_future(deliver(claimed))
                if monotonic() - cleaned_at > CLEANED_EVERY:
                    cleaned_at = monotonic()
                    await run(database, delete_old)
                await run(database, report_round, "post")
            except Exception:
                logger.exception("A round of sending failed; the next one follows.")
                ROUND_FAILED.labels("post").inc()
            heartbeat("post")
            try:
                await asyncio.wait_for(stop.wait(), timeout=PAUSE if busy else IDLE_PAUSE)
            except TimeoutError:
                continue
        await asyncio.gather(*sending.values())
        await run(database, connections.close_all)
