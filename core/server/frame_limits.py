"""A limit on the frames of a WebSocket, counted by the parser.

Pings, pongs and fragments never reach the application, so its limit on messages does not count
them. Without this limit a client that floods the server with them keeps the event loop busy, and no
other user is served. The limit bounds the bytes too: a frame holds at most `ws_max_size`.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame
from websockets.server import ServerProtocol

from core.monitoring.asgi import BURST
from core.monitoring.rate_limit import RateLimit
from core.server.slow_readers import EndingSocketProtocol

FRAMES_A_MESSAGE = 2
"""Frames that a socket may send for each message: browsers also answer pings."""


class BoundedFrames(ServerProtocol):
    """A parser that fails at the first frame beyond the limit, and discards all data after it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        per_second = FRAMES_A_MESSAGE * settings.SOCKET_MESSAGES_A_SECOND
        self._limit = RateLimit(FRAMES_A_MESSAGE * BURST, per_second)

    def recv_frame(self, frame: Frame) -> None:
        if self._limit.allows():
            super().recv_frame(frame)
        else:
            self.fail(CloseCode.POLICY_VIOLATION)
            self.parser_exc = ProtocolError("too many frames")


class BoundedSocketProtocol(EndingSocketProtocol):
    """A WebSocket that is closed when its client sends too many frames."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = BoundedFrames(max_size=self.config.ws_max_size, logger=self.conn.logger)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # The parser and its suspended generator refer to each other: a closed socket would be
        # freed only by a full search for garbage, which comes every few hours.
        self.conn.parser.close()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:
            # The frames came before the handshake, after which a close frame could be sent.
            self.disconnected = True
            self.transport.close()
        else:
            super().handle_parser_exception()
