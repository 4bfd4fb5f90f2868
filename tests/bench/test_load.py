"""The headings and options of `bench_load`."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from bench.load import Options
from bench.management.commands import bench_load


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Collect the commands that would measure in processes of their own."""
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        bench_load, "run_on_empty_database", lambda *args, **_environment: commands.append(args)
    )
    return commands


def test_heading_shows_rate_above_waiting_times(
    started: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("bench_load", "--only=sqlite:200:socket:*", "--rate=200")
    assert "at 200/s: ack" in capsys.readouterr().out
    ((*_, sqlite),) = [[part for part in command if "rate" in part] for command in started]
    assert sqlite == "--rate=200.0"


def test_default_pace_is_fifty_a_second() -> None:
    assert "at 50/s: ack" in Options(3.0).head


def test_options_are_passed_to_measuring_process(started: list[Any]) -> None:
    call_command("bench_load", "--only=sqlite:50:*", "--played=40", "--floor=x", "--share=0.3")
    (command,) = started
    assert {"--played=40", "--floor=x", "--share=0.3", "--rate=50"} <= set(command)
