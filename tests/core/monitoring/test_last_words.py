"""A server says when it listens, and answers connections that came before it stopped."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from core.monitoring import drain
from core.server.programs import DrainingUvicorn, uvicorn_config
from tests.helpers.ports import free_port


async def hello(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


async def test_connection_before_shutdown_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drain, "process", drain.Process())
    config = uvicorn_config(hello, "127.0.0.1", 0)
    config.load()
    server = DrainingUvicorn(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    place = server.servers[0].sockets[0].getsockname()
    # Nothing is awaited in between: the server cannot have noticed yet.
    with socket.create_connection(place, timeout=120) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        await server.shutdown()
        assert line.recv(100).startswith(b"HTTP/1.1 200")
    with socket.socket() as late:
        assert late.connect_ex(place) != 0


async def test_server_calls_opened_once_it_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drain, "process", drain.Process())
    config, reached = uvicorn_config(hello, "127.0.0.1", free_port()), list[int]()

    def opened() -> None:
        with socket.create_connection(("127.0.0.1", config.port), timeout=120) as line:
            reached.append(line.getpeername()[1])

    config.load()
    server = DrainingUvicorn(config, opened=opened)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    await server.shutdown()
    assert reached == [config.port]
