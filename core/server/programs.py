"""Uvicorn with a graceful shutdown, and optionally with the worker's loop inside.

On SIGTERM the server reports that it is not ready, stops listening, closes its WebSockets, finishes
the requests it began, and exits after `DRAIN_SECONDS` at the latest.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import os
import resource
import socket
import sys
from argparse import ArgumentTypeError
from collections.abc import Awaitable, Callable
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, connections

from core.asgi import App
from core.monitoring import drain
from core.server.frame_limits import BoundedSocketProtocol
from core.server.http_limits import BoundedHttpProtocol
from core.server.store_watch import watch

APPLICATION = "config.asgi:application"
MAX_PORT = 65_535
MAX_FRAME = 1024
"""Bytes of a WebSocket frame from a page or program: pings and moves are small."""
ACCEPT_GRACE = 0.25
"""Seconds for clients that connected just before the shutdown to send their request."""
SHUTDOWN_GRACE = 1
"""Seconds for answering cancelled requests with an error."""
SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread hands the interpreter to a thread that waits for it.

The event loop releases the interpreter at every SQL statement of a move, and then waits for it as
long as this while another thread renders a page. Python's default, 0.005, makes moves slow.
"""
COLLECT_AFTER = (1_000, 5, 4_000)
"""Thresholds of Python's garbage collector.

With many matches in memory Python's defaults scan all of them too often, although reference
counting already frees most of what a move leaves. Larger thresholds would make each collection,
during which no request is served, longer.
"""
Work = Callable[[asyncio.Event], Awaitable[None]]


class DrainingUvicorn(uvicorn.Server):
    """Uvicorn that drains before it exits.

    It calls `opened` once it listens, and runs `work`, the worker's loop, if given.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        work: Work | None = None,
        opened: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config)
        self._work, self._opened = work, opened
        self._stop_work = asyncio.Event()
        self._worker: asyncio.Future[None] | None = None
        self._listening: list[socket.socket] = []

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A second signal changes nothing, and the process exits normally, not by the signal.
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        numbers = [each.fileno() for server in self.servers for each in server.sockets]
        self._listening = [socket.socket(fileno=os.dup(number)) for number in numbers]
        if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
            watch.begin()
        if self._work is not None:
            self._worker = asyncio.ensure_future(self._work(self._stop_work))
        self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        drain.begin()
        await asyncio.sleep(settings.DRAIN_DELAY)
        await self._stop_accepting()
        await asyncio.gather(self._end_work(), drain.finish(settings.DRAIN_SECONDS))
        await watch.end()
        await super().shutdown(sockets)

    async def _end_work(self) -> None:
        """Stop the worker's loop after its current step."""
        self._stop_work.set()
        if self._worker is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._worker, settings.DRAIN_SECONDS)

    async def _stop_accepting(self) -> None:
        """Stop listening, but serve the connections that already wait.

        A proxy has already sent their requests, and would not send a move to a second server.
        """
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


def port_number(text: str) -> int:
    """Parse a port; argparse reports a wrong one."""
    if not (text.isdecimal() and 0 < int(text) <= MAX_PORT):
        raise ArgumentTypeError(f"{text} is no port. Write a number from 1 to {MAX_PORT}.")
    return int(text)


def require_free(host: str, port: int, prefix: str = "--") -> None:
    """Raise CommandError if a server cannot listen there.

    Args:
        host: The address or name of this computer.
        port: The port.
        prefix: What precedes "host" and "port" in the options of the command.
    """
    other_host = f"This computer has no address {host}. Choose another one with {prefix}host."
    words = {
        errno.EADDRINUSE: f"Port {port} is taken. Choose another one with {prefix}port.",
        errno.EACCES: f"Only root may open port {port}. Choose one above 1023 with {prefix}port.",
        errno.EADDRNOTAVAIL: other_host,
    }
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError) as error:
        raise CommandError(other_host) from error
    for family, kind, protocol, _name, address in found:
        try:
            with socket.socket(family, kind, protocol) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                probe.bind(address)
        except OSError as error:
            # Others, such as those of a missing IPv6, the server skips.
            if error.errno in words:
                raise CommandError(words[error.errno]) from error


def run_uvicorn(
    host: str, port: int, work: Work | None, opened: Callable[[], None] = lambda: None
) -> bool:
    """Serve until a signal arrives, and call `opened` first; return False if it could not begin."""
    allow_open_files()
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.set_threshold(*COLLECT_AFTER)
    server = DrainingUvicorn(uvicorn_config(APPLICATION, host, port), work, opened)
    with contextlib.suppress(SystemExit):
        server.run()
    drain.end()
    close_pools()
    return server.started


def allow_open_files() -> None:
    """Allow as many open connections as the system lets; a shell often starts with 1024."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def close_pools() -> None:
    """Close the connection pools of PostgreSQL, and end their threads."""
    for connection in connections.all():
        getattr(connection, "close_pool", lambda: None)()


def uvicorn_config(application: App | str, host: str, port: int) -> uvicorn.Config:
    """Return the uvicorn configuration of all our servers."""
    return uvicorn.Config(
        application,
        host=host,
        port=port,
        loop="uvloop",
        http=BoundedHttpProtocol,
        ws=BoundedSocketProtocol,
        lifespan="off",
        log_config=None,
        # Its warnings are about requests that are no HTTP, which any client could send.
        log_level="error",
        access_log=False,
        ws_max_size=MAX_FRAME,
        # Compression costs CPU at every push, and memory for every socket.
        ws_per_message_deflate=False,
        # Longer than a proxy keeps idle connections (nginx: a minute), so that the proxy closes
        # them: a server that closes one may cut off a move.
        timeout_keep_alive=75,
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_GRACE,
    )
