"""A TCP proxy between a browser and the site that can cut connections or freeze sockets."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread


class Wire:
    """Forwards the connections of a port of its own to another port."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._entrance = socket.create_server(("127.0.0.1", 0))
        self._open: dict[socket.socket, socket.socket] = {}
        self._sockets: set[socket.socket] = set()
        self._whole, self._ended = Event(), Event()
        self._whole.set()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._entrance.getsockname()[1]}"

    def cut(self) -> None:
        """Close all connections, and every new one at once."""
        self._whole.clear()
        for end in list(self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def go_dead(self) -> None:
        """Stop forwarding on open WebSockets without closing them; new ones work."""
        for end in self._sockets & set(self._open):
            self._open[end] = end

    def mend(self) -> None:
        self._whole.set()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()
        for end in (self._entrance, *self._open):
            end.close()

    def _run(self) -> None:
        while not self._ended.is_set():
            ready, _, _ = select.select([self._entrance, *self._open], [], [], 0.05)
            for end in ready:
                if end is self._entrance:
                    self._begin()
                elif end in self._open:
                    self._hand_on(end)

    def _begin(self) -> None:
        here, _ = self._entrance.accept()
        try:
            there = (
                socket.create_connection(("127.0.0.1", self._to)) if self._whole.is_set() else None
            )
        except OSError:
            there = None
        if there is None:
            here.close()
        else:
            self._open |= {here: there, there: here}

    def _hand_on(self, end: socket.socket) -> None:
        other = self._open[end]
        try:
            heard = end.recv(65536)
            if b"Upgrade: websocket" in heard:
                self._sockets |= {end, other}
            if heard and other is not end:
                other.sendall(heard)
        except OSError:
            heard = b""
        if not heard:
            for one in {end, other}:
                self._open.pop(one, None)
                one.close()


@contextmanager
def wire(port: int) -> Iterator[Wire]:
    laid = Wire(port)
    try:
        yield laid
    finally:
        laid.end()
