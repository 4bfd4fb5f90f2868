"""Uvicorn with the worker's loop inside if wanted, and its graceful shutdown.

On SIGTERM uvicorn reports that it is not ready, stops listening, closes its sockets, finishes the
requests it began, and exits after `DRAIN_SECONDS` at the latest.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.db import connections

from server.http_limits import BoundedHttpProtocol
from server.unread import EndingSocketProtocol
from watch import drain

APPLICATION = "config.asgi:application"
MAX_FRAME = 1024
"""Bytes of a frame that a socket reads: a page sends only whether it is in view."""
ACCEPT_GRACE = 0.25
"""Seconds in which clients that connected just before the end send their request."""
SHUTDOWN_GRACE = 1
"""Seconds in which requests that are cut off are answered with an error."""
SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread hands on the interpreter that another one waits for.

The event loop gives it away at every statement of a move, and waits so long to have it back while a
page is rendered. Python's own 0.005 is for programs that compute.
"""
COLLECT_AFTER = (1_000, 5, 4_000)
"""After how many new objects, and rounds of the generations before, Python looks for what refers to
itself and is not needed. With five hundred matches in memory its usual 700, 10 and 10 cost a third
of every move, since all of it is looked at again and again: most of what a move leaves goes without
being looked for. Each look holds up everybody: at more objects at once, some 50 to 200 ms.
"""
Work = Callable[[asyncio.Event], Awaitable[None]]


class DrainingUvicorn(uvicorn.Server):
    """Uvicorn that drains before it exits, with the worker's loop beside it if `work` is given."""

    def __init__(self, config: uvicorn.Config, work: Work | None = None) -> None:
        super().__init__(config)
        self._work = work
        self._stop_work = asyncio.Event()
        self._worker: asyncio.Future[None] | None = None
        self._listening: list[socket.socket] = []

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A second signal changes nothing; and the process exits by itself, not by the signal.
        self.should_exit = True

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        numbers = [each.fileno() for server in self.servers for each in server.sockets]
        self._listening = [socket.socket(fileno=os.dup(number)) for number in numbers]
        if self._work is not None:
            self._worker = asyncio.ensure_future(self._work(self._stop_work))

    async def shutdown(self, sockets: Any = None) -> None:
        drain.begin()
        await asyncio.sleep(settings.DRAIN_DELAY)
        await self._stop_accepting()
        await asyncio.gather(self._end_work(), drain.finish(settings.DRAIN_SECONDS))
        await super().shutdown(sockets)

    async def _end_work(self) -> None:
        """Stop the worker's loop once its current step is done."""
        self._stop_work.set()
        if self._worker is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._worker, settings.DRAIN_SECONDS)

    async def _stop_accepting(self) -> None:
        """Accept no more connections but those already waiting: a proxy has sent their requests by
        now, and does not send a move to another server."""
        for server in self.servers:
            server.close()
        accepted = []
        for listener in self._listening:
            listener.setblocking(False)
            with listener, contextlib.suppress(BlockingIOError):
                while True:
                    accepted.append(listener.accept()[0])
        make: Any = self.config.http_protocol_class
        state = {"server_state": self.server_state, "app_state": self.lifespan.state}
        protocol = partial(make, config=self.config, **state)
        for connection in accepted:
            await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        await asyncio.sleep(ACCEPT_GRACE)


def run_uvicorn(host: str, port: int, work: Work | None) -> bool:
    """Serve until a signal; False when the port is taken."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.set_threshold(*COLLECT_AFTER)
    server = DrainingUvicorn(uvicorn_config(APPLICATION, host, port), work)
    with contextlib.suppress(SystemExit):
        server.run()
    drain.end()
    close_pools()
    return server.started


def close_pools() -> None:
    """Close the pools of connections to PostgreSQL, and end their threads."""
    for connection in connections.all():
        getattr(connection, "close_pool", lambda: None)()


def uvicorn_config(application: Any, host: str, port: int) -> uvicorn.Config:
    """The configuration of all our servers: with our own log lines and addresses as they are."""
    return uvicorn.Config(
        application,
        host=host,
        port=port,
        loop="uvloop",
        http=BoundedHttpProtocol,
        ws=EndingSocketProtocol,
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        ws_max_size=MAX_FRAME,
        # Compressing a table costs a third of rendering it, and a quarter of a megabyte a socket.
        ws_per_message_deflate=False,
        # Longer than a proxy holds idle ones (nginx: a minute): who closes may cut a move off.
        timeout_keep_alive=75,
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_GRACE,
    )
