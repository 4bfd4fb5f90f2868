"""The figures of the memory benchmark, with few matches and a short run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bench import memory
from games.matches.cache import clear_all


@pytest.mark.django_db(transaction=True)
def test_each_followed_match_is_replayed_and_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    clear_all()
    monkeypatch.setattr(memory, "FOLLOWED", 3)
    cached, used, replayed = memory.followed_matches()
    assert cached.value == 4, "the copied match is cached as well"
    assert used.met
    assert replayed.value > 0


def test_growth_is_difference_between_last_two_thirds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @contextmanager
    def no_server() -> Iterator[tuple[str, int]]:
        yield "127.0.0.1:1", 1

    async def played(_address: str, _pid: int, rounds: int, rate: float) -> list[int]:
        assert (rounds, rate) == (30, 10)
        return [50 * memory.MEGA, 100 * memory.MEGA, 120 * memory.MEGA]

    monkeypatch.setattr(memory, "server", no_server)
    monkeypatch.setattr(memory, "_play", played)
    first, second, last, growth, an_hour = memory.long_play(minutes=90, rate=10)
    assert [first.value, second.value, last.value] == [50, 100, 120]
    assert growth.value == 20
    assert growth.met is None, "only half an hour has a budget"
    assert an_hour.value == 40
