"""Daphne that waits for its readers: what a client has not taken yet is bounded.

Daphne's own `send` returns at once, and Twisted's transport keeps whatever it is given: an answer
without an end, or a socket, whose client does not read grows until the process dies. Here `send`
waits while more than 64 kB (Twisted's own mark) are unsent, as uvicorn's does, so that an
application can tell a slow reader and drop it.

Importing this installs Twisted's reactor: only where daphne is asked for.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from server import unread


@implementer(IPushProducer)
class Brake:
    """What Twisted tells of one connection: whether it has room for more, or is gone."""

    def __init__(self) -> None:
        self._released = asyncio.Event()
        self._released.set()

    async def released(self) -> None:
        """Wait until there is room, or nobody to send to any more."""
        await self._released.wait()

    def pauseProducing(self) -> None:  # noqa: N802  (Twisted's names)
        self._released.clear()

    def resumeProducing(self) -> None:  # noqa: N802
        self._released.set()

    def stopProducing(self) -> None:  # noqa: N802
        self._released.set()


class BoundedServer(Server):  # type: ignore[misc]  # a library without types
    """Daphne's server, with a brake on each answer that comes in parts, and on each socket."""

    def create_application(self, protocol: Any, scope: Any) -> Any:
        queue = super().create_application(protocol, scope)
        running = self.connections.get(protocol, {}).get("application_instance")
        if running is not None and scope["type"] == "http":
            running.add_done_callback(partial(_cut_off, protocol))
        return queue

    def protocol_disconnected(self, protocol: Any) -> None:
        super().protocol_disconnected(protocol)
        brake: Brake | None = self.connections[protocol].get("brake")
        if brake is not None:
            brake.stopProducing()

    async def handle_reply(self, protocol: Any, message: Any) -> None:
        kind, more = message.get("type"), message.get("more_body", False)
        connection = self.connections.get(protocol, {})
        brake: Brake | None = connection.get("brake")
        if brake is not None and (more or kind == "websocket.send"):
            await brake.released()
        if brake is not None and kind == "http.response.body" and not more:
            # Twisted finishes no answer that something is still to be asked for.
            del connection["brake"]
            protocol.unregisterProducer()
        await super().handle_reply(protocol, message)
        if brake is None and "disconnected" not in connection:
            if kind == "http.response.body" and more:
                connection["brake"] = brake = Brake()
                protocol.registerProducer(brake, True)
            elif kind == "websocket.accept":
                connection["brake"] = brake = Brake()
                # Autobahn's own second is too short for who is closed because they read slowly,
                # and shall be told so.
                protocol.closeHandshakeTimeout = unread.CLOSE_WITHIN
                # Until now the channel of HTTP was told, which the handshake came by.
                protocol.transport.unregisterProducer()
                protocol.transport.registerProducer(brake, True)


def _cut_off(protocol: Any, _ended: asyncio.Future[Any]) -> None:
    """Close the connection of an answer that was left unfinished: else it would stay for ever."""
    unfinished = protocol._response_started and not protocol.finished
    if unfinished and protocol.channel is not None:
        protocol.channel.forceAbortClient()


class BoundedDaphne(CommandLineInterface):  # type: ignore[misc]  # a library without types
    """Daphne's command, with such a server."""

    server_class = BoundedServer
