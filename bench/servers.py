"""Servers in processes of their own, and their use of CPU and memory."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings

PERIOD = 20_000
"""Microseconds of a period of the CPU limit; the default, 100,000, would cause visible delays."""
GROUPS = Path("/sys/fs/cgroup")
VERSION_2 = (GROUPS / "cgroup.controllers").exists()
START_TIMEOUT = 240
CALM_FOR, CALM_CPU = 0.5, 0.02
"""Seconds, and the most CPU seconds that a calm server uses in them."""
PROCESSES = Path("/proc")
LIMITS = (
    *("WRITES_A_MINUTE", "SOCKET_MESSAGES_A_SECOND", "ANONYMOUS_SECONDS_A_MINUTE"),
    *("SOCKETS_A_PERSON", "SOCKETS_AN_ADDRESS"),
)
LIFTED = {**dict.fromkeys(LIMITS, "1000000"), "THREADS_AN_ADDRESS": "1000"}
"""The limits of a server that may do for one driver what it does for a thousand users."""


class CannotLimit(Exception):
    """Processes cannot be limited to a share of a core here: that needs Linux and root."""


def run_on_empty_database(*args: str, **environment: str) -> None:
    """Run a management command on the databases that `environment` names, or on an empty one."""
    outer = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
    with TemporaryDirectory() as folder:
        subprocess.run(  # noqa: S603
            [sys.executable, "manage.py", *args],
            env={**outer, **environment, "TAVOLA_VAR": folder},
            check=True,
        )


@contextmanager
def server(
    *, limits: bool = False, worker: bool = False, share: float | None = None, empty: str = ""
) -> Iterator[tuple[str, int]]:
    """Run a server on a free port, and yield its address and pid once it is calm.

    Args:
        limits: Keep the limits of a site; without them one driver may do what a thousand users do.
        worker: Run the worker inside, as `make play` does.
        share: The share of a core that it gets from its start on. Its start is measured, so it is
            yielded as soon as it listens.
        empty: A folder for a store of its own, which it makes when it starts.
    """
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    # Only the matches of the benchmark are played.
    environment = {**os.environ, "EXHIBITION": "no"}
    if empty:
        environment |= {"TAVOLA_VAR": empty, "DATABASE_URL": ""}
    no_migrate = [] if empty else ["--no-migrate"]
    process = subprocess.Popen(  # noqa: S603
        [*command, *no_migrate, *([] if worker else ["--no-worker"])],
        cwd=Path(settings.BASE_DIR),
        env={**environment, **({} if limits else LIFTED)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with ending(process), limited([process.pid], share):
        wait_for_port(port)
        if share is None:
            wait_until_calm(process.pid)
        yield f"127.0.0.1:{port}", process.pid


@contextmanager
def hashed_files() -> Iterator[None]:
    """Let servers that start in this block send compressed files with hashed names."""
    before = os.environ.get("STATIC_HASHED")
    os.environ["STATIC_HASHED"] = "on"
    try:
        command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
        subprocess.run(command, check=True)  # noqa: S603
        yield
    finally:
        os.environ.pop("STATIC_HASHED")
        if before is not None:
            os.environ["STATIC_HASHED"] = before


@contextmanager
def ending(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """End a process at the end of the block."""
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_for_port(port: int) -> None:
    """Wait until a server listens on this port; raises TimeoutError if it never does."""
    deadline = time.monotonic() + START_TIMEOUT
    while not _is_open(port):
        if time.monotonic() > deadline:
            raise TimeoutError("The server did not open its port.")
        time.sleep(0.1)


def wait_until_calm(pid: int) -> None:
    """Wait until a server has finished its warm-up, whose CPU would be counted as that of moves.

    On systems without `/proc`, where no CPU is counted, this returns at once.

    Raises:
        TimeoutError: It is busy for too long.
    """
    deadline = time.monotonic() + START_TIMEOUT
    used = -1.0
    while PROCESSES.exists() and (now := cpu_seconds([pid])) - used > CALM_CPU:
        if time.monotonic() > deadline:
            raise TimeoutError("The server has not become calm.")
        used = now
        time.sleep(CALM_FOR)


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def cpu_seconds(pids: Sequence[int]) -> float:
    """Return the user and system seconds that these processes have used."""
    fields = [(PROCESSES / f"{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in pids]
    return sum(int(f[11]) + int(f[12]) for f in fields) / os.sysconf("SC_CLK_TCK")


def seconds_without_core(pid: int) -> float:
    """Return the seconds in which a process's first thread was ready, but no core was free."""
    return int((PROCESSES / f"{pid}/schedstat").read_text().split()[1]) / 1e9


def resident_bytes(pids: Sequence[int]) -> int:
    """Return the bytes of memory that these processes use."""
    pages = sum(int((PROCESSES / f"{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def limited(pids: Sequence[int], share: float | None) -> Iterator[None]:
    """Limit each process to a share of one core, or not at all if `share` is None.

    On a machine with few cores a second server would find no CPU left, since databases and driver
    run there too. With a small share for each server, the load that two carry becomes visible.

    Raises:
        CannotLimit: This machine or user cannot limit processes.
    """
    parent = GROUPS if VERSION_2 else GROUPS / "cpu"
    groups = {pid: parent / f"tavola-bench-{pid}" for pid in pids if share is not None}
    try:
        for pid, group in groups.items():
            _move_to(group, pid, int(PERIOD * (share or 1)))
        yield
    finally:
        for pid, group in groups.items():
            # Back in the parent group the process can end quickly.
            with suppress(OSError):
                (parent / "cgroup.procs").write_text(str(pid))
            deadline = time.monotonic() + 5
            while group.exists() and time.monotonic() < deadline:
                with suppress(OSError):
                    group.rmdir()
                time.sleep(0.1)


def _move_to(group: Path, pid: int, quota: int) -> None:
    try:
        group.mkdir()
        if VERSION_2:
            (group / "cpu.max").write_text(f"{quota} {PERIOD}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        (group / "cgroup.procs").write_text(str(pid))
    except OSError as why:
        raise CannotLimit(f"cores cannot be shared out here: {why}") from why
