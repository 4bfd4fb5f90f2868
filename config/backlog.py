"""Daphne's sockets, with a bound to what waits for a reader who does not read.

Twisted keeps whatever a connection has not taken yet, however much that is. A page that stopped
reading is let go: when it is back it comes again by itself and is shown how things stand.
"""

from __future__ import annotations

import logging

from daphne.ws_protocol import WebSocketProtocol

logger = logging.getLogger(__name__)
MOST_WAITING = 1024 * 1024
"""Bytes; more than any table's newest state."""


class BoundedProtocol(WebSocketProtocol):
    """One socket. Daphne's server is given this class, or one that inherits from it."""

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        if self._waiting() > MOST_WAITING:
            logger.warning("A socket did not read what it was sent, and was let go.")
            self.transport.abortConnection()
            return
        super().serverSend(content, binary)

    def _waiting(self) -> int:
        transport = self.transport
        return len(transport.dataBuffer) - transport.offset + transport._tempDataLen
