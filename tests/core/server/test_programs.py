"""Where a server may listen: what its commands accept, and why they refuse."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command

from core.server.programs import require_free
from tests.helpers.ports import free_port


@pytest.fixture
def taken() -> Iterator[int]:
    """Yield a port at which another server listens."""
    with socket.create_server(("127.0.0.1", free_port())) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize(
    "option", ["serve --port", "worker --monitoring-port", "playgame x --port"]
)
@pytest.mark.parametrize("number", ["0", "99999", "-1", "http"])
def test_number_that_is_no_port_is_refused(option: str, number: str) -> None:
    with pytest.raises(CommandError, match=f"{number} is no port. Write a number from 1 to 65535"):
        call_command(*f"{option}={number}".split())


@pytest.mark.parametrize(
    ("command", "prefix"), [("serve", "--"), ("worker", "--monitoring-")], ids=["serve", "worker"]
)
def test_command_that_cannot_listen_names_the_cause_before_it_begins(
    command: str, prefix: str, taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = f"Port {taken} is taken. Choose another one with {prefix}port."
    with pytest.raises(CommandError, match=refused):
        call_command(command, f"{prefix}port={taken}")
    for host in ("300.1.1.1", "192.0.2.1"):
        with pytest.raises(CommandError, match=f"no address {host}.*{prefix}host"):
            call_command(command, f"{prefix}port={taken}", f"{prefix}host={host}")
    assert capsys.readouterr().out == ""


def test_free_port_is_accepted_by_address_and_by_name() -> None:
    for host in ("127.0.0.1", "localhost", "0.0.0.0", "::", ""):
        require_free(host, free_port())
