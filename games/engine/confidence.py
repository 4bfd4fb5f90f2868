"""How far a rate that was counted can be trusted."""

from __future__ import annotations

from math import sqrt


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a rate, after Wilson."""
    if not games:
        return 0.0, 1.0
    z = 1.959964
    rate = wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * sqrt(rate * (1 - rate) / games + (z / (2 * games)) ** 2) / (1 + z * z / games)
    return max(0.0, middle - spread), min(1.0, middle + spread)
