"""PostgreSQL restarts under a running site."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from random import Random

from core.server.store_watch import AWAY, BACK, RECONNECT
from tests.faults.cluster import Answer, Cluster, Driver, Endpoint, Page, agree, wait_until
from tests.faults.sockets import opened
from tests.helpers.servers import Server

TOLD_WITHIN = 5.0
"""Seconds until an open page shows that the database is away."""
DECLINED_WITHIN = 1.0
"""Seconds for three requests at once from one address on a busy machine; each took four before."""


async def test_site_refuses_without_postgresql_and_recovers(
    grown_up: Cluster, database: Server
) -> None:
    (table,) = grown_up.ask("tables")
    server, worker = grown_up.server(), grown_up.worker()
    driver = Driver(table, [server.port], Random(2))
    anna, _ = table["people"]
    (bots,) = grown_up.ask("of_bots", how_many=1)
    try:
        await asyncio.to_thread(driver.moves, 3)
        async with AsyncExitStack() as pages:
            line = await pages.enter_async_context(opened(server.port, table["id"], anna))
            await line.until(driver.seen)
            database.end()
            ended = time.monotonic()
            try:
                await line.hears(AWAY)
                assert time.monotonic() - ended < TOLD_WITHIN
                asked = time.monotonic()
                await asyncio.to_thread(_all_is_refused, table["id"], anna, server.port)
                assert time.monotonic() - asked < DECLINED_WITHIN
                late = opened(server.port, table["id"], anna)
                newcomer = await pages.enter_async_context(late)
                await newcomer.hears(AWAY)
                await line.socket.send("ping")
                await line.hears("pong")
            finally:
                database.start()
            await line.hears(BACK)
            await newcomer.socket.wait_closed()
            assert newcomer.socket.close_code == RECONNECT
            await asyncio.to_thread(driver.moves, 3)
            await line.until(driver.seen)
            so_far = len(grown_up.ask("stored", match_id=bots)["kinds"])
            await asyncio.to_thread(wait_until, lambda: _further(grown_up, bots, so_far), "bots")
    finally:
        driver.close()
        server.kill()
        worker.kill()
    assert agree(driver.sent, grown_up.ask("stored", match_id=table["id"])["moves"])
    assert {status for status, _ in driver.refused} <= {503}


def _further(grown_up: Cluster, match_id: str, events: int) -> bool:
    """Return whether the bots have moved, or the match is over."""
    now = grown_up.ask("stored", match_id=match_id)
    return now["status"] == "finished" or len(now["kinds"]) > events


def _all_is_refused(match_id: str, person: dict[str, str], port: int) -> None:
    """Assert that requests are refused while the database is down, instead of waiting for it."""
    endpoint, page = Endpoint(person["token"], [port]), Page(person, port)
    moves = f"/matches/{match_id}/moves/"
    asked: list[Callable[[], Answer]] = [
        lambda: endpoint.ask("POST", f"/api/v1{moves}", {"type": "pass", "turn_token": ""}),
        lambda: page.get(f"/matches/{match_id}/"),
        lambda: page.post(moves, htmx=True, type="pass", turn_token="x"),
    ]
    with ThreadPoolExecutor(len(asked)) as threads:
        program, whole, line = threads.map(lambda ask: ask(), asked)
    endpoint.close()
    assert (program.status, program.code) == (503, "unavailable")
    assert whole.status == line.status == 503
    assert 'data-code="unavailable"' in whole.body
    assert "<" not in line.body, "a line of words"
