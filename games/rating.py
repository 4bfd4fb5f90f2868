"""Ratings: what a match is worth, in which ladder, and in which season. Pure Python.

Source: Arpad E. Elo, The Rating of Chessplayers, Past and Present (Arco, New York 1978):
R' = R + K (W − We), the expected score We taken from the logistic curve, on which 400 points are
odds of ten to one.

At a table of N every pair is one such game, decided by the finishing places: better 1, shared ½,
worse 0. A pair moves K/(N−1), so that a match weighs the same at every table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from math import floor
from typing import NamedTuple

START = 1500
FLOOR = 100
SCALE = 400
NEW = 20
"""The number of first matches in which a rating moves by K_NEW instead of K_SETTLED."""
K_NEW = 40
K_SETTLED = 20
DUEL = "2"
CIRCLE = "3+"
SIZES = (DUEL, CIRCLE)
PROVISIONAL = 10
"""With fewer rated matches than this a rating is still provisional."""
_SEASON = re.compile(r"([1-9][0-9]{3})-([1-4])")


@dataclass(frozen=True, slots=True)
class Form:
    """A player before a match: the rating, and the number of rated matches behind it."""

    rating: int = START
    matches: int = 0

    @property
    def k(self) -> int:
        """How much the next match may move the rating."""
        return K_NEW if self.matches < NEW else K_SETTLED


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of one match on a rating."""

    before: int
    after: int
    k: int


@dataclass(frozen=True, slots=True)
class Stake:
    """What a match that goes on may do to a rating: with everybody behind, and everybody ahead."""

    rating: int
    gain: int
    loss: int


def expected(rating: int, other: int) -> float:
    """The expected score against another rating: 1 is a certain win, ½ an even game."""
    return first_of(2, rating, other)


def first_of(seats: int, rating: float, others: float) -> float:
    """How often somebody comes first at a table of so many, the others all being of one rating.

    Source: R. Duncan Luce, Individual Choice Behavior (Wiley, New York 1959): the first place
    goes by shares of strength. Between any two it is decided by the expected score.
    """
    return float(1 / (1 + (seats - 1) * 10 ** ((others - rating) / SCALE)))


def rated(forms: Sequence[Form], places: Sequence[int]) -> list[Change]:
    """The changes for everyone at the table, in the order given; all from the ratings before."""
    if len(forms) != len(places) or len(forms) < 2:
        raise ValueError("A match has two or more players, and a place for each.")
    return [_change(one, forms, places) for one in range(len(forms))]


def stakes(forms: Sequence[Form]) -> list[Stake]:
    """What is at stake for everyone at the table, in the order given."""
    found = []
    for one, form in enumerate(forms):
        others = [2] * len(forms)
        first, last = others.copy(), others.copy()
        first[one], last[one] = 1, 3
        gain, loss = (rated(forms, places)[one].after - form.rating for places in (first, last))
        found.append(Stake(form.rating, gain, loss))
    return found


def _change(one: int, forms: Sequence[Form], places: Sequence[int]) -> Change:
    own = forms[one]
    surplus = 0.0
    for other, form in enumerate(forms):
        if other != one:
            score = 0.5 if places[one] == places[other] else float(places[one] < places[other])
            surplus += score - expected(own.rating, form.rating)
    moved = nearest(own.k * surplus / (len(forms) - 1))
    return Change(own.rating, max(FLOOR, own.rating + moved), own.k)


def nearest(value: float) -> int:
    """The nearest whole number, halves away from zero, so that gain and loss stay alike.

    Rounding to nine digits first removes float noise: the result is the same on every machine.
    """
    whole = floor(round(abs(value), 9) + 0.5)
    return whole if value > 0 else -whole


def size_of(seats: int) -> str:
    """The class of a table: games of two play differently from those of three and more."""
    return DUEL if seats == 2 else CIRCLE


def sizes_of(seats: Iterable[int]) -> list[str]:
    """The classes a game has, from the numbers of seats it can be played with."""
    possible = {size_of(number) for number in seats}
    return [size for size in SIZES if size in possible]


class Season(NamedTuple):
    """A quarter of the year in UTC; seasons compare and sort by time."""

    year: int
    quarter: int

    @classmethod
    def of(cls, moment: datetime) -> Season:
        """The season a moment falls into."""
        utc = moment.astimezone(UTC)
        return cls(utc.year, (utc.month + 2) // 3)

    @classmethod
    def read(cls, text: str) -> Season:
        """A season from its text form, like 2026-4; ValueError."""
        match = _SEASON.fullmatch(text)
        if match is None:
            raise ValueError(text)
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.year}-{self.quarter}"

    @property
    def first_day(self) -> date:
        return date(self.year, 3 * self.quarter - 2, 1)

    @property
    def last_month(self) -> date:
        """The first day of its last month."""
        return date(self.year, 3 * self.quarter, 1)
