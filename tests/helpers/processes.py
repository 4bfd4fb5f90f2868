"""Servers and workers in processes of their own, on the database of the test.

with server() as site:
    httpx.get(f"{site.address}/healthz")
site.lines()  # what it wrote, as JSON
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from django.conf import settings
from django.db import connection

from tests.helpers.ports import free_port

MANAGE = ("-u", "manage.py")
PATIENCE = 180
"""Seconds within which whatever is waited for has happened, however busy the machine is."""


@dataclass
class Process:
    """One of ours, where it answers, and what it wrote."""

    running: subprocess.Popen[bytes]
    port: int
    log: Path
    log_at_end: str | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def wrote(self) -> str:
        """Its log so far; also once it is gone, and its file with it."""
        return self.log.read_text("utf-8") if self.log_at_end is None else self.log_at_end

    def lines(self) -> list[dict[str, Any]]:
        """What it has logged so far; whatever is no JSON is a mistake."""
        written, _, _begun = self.wrote.rpartition("\n")
        return [json.loads(line) for line in written.splitlines()]

    def figure(self, name: str, **labels: str) -> float:
        """The sum of a figure's series with these labels."""
        found = 0.0
        for line in httpx.get(f"{self.address}/metrics", timeout=PATIENCE).text.splitlines():
            series, _, value = line.rpartition(" ")
            of, _, rest = series.partition("{")
            if of == name and all(f'{label}="{is_}"' in rest for label, is_ in labels.items()):
                found += float(value)
        return found

    def children(self) -> list[int]:
        """The processes it has started that still are."""
        found: list[int] = []
        for task in Path(f"/proc/{self.running.pid}/task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):  # a thread may end meanwhile
                found += map(int, (task / "children").read_text().split())
        return found

    def terminate(self) -> None:
        self.running.send_signal(signal.SIGTERM)

    def ended(self) -> int:
        """How it ended."""
        return self.running.wait(PATIENCE)

    def killed(self) -> None:
        self.running.kill()
        self.running.wait()


def database_url() -> str:
    """The database of this test, as another process names it."""
    place = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{place['NAME']}"
    where = f"{place['HOST']}:{place['PORT']}/{place['NAME']}"
    return f"postgres://{place['USER']}:{place['PASSWORD']}@{where}"


@contextmanager
def server(*, with_worker: bool = False, port: int = 0, **environment: str) -> Iterator[Process]:
    """A server, without a worker unless it is to have one, once it answers; at a port of its own,
    or where another one was."""
    port = port or free_port()
    command = [*MANAGE, "serve", "--port", str(port), "--no-migrate"]
    with _process(
        [*command, *([] if with_worker else ["--no-worker"])], port, environment
    ) as process:
        yield process


@contextmanager
def daphne(**environment: str) -> Iterator[Process]:
    """Serve the application by daphne, as it comes, at a port of its own."""
    port = free_port()
    command = ["-m", "daphne", "--port", str(port), "config.asgi:application"]
    with _process(command, port, environment) as process:
        yield process


@contextmanager
def worker(*args: str, **environment: str) -> Iterator[Process]:
    """A worker, once it is at work."""
    port = free_port()
    with _process(
        [*MANAGE, "worker", "--watch-port", str(port), *args], port, environment
    ) as process:
        yield process


@contextmanager
def _process(command: list[str], port: int, environment: dict[str, str]) -> Iterator[Process]:
    given = {"DATABASE_URL": database_url(), "LOG_FORMAT": "json", "BOT_PACE_MS": "0"}
    given["BOT_SECONDS"] = str(PATIENCE)
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as errors:
            running = subprocess.Popen(
                [sys.executable, *command],
                cwd=settings.BASE_DIR,
                env={**os.environ, **given, **environment},
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
        process = Process(running, port, log)
        try:
            _wait_for(process)
            yield process
        finally:
            process.killed()
            process.log_at_end = log.read_text("utf-8")


def _wait_for(process: Process) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.running.poll() is None:
        try:
            httpx.get(f"{process.address}/healthz", timeout=PATIENCE)
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"It does not answer: {process.log.read_text('utf-8')}")
