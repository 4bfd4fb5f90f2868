"""The cache of boards: values are computed once and dropped when unused for a while."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from games.boards import cache as module
from games.boards.cache import FORGOTTEN_AFTER, CachedWhileUsed, cached_while_used


def counting() -> tuple[list[object], CachedWhileUsed[object]]:
    """Return a cached function, and the arguments of its calls."""
    calls: list[object] = []

    @cached_while_used
    def made(thing: object, *_more: object) -> object:
        calls.append(thing)
        return None if thing == "nothing" else [thing]

    return calls, made


def test_cached_value_is_computed_once() -> None:
    calls, made = counting()
    assert made(1) is made(1)
    assert made(1, 2) is not made(1)
    assert made("nothing") is None
    assert made("nothing") is None
    assert calls == [1, 1, "nothing"]


def test_cached_value_stays_while_used() -> None:
    calls, made = counting()
    with patch.object(module, "monotonic") as clock:
        clock.return_value = 0.0
        made.cache_clear()
        made("asked for")
        made("left alone")
        for turn in range(1, 4):
            clock.return_value = turn * (FORGOTTEN_AFTER + 1)
            made(turn)
            made("asked for")
        made("left alone")
    assert calls.count("asked for") == 1
    assert calls.count("left alone") == 2


def test_cache_size_is_limited() -> None:
    calls, made = counting()
    with patch.object(module, "MOST", 10):
        for number in range(1000):
            made(number)
    assert len(made._newer) + len(made._older) <= 20
    made(999)
    assert calls.count(999) == 1


def test_cache_clear_empties_cache() -> None:
    calls, made = counting()
    made(1)
    made.cache_clear()
    made(1)
    assert calls == [1, 1]


def test_errors_are_not_cached() -> None:
    @cached_while_used
    def divided(by: int) -> float:
        return 1 / by

    for _time in range(2):
        with pytest.raises(ZeroDivisionError):
            divided(0)
