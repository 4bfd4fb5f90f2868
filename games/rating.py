"""Ratings: how much a match changes them, by ladder and season. Pure Python.

Source: Arpad E. Elo, The Rating of Chessplayers, Past and Present (Arco, New York 1978): R' = R + K
(W − We), with the expected score We from the logistic curve, on which 400 points are odds of ten to
one.

At a table of N, every pair counts as one such game, decided by the finishing places: better 1,
shared ½, worse 0. A pair moves K/(N−1), so a match has the same weight at every table.
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
"""With fewer rated matches than this a rating is provisional."""
NEWCOMERS_GAIN = 25
"""The maximum number of points that a rating gains from newcomers, less those it lost to them.

Each new account brings 1500 points with it. Without a limit, one player could collect them all."""
_SEASON = re.compile(r"([1-9][0-9]{3})-([1-4])")


@dataclass(frozen=True, slots=True)
class Form:
    """A player's rating before a match, and the rated matches so far.

    Attributes:
        rating: The rating.
        matches: The number of rated matches.
        from_newcomers: The points of the rating that came from newcomers; negative if it lost more.
        newcomer: Whether the player is a newcomer in this match, for the others' changes.
    """

    rating: int = START
    matches: int = 0
    from_newcomers: int = 0
    newcomer: bool = False

    @property
    def k(self) -> int:
        """The maximum change of the rating in the next match."""
        return K_NEW if self.matches < NEW else K_SETTLED


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of one match on a rating."""

    before: int
    after: int
    k: int
    from_newcomers: int = 0
    """The points of the change that came from newcomers."""


@dataclass(frozen=True, slots=True)
class RatingPreview:
    """A rating before a match, its gain for first place and its loss for last place."""

    rating: int
    gain: int
    loss: int


def expected(rating: int, other: int) -> float:
    """Return the expected score against another rating: 1 is a certain win, ½ an even game."""
    return first_of(2, rating, other)


def first_of(seats: int, rating: float, others: float) -> float:
    """Return the probability of first place if all other players have the same rating.

    Source: R. Duncan Luce, Individual Choice Behavior (Wiley, New York 1959): the probability of
    first place is proportional to strength. Between two players it equals the expected score.

    Args:
        seats: The number of players.
        rating: The player's rating.
        others: The rating of each other player.
    """
    return float(1 / (1 + (seats - 1) * 10 ** ((others - rating) / SCALE)))


def rated(forms: Sequence[Form], places: Sequence[int]) -> list[Change]:
    """Return the rating changes of all players, all computed from the ratings before the match.

        rated([Form(1500), Form(1600, matches=40)], places=[1, 2])

    Args:
        forms: The players.
        places: Their places in the same order, from 1; equal places are shared.

    Raises:
        ValueError: There are fewer than two players, or not one place for each.
    """
    if len(forms) != len(places) or len(forms) < 2:
        raise ValueError("A match has two or more players, and a place for each.")
    return [_change(one, forms, places) for one in range(len(forms))]


def rating_previews(forms: Sequence[Form]) -> list[RatingPreview]:
    """Return the possible gain and loss of each player, in the given order."""
    found = []
    for one, form in enumerate(forms):
        others = [2] * len(forms)
        first, last = others.copy(), others.copy()
        first[one], last[one] = 1, 3
        gain, loss = (rated(forms, places)[one].after - form.rating for places in (first, last))
        found.append(RatingPreview(form.rating, gain, loss))
    return found


def _change(one: int, forms: Sequence[Form], places: Sequence[int]) -> Change:
    own = forms[one]
    surplus = {True: 0.0, False: 0.0}
    for other, form in enumerate(forms):
        if other != one:
            score = 0.5 if places[one] == places[other] else float(places[one] < places[other])
            surplus[form.newcomer] += score - expected(own.rating, form.rating)
    moved, from_newcomers = (
        nearest(own.k * surplus[newcomer] / (len(forms) - 1)) for newcomer in (False, True)
    )
    from_newcomers = min(from_newcomers, max(0, NEWCOMERS_GAIN - own.from_newcomers))
    after = max(FLOOR, own.rating + moved + from_newcomers)
    return Change(own.rating, after, own.k, from_newcomers)


def nearest(value: float) -> int:
    """Round halves away from zero, so that gain and loss stay symmetric.

    Rounding to nine digits first removes float noise: the result is the same on every machine.
    """
    whole = floor(round(abs(value), 9) + 0.5)
    return whole if value > 0 else -whole


def size_of(seats: int) -> str:
    """Return the ladder of a table: games of two differ from games of three or more."""
    return DUEL if seats == 2 else CIRCLE


def sizes_of(seats: Iterable[int]) -> list[str]:
    """Return a game's ladders from its possible numbers of seats."""
    possible = {size_of(number) for number in seats}
    return [size for size in SIZES if size in possible]


class Season(NamedTuple):
    """A quarter of the year in UTC; seasons compare and sort by time."""

    year: int
    quarter: int

    @classmethod
    def of(cls, moment: datetime) -> Season:
        """Return the season of a moment."""
        utc = moment.astimezone(UTC)
        return cls(utc.year, (utc.month + 2) // 3)

    @classmethod
    def read(cls, text: str) -> Season:
        """Parse a season such as 2026-4.

        Raises:
            ValueError: The text is not a season.
        """
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
        """The first day of the season's last month."""
        return date(self.year, 3 * self.quarter, 1)

    @property
    def ends(self) -> datetime:
        """The moment at which the next season begins."""
        years, month = divmod(3 * self.quarter, 12)
        return datetime(self.year + years, month + 1, 1, tzinfo=UTC)
