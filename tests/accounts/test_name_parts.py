"""Parts of names, and typos."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.services.name_parts import edits_between, number_of, numbers_beginning, parts_of


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [
        *(("berta", "berta", 0), ("brta", "berta", 1), ("bertta", "berta", 1)),
        *(("berda", "berta", 1), ("ebrta", "berta", 1), ("bretta", "berta", 2)),
        *(("abcdef", "berta", 3), ("", "ab", 2)),
    ],
)
def test_typos_are_counted(one: str, other: str, edits: int) -> None:
    assert edits_between(one, other, 2) == edits


def _edits(one: str, other: str) -> int:
    """Return the same number as the textbook has it, without a limit."""
    if not one or not other:
        return len(one) + len(other)
    found = [
        _edits(one[:-1], other) + 1,
        _edits(one, other[:-1]) + 1,
        _edits(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    ]
    if one[-2:] == other[-2:][::-1] and len(one) > 1 < len(other):
        found.append(_edits(one[:-2], other[:-2]) + 1)
    return min(found)


@given(st.text("abc", max_size=5), st.text("abc", max_size=5))
def test_typos_are_those_of_the_textbook_up_to_the_limit(one: str, other: str) -> None:
    assert edits_between(one, other, 2) == min(_edits(one, other), 3)


def test_parts_fit_into_signed_numbers_in_the_order_of_letters() -> None:
    last = "\U0010ffff" * 3
    assert 0 < number_of("abc") < number_of("abd") < number_of(last) < 2**63
    assert parts_of("anana") == [number_of("ana"), number_of("nan")]
    first, end = numbers_beginning("ab")
    assert first <= number_of("ab\0") <= number_of("abz") <= end < number_of("ac\0")
