"""A socket that sends too many frames is closed; the frames after the limit are not handled."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from weakref import ref

import httpx
import pytest
from django.conf import settings
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State

from bench.client import upgrade_request
from core.monitoring.asgi import BURST
from core.server import slow_readers
from core.server.frame_limits import FRAMES_A_MESSAGE, BoundedFrames, BoundedSocketProtocol
from core.server.programs import uvicorn_config
from tests.helpers.processes import PATIENCE, Process, server

MOST = FRAMES_A_MESSAGE * BURST
PING, TEXT_BEGINS, CONTINUES, COMPRESSED = b"\x89", b"\x01", b"\x00", b"\xc1"
FLOOD = 2**20
"""Frames that keep a server without a limit busy for seconds."""


def empty(kind: bytes) -> bytes:
    """Return an empty frame as clients send it."""
    return kind + b"\x80" + bytes(4)


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of the limit."""
    monkeypatch.setattr("core.monitoring.rate_limit.monotonic", lambda: 0.0)


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize("kind", [PING, CONTINUES], ids=["pings", "fragments"])
def test_flood_fails_at_limit_and_rest_is_discarded(kind: bytes) -> None:
    frames = BoundedFrames(state=State.OPEN)
    frames.receive_data(empty(TEXT_BEGINS) + empty(kind) * FLOOD)
    assert len(frames.events_received()) == MOST
    assert frames.close_sent is not None
    assert frames.close_sent.code == CloseCode.POLICY_VIOLATION
    assert not frames.reader.buffer
    frames.receive_data(empty(kind))
    assert not frames.events_received()


@pytest.mark.usefixtures("frozen")
def test_usual_frames_are_within_limit() -> None:
    frames = BoundedFrames(state=State.OPEN)
    frames.receive_data(empty(PING) * MOST)
    assert [frame.opcode for frame in frames.events_received() if isinstance(frame, Frame)] == (
        [Opcode.PING] * MOST
    )
    assert frames.close_sent is None


class Line(asyncio.Transport):
    """A transport that notes what is written, and whether it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.closed = b"", False
        self.began, self.ended = asyncio.Event(), asyncio.Event()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)
        self.began.set()

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True
        self.ended.set()

    def get_write_buffer_size(self) -> int:
        return 0


@pytest.mark.usefixtures("frozen")
async def test_flood_before_handshake_closes_connection() -> None:
    begun = asyncio.Event()

    async def application(scope: object, receive: object, send: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    config, line = uvicorn_config(application, "127.0.0.1", 0), Line()
    config.load()
    protocol = BoundedSocketProtocol(config, ServerState(), {})
    protocol.connection_made(line)
    protocol.data_received(upgrade_request("127.0.0.1:80", "/"))
    await begun.wait()
    protocol.data_received(empty(PING) * FLOOD)
    assert line.closed
    assert line.written == b""
    for task in protocol.tasks:
        task.cancel()
    await asyncio.gather(*protocol.tasks, return_exceptions=True)


@pytest.mark.parametrize(
    ("path", "lost"), [("/ws/matches/x/", True), ("/ws/api/v1/matches/x/", False)]
)
async def test_page_that_answers_no_ping_is_closed(
    path: str, lost: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others at its table wait for it. A program may think for longer."""
    monkeypatch.setattr(slow_readers, "ANSWER_WITHIN", 0.01)
    disconnected = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        assert (await receive())["type"] == "websocket.disconnect"
        disconnected.set()

    config, line = uvicorn_config(application, "127.0.0.1", 0), Line()
    config.load()
    protocol = BoundedSocketProtocol(config, ServerState(), {})
    protocol.connection_made(line)
    protocol.data_received(upgrade_request("127.0.0.1:80", path))
    if lost:
        await asyncio.wait_for(line.ended.wait(), PATIENCE)
        assert CloseCode.INTERNAL_ERROR.to_bytes(2, "big") in line.written
    else:
        await asyncio.wait_for(line.began.wait(), PATIENCE)
        assert protocol.ping_interval == config.ws_ping_interval
    protocol.connection_lost(None)
    await asyncio.wait_for(disconnected.wait(), PATIENCE)


@pytest.fixture(scope="module")
def site(django_db_setup: None) -> Iterator[Process]:
    """Run a server; these tests write nothing to its database.

    pytest-django makes the database only if a test of the run is marked as one that uses it.
    """
    with server() as running:
        yield running


def opened(port: int) -> socket.socket:
    """Open a socket of the lobby, and return it after the server accepted it."""
    line = socket.create_connection(("127.0.0.1", port), PATIENCE)
    line.sendall(upgrade_request(f"127.0.0.1:{port}", "/ws/lobby/"))
    assert line.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 101"
    return line


@pytest.mark.django_db
def test_compressed_messages_are_not_read(site: Process) -> None:
    """A small message would otherwise become a large one after it was counted."""
    asking = upgrade_request(f"127.0.0.1:{site.port}", "/ws/lobby/").removesuffix(b"\r\n")
    offer = b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as line:
        line.sendall(asking + offer)
        read = b""
        while b"\r\n\r\n" not in read:
            read += line.recv(2**16)
        assert read.startswith(b"HTTP/1.1 101")
        assert b"sec-websocket-extensions" not in read.lower()
        line.sendall(empty(COMPRESSED))
        while part := line.recv(2**16):
            read += part
    assert CloseCode.PROTOCOL_ERROR.to_bytes(2, "big") in read


def is_cut_off(port: int, kind: bytes) -> bool:
    """Flood the server, and return whether it ends the connection."""
    with opened(port) as line, suppress(ConnectionError):
        line.sendall(empty(TEXT_BEGINS))
        for _ in range(64):
            line.sendall(empty(kind) * (FLOOD // 64))
        return False
    return True


@pytest.mark.django_db
def test_server_cuts_floods_off_and_serves_others(site: Process) -> None:
    with ThreadPoolExecutor(1) as aside:
        with opened(site.port) as line:
            line.sendall(empty(PING) * (MOST + 10 * int(settings.SOCKET_MESSAGES_A_SECOND)))
            read = b""
            while part := line.recv(2**16):
                read += part
        code = CloseCode.POLICY_VIOLATION.to_bytes(2, "big")
        assert b"\x88\x02" + code in read
        for kind in (PING, CONTINUES):
            flooding = aside.submit(is_cut_off, site.port, kind)
            health = httpx.get(f"{site.address}/healthz", timeout=PATIENCE)
            assert health.status_code == 200
            assert flooding.result(PATIENCE)


async def test_closed_socket_is_freed_without_search_for_garbage() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    config, line = uvicorn_config(application, "127.0.0.1", 0), Line()
    config.load()
    protocol: BoundedSocketProtocol | None = BoundedSocketProtocol(config, ServerState(), {})
    assert protocol is not None
    protocol.connection_made(line)
    protocol.data_received(upgrade_request("127.0.0.1:80", "/ws/matches/x/"))
    await asyncio.wait_for(line.began.wait(), PATIENCE)
    frames, tasks = ref(protocol.conn), list(protocol.tasks)
    gc.disable()
    try:
        protocol.connection_lost(None)
        await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
        protocol = None
        tasks.clear()
        assert frames() is None
    finally:
        gc.enable()
