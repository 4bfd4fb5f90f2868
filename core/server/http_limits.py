"""Limits on the connections of an address, and on the size and slowness of requests.

A proxy in front has such limits too. Without them httptools reads headers of any size, during which
all other requests wait, and waits indefinitely for the rest of a request. A client that holds many
connections open would take the file descriptors that every other connection needs.
"""

from __future__ import annotations

import asyncio
from typing import Any

from allauth.core.internal.ratelimit import truncate_ip
from django.conf import settings
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from core.monitoring.rate_limit import TimeBudgets
from core.server.slow_readers import EndingTransport
from core.server.socket_limits import FLOODS_A_MINUTE

MAX_HEAD = 32 * 1024
"""Bytes of a request line with its headers; nginx takes the same."""
WITHIN = 20.0
"""Seconds within which a whole request, at most 64 kB, must arrive.

They count from the opening of the connection, and again from the start of each request.
"""


MAX_REQUEST = 1024 * 1024
"""Bytes of a request. Pages refuse bodies of more than 64 kB, but a client may send on."""
A_HEADER = 32
"""Bytes that a header counts in addition to its own, as in HTTP/2: many small ones cost CPU."""
MOST_CHUNKS = 1000
"""Pieces of a chunked body: many small ones cost CPU."""
MOST_WAITING = 10
"""Requests that a client may send before the answer to an earlier one; browsers send none."""


floods = TimeBudgets(60)
"""The requests that were cut off for their size or number, by network address.

An address of many floods gets no further connections for a while: reading them costs the server
more than refusing them.
"""


class TooMuch(Exception):
    """Raised through the parser to stop it."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """A connection that is closed when requests are too large, too slow, or too many at once.

    An address has at most `SOCKETS_AN_ADDRESS` of them, in addition to its WebSockets: a further
    one takes the place of one without a request. Behind a proxy all have the proxy's address, so
    they are not counted.
    """

    _held: dict[str, dict[BoundedHttpProtocol, None]] = {}
    """The connections of each address, the oldest first."""
    _address = ""
    _in_request, _in_head = True, True
    _size = _headers = _chunks = 0
    _status = 400
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        ending: Any = EndingTransport(transport, self.loop)
        super().connection_made(ending)
        self._wait_for_request()
        if not settings.TRUSTED_PROXIES:
            self._take_place()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._leave_place()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_request and not self.transport.is_closing():
            # The parser buffers a header until it is complete, so that is counted here.
            self._size += len(data)
            if self._size > (MAX_HEAD if self._in_head else MAX_REQUEST):
                self._cut_off(431 if self._in_head else 413)
                self.send_400_response("The request is too large.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_request, self._in_head = True, True
        self._size = self._headers = self._chunks = 0
        self._wait_for_request()

    def on_header(self, name: bytes, value: bytes) -> None:
        # A chunked body may be followed by further headers, which count too.
        self._headers += len(name) + len(value) + A_HEADER
        self._require(self._headers <= MAX_HEAD, 431)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._require(len(self.url) + self._headers <= MAX_HEAD, 431)
        self._require(len(self.pipeline) < MOST_WAITING, 429)
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        self._chunks += 1
        self._require(self._chunks <= MOST_CHUNKS, 413)

    def on_message_complete(self) -> None:
        self._in_request = False
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        self._leave_place()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Answer with only a status line, and close the connection."""
        self._stop_waiting()
        end = b"content-length: 0\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[self._status] + end)
        self.transport.close()

    def _take_place(self) -> None:
        self._address = truncate_ip(self.client[0]) if self.client else ""
        if floods.is_spent(self._address):
            self.transport.close()
        own = self._held.setdefault(self._address, {})
        if len(own) >= settings.SOCKETS_AN_ADDRESS:
            replaced = next((each for each in own if each._is_idle()), self)
            replaced.transport.close()
        own[self] = None

    def _leave_place(self) -> None:
        own = self._held.get(self._address, {})
        own.pop(self, None)
        if not own:
            # Addresses without connections take no memory.
            self._held.pop(self._address, None)

    def _is_idle(self) -> bool:
        """Return whether the connection is open, and has no request, not even a part of one."""
        if self.transport.is_closing():
            return False
        if self.cycle is None:
            return not self._size
        return self.cycle.response_complete and not self._in_request

    def _require(self, within_limit: bool, status: int) -> None:
        """Stop the parser unless a limit holds."""
        if not within_limit:
            self._cut_off(status)
            raise TooMuch

    def _cut_off(self, status: int) -> None:
        """Note the status of the answer, and the flood unless a browser can have sent it."""
        self._status = status
        if self._address and status != 431:
            floods.spend(self._address, 1, FLOODS_A_MINUTE)

    def _wait_for_request(self) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(WITHIN, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        if self.headers is None:
            # No request came: browsers open connections in case they need one.
            self.transport.close()
        elif not self.transport.is_closing():
            self._status = 408
            self.send_400_response("The request did not arrive in time.")
