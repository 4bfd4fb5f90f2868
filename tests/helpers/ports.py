"""Free ports for servers that tests start, and waiting until a server answers."""

from __future__ import annotations

import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

PATIENCE = 120
"""Seconds within which a server must answer, even on a busy machine."""


def free_port() -> int:
    """Return an unused port.

    It is below the ports that the system gives to connections: otherwise a connection might take it
    before the server does, or a client might connect to itself.
    """
    while True:
        port = SystemRandom().randint(15_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def is_served(port: int) -> bool:
    """Return whether a server accepts connections there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until_served(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until this process serves its port; fail with its log if it ends instead."""
    until = time.monotonic() + PATIENCE
    while not is_served(port):
        assert process.poll() is None, f"the server ended: {log.read_text()}"
        assert time.monotonic() < until, f"the server does not answer: {log.read_text()}"
        time.sleep(0.05)
