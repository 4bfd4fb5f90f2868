"""Mixed strategies for choices that two players make at the same time."""

from __future__ import annotations

from collections.abc import Sequence

ROUNDS = 600


def answer(
    payoffs: Sequence[Sequence[float]], expected: Sequence[float], trust: float = 0.0
) -> list[float]:
    """Return how likely each choice should be, against a rival of whom something is known.

    The rival is taken to choose as expected with the probability `trust`, otherwise what is worst
    for this answer. Without trust that is an equilibrium; with all trust it is the best response.
    Sources: O. Tammelin, Solving large imperfect information games using CFR+ (2014), for regret
    matching; M. Johanson et al., Computing robust counter-strategies (2007), for the trust.

    Args:
        payoffs: What each choice (rows) wins against each of the rival's (columns).
        expected: How likely each of the rival's choices is; the sum is 1.
        trust: The probability that the rival chooses so.
    """
    columns = list(zip(*payoffs, strict=True))
    if_expected = [trust * _product(row, expected) for row in payoffs]
    regrets, rival_regrets = [0.0] * len(payoffs), [0.0] * len(columns)
    total = [0.0] * len(payoffs)
    for weight in range(1, ROUNDS + 1):
        mine, theirs = _proportional(regrets), _proportional(rival_regrets)
        wins = [
            (1 - trust) * _product(row, theirs) + known
            for row, known in zip(payoffs, if_expected, strict=True)
        ]
        losses = [-_product(column, mine) for column in columns]
        regrets = _regrets(regrets, wins, mine)
        rival_regrets = _regrets(rival_regrets, losses, theirs)
        total = [sum_ + weight * chance for sum_, chance in zip(total, mine, strict=True)]
    return _proportional(total)


def _regrets(known: list[float], values: list[float], mix: list[float]) -> list[float]:
    value = _product(values, mix)
    return [max(0.0, regret + one - value) for regret, one in zip(known, values, strict=True)]


def _proportional(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total if total else 1 / len(weights) for weight in weights]


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum([a * b for a, b in zip(one, other, strict=True)])
