"""Histories share their items, and appending to one leaves the others unchanged."""

from __future__ import annotations

import doctest

import pytest

from games.engine import history
from games.engine.history import History


def test_longer_history_shares_items_of_shorter() -> None:
    short: History[int] = History([1, 2])
    long = short.then(3, 4)
    assert (list(short), list(long)) == ([1, 2], [1, 2, 3, 4])
    assert long._items is short._items


def test_appending_to_one_history_leaves_the_others_unchanged() -> None:
    origin: History[str] = History("ab")
    one, other = origin.then("c"), origin.then("d", "e")
    assert "".join(one) == "abc"
    assert "".join(other) == "abde"
    assert "".join(one.then("x")) == "abcx"
    assert "".join(origin) == "ab"


def test_index_and_slice_stay_within_history_length() -> None:
    short: History[int] = History(range(3))
    short.then(9)
    assert (short[0], short[-1], short[1:], short[-2:]) == (0, 2, [1, 2], [1, 2])
    assert list(reversed(short)) == [2, 1, 0]
    for index in (3, -4):
        with pytest.raises(IndexError):
            short[index]


def test_histories_compare_by_items() -> None:
    assert History([1]).then(2) == History([1, 2]) == (1, 2)
    assert History([1]) != History([1, 2])
    assert History("a") != "a"


def test_docstring_examples_pass() -> None:
    assert doctest.testmod(history).failed == 0
