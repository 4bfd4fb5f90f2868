"""Confidence intervals and significance tests for counted results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb, sqrt
from random import Random

EXACT = 14
"""Up to this number of differences all signs are tried; for more, 2**EXACT random ones."""
DUST = 1e-12
PRIOR = 4
"""Number of deals that count as if their games were unrelated."""


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of a rate."""
    if not games:
        return 0.0, 1.0
    z = 1.959964
    rate = wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * sqrt(rate * (1 - rate) / games + (z / (2 * games)) ** 2) / (1 + z * z / games)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def spread_of(shares: Sequence[float], games: int, rate: float) -> float:
    """Return the variance of the wins of one bot in a deal, as a share of the deal's games.

    In a few deals the results may be alike by chance, so `PRIOR` more count as if the games of a
    deal had nothing in common.

    Args:
        shares: The results so far, by deal.
        games: The number of games in each deal.
        rate: The rate of wins.
    """
    if not shares:
        return rate * (1 - rate) / games
    mean = sum(shares) / len(shares)
    found = sum((share - mean) ** 2 for share in shares)
    return (PRIOR * rate * (1 - rate) / games + found) / (PRIOR + len(shares) - 1)


def effective(shares: Sequence[float], games: int) -> float:
    """Return the number of unrelated games that would show a rate as precisely as these deals.

    The games of a deal are alike in what luck brings, so with changed seats it largely cancels out.
    """
    if not shares:
        return 0.0
    rate = sum(shares) / len(shares)
    spread = spread_of(shares, games, rate)
    return rate * (1 - rate) * len(shares) / spread if spread else float(games * len(shares))


def paired(shares: Sequence[float], games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a rate that was counted in deals.

    Args:
        shares: The wins of one bot in each deal, as a share of the deal's games.
        games: The number of games in each deal.
    """
    count = effective(shares, games)
    return wilson(count * sum(shares) / len(shares), count) if shares else (0.0, 1.0)


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
