"""A part of a core for each server, so that what runs out first is the servers themselves.

On a machine whose few cores they share with both databases and whoever drives them, a second server
finds little left; with a part of a core each there is room, and what two carry shows.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PERIOD = 20_000
"""Microseconds. A tenth of a second, which is usual, would be seen in every wait."""
GROUPS = Path("/sys/fs/cgroup")


class NoShares(Exception):
    """This machine does not let us part its cores: that takes Linux, and root."""


@contextmanager
def limited(pid: int, share: float) -> Iterator[None]:
    """Let a process, and what it starts, have this part of one core; NoShares."""
    quota = int(PERIOD * share)
    one_tree = (GROUPS / "cgroup.controllers").exists()
    group = (GROUPS if one_tree else GROUPS / "cpu") / f"tavola-bench-{pid}"
    try:
        group.mkdir()
        if one_tree:
            (group / "cpu.max").write_text(f"{quota} {PERIOD}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        (group / "cgroup.procs").write_text(str(pid))
    except OSError as why:
        raise NoShares(f"cores cannot be parted here: {why}") from why
    try:
        yield
    finally:
        _give_back(pid, group)


def _give_back(pid: int, group: Path) -> None:
    """Out of the group again, so that the process ends unhindered, and the group with it."""
    (group.parent / "cgroup.procs").write_text(str(pid))
    for _ in range(50):
        try:
            os.rmdir(group)
            return
        except OSError:
            time.sleep(0.1)
