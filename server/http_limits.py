"""What uvicorn takes of one HTTP connection before anything of ours sees it.

A proxy in front has such limits too; without one httptools reads headers without end, and waits for
the rest of a request for ever: a header of 100 MB kept everybody else waiting for seconds.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from server.unread import EndingTransport

MAX_HEAD = 32 * 1024
"""Bytes of a request line with its headers: what nginx takes, too."""
WITHIN = 20.0
"""Seconds in which a whole request arrives, from when it could begin or began; at most 64 kB."""


class HeadTooLarge(Exception):
    """Raised through the parser, which stops then."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """A connection that is closed where its request is too large at the head, or too slow."""

    _in_head = True
    _head = 0
    _status = 400
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        ending: Any = EndingTransport(transport, self.loop)
        super().connection_made(ending)
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            # More of it than this is in the parser already, which keeps it.
            self._head += len(data)
            if self._head > MAX_HEAD:
                self._status = 431
                self.send_400_response("The headers are too large.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self._wait_for_request()

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MAX_HEAD:
            self._status = 431
            raise HeadTooLarge
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Answer with a status alone, and close; what the request was is not known."""
        self._stop_waiting()
        end = b"content-length: 0\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[self._status] + end)
        self.transport.close()

    def _wait_for_request(self) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(WITHIN, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        if self.headers is None:
            # Nothing was asked: browsers open connections in case they need one.
            self.transport.close()
        elif not self.transport.is_closing():
            self._status = 408
            self.send_400_response("The request did not arrive in time.")
