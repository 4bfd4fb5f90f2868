"""How the cells of `bench_load` are headed, and held against another server."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from bench import boardgame_io
from bench.boardgame_io import Speed
from bench.load import Cell, Options, _against
from bench.management.commands import bench_load
from bench.players import Transport

CELL = Cell("sqlite:50:socket:state", 50, Transport("socket", "state"))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The commands that would measure, each in a process of its own."""
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        bench_load, "run_on_empty_database", lambda *args, **_environment: commands.append(args)
    )
    monkeypatch.setattr(boardgame_io, "install", lambda: None)
    return commands


def test_the_pace_stands_above_what_was_waited(
    started: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("bench_load", "--only=sqlite:200:socket:*", "--pace=200")
    assert "at 200/s: ack" in capsys.readouterr().out
    ((*_, sqlite),) = [[part for part in command if "pace" in part] for command in started]
    assert sqlite == "--pace=200.0"


def test_fifty_a_second_unless_it_is_told() -> None:
    assert "at 50/s: ack" in Options(3.0).head


def test_against_boardgame_io_one_cell_is_measured_unless_others_are_named(
    started: list[tuple[str, ...]],
) -> None:
    call_command("bench_load", "--against=boardgame.io")
    call_command("bench_load", "--against=boardgame.io", "--only=sqlite:200:socket:page")
    first, second = started
    assert {"--only=sqlite:50:socket:state", "--against=boardgame.io"} <= set(first)
    assert {"--only=sqlite:200:socket:page", "--against=boardgame.io"} <= set(second)


def test_without_boardgame_io_nothing_is_measured(
    started: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise OSError("npm could not fetch boardgame.io.")

    monkeypatch.setattr(boardgame_io, "install", fail)
    with pytest.raises(CommandError, match="could not fetch"):
        call_command("bench_load", "--against=boardgame.io")
    assert started == []


def test_the_mean_of_before_and_after_is_what_we_are_held_against() -> None:
    theirs = [Speed(300.0, 3.0), Speed(100.0, 1.0)]
    before, after, times = _against(CELL, Speed(1000.0, 0.5), theirs)
    assert before.split() == ["boardgame.io:50,", "before", "300", "3.00"]
    assert after.split() == ["boardgame.io:50,", "after", "100", "1.00"]
    assert "5.0" in times.split()
    assert "1/4.0 of the CPU" in times


def test_every_option_reaches_the_process_that_measures(started: list[Any]) -> None:
    call_command("bench_load", "--only=sqlite:50:*", "--played=40", "--floor=x", "--share=0.3")
    (command,) = started
    assert {"--played=40", "--floor=x", "--share=0.3", "--pace=50"} <= set(command)
