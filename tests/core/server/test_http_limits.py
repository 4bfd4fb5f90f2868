"""Limits on a connection to a server that has no proxy in front."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
import uvicorn
from pytest_django import Settings

from core.server import http_limits
from core.server.http_limits import MAX_HEAD, MOST_WAITING, BoundedHttpProtocol
from core.server.programs import allow_open_files, uvicorn_config

BEGIN = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
PATIENCE = 120
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Opened = Callable[..., Awaitable[Streams]]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the number of bytes of the body."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    headers = [(b"content-length", str(len(str(size))).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": str(size).encode()})


@pytest_asyncio.fixture
async def port() -> AsyncIterator[int]:
    server = uvicorn.Server(uvicorn_config(application, "127.0.0.1", 0))
    running = asyncio.ensure_future(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await running


async def answer(port: int, *parts: bytes, ends: bool = True) -> bytes:
    """Send these parts, and return the head of the answer, or all of it unless `ends`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
        if ends:
            return await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_usual_headers_and_bodies_pass(port: int) -> None:
    head = BEGIN + b"Cookie: " + b"c" * 8_000 + b"\r\n"
    assert (await answer(port, head + b"\r\n")).startswith(b"HTTP/1.1 200")
    body = b"Content-Length: 65536\r\n\r\n" + b"b" * 65_536
    assert (await answer(port, b"POST / HTTP/1.1\r\n" + body)).startswith(b"HTTP/1.1 200")


async def test_head_limit_applies_to_each_request_on_connection(port: int) -> None:
    head = BEGIN + b"Cookie: " + b"c" * (MAX_HEAD * 2 // 3) + b"\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(4):
        writer.write(head)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        assert await reader.readexactly(1) == b"0"
    writer.close()


@pytest.mark.parametrize(
    "head",
    [
        BEGIN + b"X: " + b"x" * (MAX_HEAD + 1) + b"\r\n\r\n",
        BEGIN + b"".join(b"X-%d: y\r\n" % n for n in range(MAX_HEAD // 4)) + b"\r\n",
        b"GET /" + b"u" * (MAX_HEAD + 1) + b" HTTP/1.1\r\n\r\n",
    ],
    ids=["one", "many", "the address"],
)
async def test_oversized_head_is_refused(port: int, head: bytes) -> None:
    assert (await answer(port, head)).startswith(b"HTTP/1.1 431")


async def test_requests_that_wait_for_earlier_answers_are_limited(port: int) -> None:
    some = (BEGIN + b"\r\n") * MOST_WAITING + BEGIN + b"Connection: close\r\n\r\n"
    assert (await answer(port, some, ends=False)).count(b"HTTP/1.1 200") == MOST_WAITING + 1
    got = await answer(port, (BEGIN + b"\r\n") * 1000, ends=False)
    assert got == b"" or b"HTTP/1.1 429" in got


CHUNKED = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "chunks": (b"413", CHUNKED, b"1\r\nx\r\n" * 10_000),
    "trailers": (b"431", CHUNKED + b"0\r\n", b"X: y\r\n" * 10_000),
    "trailer": (b"413", CHUNKED + b"0\r\nX: ", b"y" * 65_536),
    "body": (b"413", BEGIN + b"Content-Length: 9999999999\r\n\r\n", b"x" * 65_536),
    "headers": (b"431", BEGIN, b"X: y\r\n" * 10_000),
    "header": (b"431", BEGIN + b"X: ", b"y" * 65_536),
}


@pytest.mark.parametrize("part", ENDLESS)
async def test_endless_request_is_cut_off(port: int, part: str) -> None:
    status, begin, rest = ENDLESS[part]
    got = await answer(port, begin, *(rest for _ in range(1_000)), ends=False)
    assert got == b"" or got.startswith(b"HTTP/1.1 " + status)


async def test_address_of_many_floods_gets_no_connection(
    port: int, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_limits, "FLOODS_A_MINUTE", 0.5)
    assert await is_served(*await opened())
    _status, begin, rest = ENDLESS["chunks"]
    await answer(port, begin, rest, ends=False)
    assert not await is_served(*await opened())
    assert await is_served(*await opened(address="127.0.0.2"))


async def test_body_in_pieces_passes(port: int) -> None:
    body = b"40\r\n" + b"x" * 64 + b"\r\n"
    assert (await answer(port, CHUNKED, body * 900 + b"0\r\n\r\n")).startswith(b"HTTP/1.1 200")


SLOW = [b"GET / HT", BEGIN, BEGIN + b"Content-Length: 9\r\n\r\nhalf"]


@pytest.mark.parametrize("part", SLOW, ids=["a line", "headers", "a body"])
async def test_unfinished_request_is_answered_with_timeout(
    port: int, part: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_limits, "WITHIN", 0.2)
    assert (await answer(port, part, ends=False)).startswith(b"HTTP/1.1 408")


async def test_silent_connection_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_limits, "WITHIN", 0.2)
    assert await answer(port, b"", ends=False) == b""


@pytest_asyncio.fixture
async def opened(port: int) -> AsyncIterator[Opened]:
    """Open connections from an address, and send the beginning of a request; close them at last."""
    writers = []

    async def opened(sent: bytes = b"", address: str = "127.0.0.1") -> Streams:
        streams = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        writers.append(streams[1])
        streams[1].write(sent)
        return streams

    yield opened
    for writer in writers:
        writer.close()


async def is_served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Send a whole request, and return whether it is answered."""
    try:
        writer.write(BEGIN + b"\r\n")
        return await asyncio.wait_for(reader.readuntil(b"\r\n\r\n0"), PATIENCE) != b""
    except (ConnectionError, asyncio.IncompleteReadError):
        return False


async def test_new_connection_replaces_idle_one_of_same_address(
    opened: Opened, settings: Settings
) -> None:
    settings.SOCKETS_AN_ADDRESS = 3
    await opened(BEGIN)
    kept = await opened()
    assert await is_served(*kept)
    fresh = await opened()
    new = await opened()
    assert await is_served(*new)
    assert not await is_served(*kept), "the oldest without a request"
    assert await is_served(*fresh)
    await opened(BEGIN)
    await opened(BEGIN)
    assert not await is_served(*await opened()), "the others have parts of requests"
    assert await is_served(*await opened(address="127.0.0.2"))


async def test_connections_of_proxy_are_not_counted(opened: Opened, settings: Settings) -> None:
    settings.SOCKETS_AN_ADDRESS, settings.TRUSTED_PROXIES = 1, 1
    kept = [await opened() for _ in range(3)]
    assert [await is_served(*each) for each in kept] == [True] * 3


async def test_closed_connections_are_forgotten(opened: Opened) -> None:
    for _ in range(3):
        reader, writer = await opened()
        assert await is_served(reader, writer)
        writer.close()
    async with asyncio.timeout(PATIENCE):
        while BoundedHttpProtocol._held:
            await asyncio.sleep(0.01)


def test_server_allows_as_many_open_files_as_the_system() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before[0] - 1, before[1]))
        allow_open_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def test_idle_and_listening_connections_stay_open(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of waiting is five times the limit, so a busy machine cannot hide a close."""
    monkeypatch.setattr(http_limits, "WITHIN", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    listening, socket = await asyncio.open_connection("127.0.0.1", port)
    socket.write(BEGIN + upgrade + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    assert (await listening.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    writer.write(BEGIN + b"\r\n")
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
    assert await reader.readexactly(1) == b"0"
    await asyncio.sleep(1)
    assert not listening.at_eof()
    writer.write(BEGIN + b"\r\n")
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
    writer.close()
    socket.close()
