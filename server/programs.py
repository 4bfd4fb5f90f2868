"""Uvicorn with the worker's loop inside if wanted, and how it ends; or daphne, as it comes.

At TERM uvicorn says that it is not ready, closes its door, sends its sockets elsewhere, finishes
what it began, and ends: after `DRAIN_SECONDS` at the latest. With uvloop and httptools it answers
a JSON move with 2.5 ms of CPU where daphne takes 3.3 (docs/benchmarks.md), so it is the default.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any

import uvicorn
from daphne.cli import CommandLineInterface
from django.conf import settings

from server.http_limits import BoundedHttpProtocol
from watch import drain

APPLICATION = "config.asgi:application"
MAX_FRAME = 1024
"""Bytes of a frame that a socket reads: all a page says is whether it is in view."""
ACCEPT_GRACE = 0.25
"""Seconds in which who connected just before the end sends their request."""
SHUTDOWN_GRACE = 1
"""Seconds in which requests that are cut off are told so."""
Work = Callable[[asyncio.Event], Awaitable[None]]


class DrainingUvicorn(uvicorn.Server):
    """Uvicorn, which by itself ends its sockets without a word."""

    def __init__(self, config: uvicorn.Config, work: Work | None = None) -> None:
        super().__init__(config)
        self._work = WorkerTask(work)
        self._listening: list[socket.socket] = []

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Told once is enough; and the process ends by itself, not by the signal once more.
        self.should_exit = True

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        numbers = [each.fileno() for server in self.servers for each in server.sockets]
        self._listening = [socket.socket(fileno=os.dup(number)) for number in numbers]
        self._work.begin()

    async def shutdown(self, sockets: Any = None) -> None:
        drain.begin()
        await asyncio.sleep(settings.DRAIN_DELAY)
        await self._stop_accepting()
        await asyncio.gather(self._work.end(), drain.finish(settings.DRAIN_SECONDS))
        await super().shutdown(sockets)

    async def _stop_accepting(self) -> None:
        """Take no new connections but those that wait already: a proxy has sent their requests by
        now, and dares not send a move to another server."""
        for server in self.servers:
            server.close()
        accepted = []
        for listener in self._listening:
            listener.setblocking(False)
            with listener, contextlib.suppress(BlockingIOError):
                while True:
                    accepted.append(listener.accept()[0])
        for connection in accepted:
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        await asyncio.sleep(ACCEPT_GRACE)

    def _protocol(self) -> asyncio.Protocol:
        make: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol


class WorkerTask:
    """The worker's loop beside a server: begins once there is one, ends with it."""

    def __init__(self, work: Work | None) -> None:
        self._work = work
        self._stop = asyncio.Event()
        self._task: asyncio.Future[None] | None = None

    def begin(self) -> None:
        """From now on, if there is anything to do here."""
        if self._work is not None:
            self._task = asyncio.ensure_future(self._work(self._stop))

    async def end(self) -> None:
        """Once the step it is at is done."""
        self._stop.set()
        if self._task is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._task, settings.DRAIN_SECONDS)


def run_daphne(host: str, port: int) -> None:
    """Daphne's own command: no worker inside, and no peaceful end."""
    where = ["--bind", host, "--port", str(port)]
    CommandLineInterface().run([*where, "--verbosity", "0", APPLICATION])


def run_uvicorn(host: str, port: int, work: Work | None) -> bool:
    """Serve until told to end; False when the port is taken."""
    server = DrainingUvicorn(uvicorn_config(APPLICATION, host, port), work)
    with contextlib.suppress(SystemExit):
        server.run()
    drain.end()
    return server.started


def uvicorn_config(application: Any, host: str, port: int) -> uvicorn.Config:
    """As the house wants it: its own log lines, and addresses as they are."""
    return uvicorn.Config(
        application,
        host=host,
        port=port,
        loop="uvloop",
        http=BoundedHttpProtocol,
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        ws_max_size=MAX_FRAME,
        # Packing a table costs a third of drawing it, and a quarter of a megabyte a socket.
        ws_per_message_deflate=False,
        # Longer than a proxy keeps idle ones (nginx: a minute): who closes may cut a move off.
        timeout_keep_alive=75,
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_GRACE,
    )
