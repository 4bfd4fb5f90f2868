"""The two servers, each with the worker's loop inside if wanted, and how they end.

At TERM a server says that it is not ready, closes its door, sends its sockets elsewhere, finishes
what it began, and ends: after `DRAIN_SECONDS` at the latest.
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
from daphne.server import Server as Daphne
from django.conf import settings
from twisted.internet import defer, reactor

from config.backlog import BoundedProtocol
from watch import drain

LONGEST_WORD = 1024
"""The bytes of a frame that a socket reads: all a page says is whether it is in view. A limit of
daphne's for whole messages would hold for what is sent, too."""
LAST_WORDS = 0.25
"""Seconds in which whoever came in just before the door closed says what they want."""
CUT_OFF = 1
"""Seconds for what is left behind to take note of it."""
Work = Callable[[asyncio.Event], Awaitable[None]]


class HouseSocket(BoundedProtocol):
    """A socket that may be closed with the codes by which pages know to come back."""

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Autobahn's own way declines the codes that the standard keeps for servers."""
        self.sendCloseFrame(code=1000 if code is None else code)


class DrainingDaphne(Daphne):
    """Daphne, which by itself cuts off whatever goes on."""

    def __init__(self, *args: Any, work: Work | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self._ports: list[Any] = []
        self._work = Beside(work)

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self._ports.append(port)
        self.ws_factory.protocol = HouseSocket
        reactor.callWhenRunning(self._work.begin)

    def kill_all_applications(self) -> defer.Deferred[Any]:
        """Called once, when the process has been told to end; it waits for what is returned."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._leave()))

    async def _leave(self) -> None:
        drain.begin()
        await asyncio.sleep(settings.DRAIN_DELAY)
        for port in self._ports:
            port.stopListening()
        await asyncio.gather(self._work.end(), drain.finish(settings.DRAIN_SECONDS))
        for details in self.connections.values():
            left = details.get("application_instance")
            if left is not None:
                left.cancel()


class DrainingUvicorn(uvicorn.Server):
    """Uvicorn, which by itself ends its sockets without a word."""

    def __init__(self, config: uvicorn.Config, work: Work | None = None) -> None:
        super().__init__(config)
        self._work = Beside(work)
        self._doors: list[socket.socket] = []

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Told once is enough; and the process ends by itself, not by the signal once more.
        self.should_exit = True

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        listening = [each.fileno() for server in self.servers for each in server.sockets]
        self._doors = [socket.socket(fileno=os.dup(number)) for number in listening]
        self._work.begin()

    async def shutdown(self, sockets: Any = None) -> None:
        drain.begin()
        await asyncio.sleep(settings.DRAIN_DELAY)
        await self._close_doors()
        await asyncio.gather(self._work.end(), drain.finish(settings.DRAIN_SECONDS))
        await super().shutdown(sockets)

    async def _close_doors(self) -> None:
        """Let nobody in any more but those who knocked already: a proxy has sent their words by
        now, and dares not send a move to another server."""
        for server in self.servers:
            server.close()
        knocked = []
        for door in self._doors:
            door.setblocking(False)
            with door, contextlib.suppress(BlockingIOError):
                while True:
                    knocked.append(door.accept()[0])
        for line in knocked:
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, line)
        await asyncio.sleep(LAST_WORDS)

    def _protocol(self) -> asyncio.Protocol:
        make: Any = self.config.http_protocol_class
        speaks: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return speaks


class Beside:
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


def run_daphne(host: str, port: int, work: Work | None) -> bool:
    """Serve until told to end; False when the port is taken."""
    from config.asgi import application

    endpoint = f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"
    server = DrainingDaphne(
        application,
        endpoints=[endpoint],
        server_name="Tavola",
        http_timeout=None,
        websocket_max_frame_size=LONGEST_WORD,
        verbosity=0,
        work=work,
    )
    server.run()
    drain.end()
    return bool(server.listening_addresses)


def run_uvicorn(host: str, port: int, work: Work | None) -> bool:
    """Serve until told to end; False when the port is taken."""
    from config.asgi import application

    server = DrainingUvicorn(uvicorn_config(application, host, port), work)
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
        http="httptools",
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        ws_max_size=LONGEST_WORD,
        # Packing a table costs a third of drawing it, and a quarter of a megabyte a socket.
        ws_per_message_deflate=False,
        # Longer than a proxy keeps idle ones (nginx: a minute): who closes may cut a move off.
        timeout_keep_alive=75,
        proxy_headers=False,
        timeout_graceful_shutdown=CUT_OFF,
    )
