"""Ports for the servers that tests start, and the wait until one of them answers."""

from __future__ import annotations

import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

PATIENCE = 120
"""Seconds until a server should answer: a start takes two, and ten on a busy machine."""


def free_port() -> int:
    """A port that nobody has.

    It is below those that the system gives to connections: otherwise somebody's connection might
    take it before the server does, and a client that calls it before then might reach itself.
    """
    while True:
        port = SystemRandom().randint(15_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def is_served(port: int) -> bool:
    """Whether somebody accepts connections there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until_served(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until this process serves its port; fails with its log where it ends instead."""
    until = time.monotonic() + PATIENCE
    while not is_served(port):
        assert process.poll() is None, f"the server ended: {log.read_text()}"
        assert time.monotonic() < until, f"the server does not answer: {log.read_text()}"
        time.sleep(0.05)
