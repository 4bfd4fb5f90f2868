"""Elo's rating, at tables of two and more.

Source: Arpad E. Elo, The Rating of Chessplayers, Past and Present (Arco, New York 1978):
R' = R + K (W − We), the expected score We taken from the logistic curve, on which 400 points are
odds of ten to one.

At a table of N every pair is one such game, decided by the finishing places: better 1, shared ½,
worse 0. A pair moves K/(N−1), so that a match weighs the same at every table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

START = 1500
FLOOR = 100
SCALE = 400
NEW = 20
"""So many first matches a newcomer's rating moves fast."""
K_NEW = 40
K_SETTLED = 20


@dataclass(frozen=True, slots=True)
class Form:
    """What somebody brings to a table: a rating, and how many rated matches it stands on."""

    rating: int = START
    matches: int = 0

    @property
    def k(self) -> int:
        """How much their next match may move."""
        return K_NEW if self.matches < NEW else K_SETTLED


@dataclass(frozen=True, slots=True)
class Change:
    """What one match made of a rating."""

    before: int
    after: int
    k: int

    @property
    def delta(self) -> int:
        return self.after - self.before


def expected(rating: int, other: int) -> float:
    """The score to be expected against another: 1 is a certain win, ½ an even game."""
    return float(1 / (1 + 10 ** ((other - rating) / SCALE)))


def rated(forms: Sequence[Form], places: Sequence[int]) -> list[Change]:
    """What a match makes of everyone at the table, in the order given; all from before it."""
    if len(forms) != len(places) or len(forms) < 2:
        raise ValueError("A match has two or more players, and a place for each.")
    return [_change(one, forms, places) for one in range(len(forms))]


def _change(one: int, forms: Sequence[Form], places: Sequence[int]) -> Change:
    own = forms[one]
    surplus = 0.0
    for other, form in enumerate(forms):
        if other != one:
            surplus += _score(places[one], places[other]) - expected(own.rating, form.rating)
    moved = nearest(own.k * surplus / (len(forms) - 1))
    return Change(own.rating, max(FLOOR, own.rating + moved), own.k)


def _score(place: int, other: int) -> float:
    if place == other:
        return 0.5
    return 1.0 if place < other else 0.0


def nearest(value: float) -> int:
    """The nearest whole number, halves away from zero, so that gain and loss stay alike.

    What sums of floats leave behind the ninth digit decides nothing: the same on every machine.
    """
    whole = floor(round(abs(value), 9) + 0.5)
    return whole if value > 0 else -whole
