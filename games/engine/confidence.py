"""Confidence intervals and significance tests for counted results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb, sqrt
from random import Random

EXACT = 14
"""Up to this number of differences all signs are tried; for more, 2**EXACT random ones."""
DUST = 1e-12


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of a rate."""
    if not games:
        return 0.0, 1.0
    z = 1.959964
    rate = wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * sqrt(rate * (1 - rate) / games + (z / (2 * games)) ** 2) / (1 + z * z / games)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def fisher(hits: int, of: int, other_hits: int, others: int) -> float:
    """Return the one-sided p-value of Fisher's exact test.

    Args:
        hits: The number of hits in the first group.
        of: The size of the first group.
        other_hits: The number of hits in the second group.
        others: The size of the second group.

    Returns:
        The probability of at least `hits` hits in the first group if both have the same rate.
    """
    together, all_of = hits + other_hits, of + others
    most = min(of, together)
    ways = sum(comb(of, k) * comb(others, together - k) for k in range(hits, most + 1))
    return ways / comb(all_of, together)


def flipped(differences: Sequence[float]) -> float:
    """Return the one-sided p-value of a permutation test (Fisher, Pitman) on paired differences.

    Under the null hypothesis each difference has either sign with equal probability.
    """
    count, rng = len(differences), Random(len(differences))
    if count <= EXACT:
        signs = [list(one) for one in product((1, -1), repeat=count)]
    else:
        signs = [rng.choices((1, -1), k=count) for _ in range(2**EXACT)]
    seen = sum(differences)
    found = [sum(s * d for s, d in zip(one, differences, strict=True)) for one in signs]
    return sum(one >= seen - DUST for one in found) / len(found)
