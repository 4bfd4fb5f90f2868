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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from django.conf import settings
from django.db import connection

from core.databases import sqlite_url
from tests.helpers.ports import free_port, wait_until_served

MANAGE = ("-u", "manage.py")
PATIENCE = 180
"""Seconds to wait for anything, even on a busy machine."""


@dataclass
class Process:
    """A process of the site, its port, and its log."""

    running: subprocess.Popen[bytes]
    port: int
    log: Path
    log_at_end: str | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def wrote(self) -> str:
        """The log so far; also available after the process and its file are gone."""
        return self.log.read_text("utf-8") if self.log_at_end is None else self.log_at_end

    def lines(self) -> list[dict[str, Any]]:
        """Return the log lines so far, all of which must be JSON."""
        written, _, _begun = self.wrote.rpartition("\n")
        return [json.loads(line) for line in written.splitlines()]

    def figure(self, name: str, **labels: str) -> float:
        """Return the sum of a metric's series with these labels."""
        found = 0.0
        for line in httpx.get(f"{self.address}/metrics", timeout=PATIENCE).text.splitlines():
            series, _, value = line.rpartition(" ")
            of, _, rest = series.partition("{")
            if of == name and all(f'{label}="{is_}"' in rest for label, is_ in labels.items()):
                found += float(value)
        return found

    def children(self) -> list[int]:
        """Return the running processes that it has started."""
        found: list[int] = []
        for task in Path(f"/proc/{self.running.pid}/task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):  # The thread may have ended.
                found += map(int, (task / "children").read_text().split())
        return found

    def terminate(self) -> None:
        self.running.send_signal(signal.SIGTERM)

    def ended(self) -> int:
        """Wait for the end, and return the exit status."""
        return self.running.wait(PATIENCE)

    def killed(self) -> None:
        self.running.kill()
        self.running.wait()


def database_url() -> str:
    """Return the DATABASE_URL of this test's database for another process."""
    place = connection.settings_dict
    if connection.vendor == "sqlite":
        return sqlite_url(place["NAME"])
    where = f"{place['HOST']}:{place['PORT']}/{place['NAME']}"
    return f"postgres://{place['USER']}:{place['PASSWORD']}@{where}"


@contextmanager
def server(*, with_worker: bool = False, port: int = 0, **environment: str) -> Iterator[Process]:
    """Run a server, and wait until it answers.

    Args:
        with_worker: Run the worker inside.
        port: The port; by default a free one.
        environment: Further environment variables.
    """
    port = port or free_port()
    command = [*MANAGE, "serve", "--port", str(port), "--no-migrate"]
    with _process(
        [*command, *([] if with_worker else ["--no-worker"])], port, environment
    ) as process:
        yield process


@contextmanager
def daphne(**environment: str) -> Iterator[Process]:
    """Serve the application with an unmodified daphne, on a free port."""
    port = free_port()
    command = ["-m", "daphne", "--port", str(port), "config.asgi:application"]
    with _process(command, port, environment) as process:
        yield process


@contextmanager
def worker(*args: str, **environment: str) -> Iterator[Process]:
    """Run a worker, and wait until it works."""
    port = free_port()
    with _process(
        [*MANAGE, "worker", "--monitoring-port", str(port), *args], port, environment
    ) as process:
        yield process


@contextmanager
def _process(command: list[str], port: int, environment: dict[str, str]) -> Iterator[Process]:
    given = {"DATABASE_URL": database_url(), "LOG_FORMAT": "json", "BOT_DELAY_MS": "0"}
    given["BOT_SECONDS"] = str(PATIENCE)
    # It would render every main page first, which most tests never open.
    given["WARM_UP"] = "off"
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
            wait_until_served(running, port, log)
            httpx.get(f"{process.address}/healthz", timeout=PATIENCE)
            yield process
        finally:
            process.killed()
            process.log_at_end = log.read_text("utf-8")
