"""Confidence intervals and significance tests for counted results."""

from __future__ import annotations

import pytest

from games.engine.confidence import effective, fisher, flipped, paired, wilson


def test_fisher_gives_textbook_values() -> None:
    """The lady who tasted tea; and eight of twelve against one of nine."""
    assert fisher(4, 4, 0, 4) == pytest.approx(1 / 70)
    assert fisher(3, 4, 1, 4) == pytest.approx(17 / 70)
    assert fisher(8, 12, 1, 9) == pytest.approx((495 * 9 + 220) / 293_930)
    assert fisher(0, 5, 0, 7) == 1


def test_flipped_gives_exact_or_sampled_significance() -> None:
    assert flipped([]) == 1
    assert flipped([1.0, 1.0, 1.0]) == 1 / 8
    assert flipped([1.0, -1.0]) == 3 / 4
    even = [(-1.0) ** number for number in range(40)]
    assert 0.5 < flipped(even) < 0.6
    assert flipped([1.0] * 40) == 0
    assert flipped(even) == flipped(even), "sampling is repeatable"


def test_wilson_gives_textbook_interval() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)


def test_deals_are_the_unit_of_intervals() -> None:
    """Games of a deal that always share a winner count once, those that share wins more often."""
    together, divided = [1.0, 0.0] * 50, [0.5] * 90 + [1.0] * 10
    assert effective(together, 2) == pytest.approx(100, rel=0.05)
    assert effective(divided, 2) > 400
    low, high = paired(together, 2)
    assert high - low > wilson(100, 200)[1] - wilson(100, 200)[0]
    assert effective([], 2) == 0
    assert paired([], 2) == (0.0, 1.0)
    assert paired([1.0] * 10, 2) == wilson(20, 20)
