"""Servers buffer a bounded amount for a client that does not read, then drop it."""

from __future__ import annotations

import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings

from tests.helpers.ports import free_port, wait_until_served

PATIENCE = 60
HELD = 8 * 1024 * 1024
"""Bytes: what the server and both sides of the system's connection hold together is below this."""
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
PLAIN = b"GET /pour HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /pour HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY.encode() + b"\r\n\r\n"
)


@pytest.fixture(scope="module")
def port(tmp_path_factory: Any) -> Iterator[int]:
    """Run a server whose application sends without end, and return its port."""
    port, log = free_port(), Path(tmp_path_factory.mktemp("pouring")) / "log"
    with log.open("wb") as written:
        running = subprocess.Popen(
            [sys.executable, "-m", "tests.helpers.pouring", str(port)],
            cwd=settings.BASE_DIR,
            stderr=written,
        )
    try:
        wait_until_served(running, port, log)
        yield port
    finally:
        running.kill()
        running.wait()


def poured(port: int) -> dict[str, int]:
    found: dict[str, int] = httpx.get(f"http://127.0.0.1:{port}/poured", timeout=PATIENCE).json()
    return found


def until_nothing_pours(port: int) -> int:
    """Wait until no connection sends any more, and return the total number of bytes sent."""
    deadline = time.monotonic() + PATIENCE
    while (now := poured(port))["pouring"]:
        assert time.monotonic() < deadline, now
        time.sleep(0.05)
    return now["poured"]


def wait_until_cut_off(client: socket.socket) -> None:
    """Wait until the server ends the connection, without reading from it."""
    poller = select.poll()
    poller.register(client, 0)
    assert poller.poll(PATIENCE * 1000), "the connection goes on"


@pytest.mark.parametrize("asking", [PLAIN, UPGRADE], ids=["http", "socket"])
def test_client_that_stops_reading_is_dropped_with_bounded_memory(port: int, asking: bytes) -> None:
    before = poured(port)["poured"]
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(asking)
        assert client.recv(1) == b"H"
        held = until_nothing_pours(port) - before
        assert 0 < held < HELD
        wait_until_cut_off(client)


@pytest.mark.parametrize("asking", [PLAIN, UPGRADE], ids=["http", "socket"])
def test_reading_client_receives_more_than_buffer(port: int, asking: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(asking)
        client.settimeout(PATIENCE)
        read = 0
        while read < 3 * HELD:
            read += len(client.recv(1 << 16))
    until_nothing_pours(port)


def test_disconnect_ends_response(port: int) -> None:
    for asking in (PLAIN, UPGRADE):
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(asking)
            assert client.recv(1) == b"H"
    until_nothing_pours(port)
