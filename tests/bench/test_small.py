"""The figures of a small machine, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import getpid
from typing import Any

import pytest

from bench import small
from bench.players import Tally


def test_starts_memory_and_moves_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[dict[str, Any]] = []

    @contextmanager
    def no_server(**how: Any) -> Iterator[tuple[str, int]]:
        begun.append(how)
        yield "127.0.0.1:1", getpid()

    async def played(_address: str, seated: object) -> Tally:
        assert seated == ["a table"]
        return Tally(moves=120, seconds=60.0, answers=[0.1, 0.2, 0.3])

    monkeypatch.setattr(small, "server", no_server)
    monkeypatch.setattr(small, "running_matches", lambda count: ["a table"])
    monkeypatch.setattr(small, "_play", played)
    figures = {figure.name: figure.value for figure in small.small_machine()}
    assert figures["moves at 6 tables"] == 2
    assert figures["answer to a move, median"] == 200
    assert [bool(how.get("empty")) for how in begun] == [True, False]
    assert {how["share"] for how in begun} == {small.SHARE}
