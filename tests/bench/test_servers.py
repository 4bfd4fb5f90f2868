"""When a started server is ready to be measured."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from bench import servers


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(servers, "CALM_FOR", 0)
    monkeypatch.setattr(servers, "PROCESSES", tmp_path)


def use(monkeypatch: pytest.MonkeyPatch, seconds: Iterable[float]) -> None:
    """Let a server have used these seconds of CPU, each time it is asked."""
    used = iter(seconds)
    monkeypatch.setattr(servers, "cpu_seconds", lambda pids: next(used))


def test_server_is_calm_after_its_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    used = iter([1.2, 1.7, 2.1, 2.11, 2.9])
    use(monkeypatch, used)
    servers.wait_until_calm(1)
    assert next(used) == 2.9


def test_server_that_stays_busy_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, [1.0, 2.0])
    monkeypatch.setattr(servers, "START_TIMEOUT", -1)
    with pytest.raises(TimeoutError):
        servers.wait_until_calm(1)
