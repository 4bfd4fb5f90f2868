"""Who is matched with whom: pure functions, so that tests can run them thousands of times.

Two players suit each other while each one's rating lies within the other's window; a window
starts narrow and widens with waiting, until anybody suits. At a table every two players must
suit each other, and no two may have blocked each other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

Choice = tuple[str, int]
"""A game and a number of seats."""
Blocked = Collection[frozenset[int]]
"""Pairs of users of whom one has blocked the other."""
MOST_TRIES = 20_000


@dataclass(frozen=True)
class Widening:
    """How a window grows: `first` rating points, `more` points after `every` seconds, and no
    limit once `ends` seconds have passed.
    """

    first: int
    more: int
    every: float
    ends: float

    def steps(self, waited: float) -> int:
        """How often a window has widened; also counts on after it has no limit."""
        return int(max(0.0, waited) // self.every)

    def window(self, waited: float) -> int | None:
        """The greatest difference of ratings allowed; None without limit."""
        if waited >= self.ends:
            return None
        return self.first + self.more * self.steps(waited)


LIVE = Widening(first=100, more=50, every=5, ends=60)
TURNS = Widening(first=100, more=50, every=300, ends=3600)


@dataclass(frozen=True)
class Seeker:
    """Somebody who searches: their ratings at the tables that would do, and their window."""

    ticket: str
    user: int
    ratings: Mapping[Choice, int]
    window: int | None


@dataclass(frozen=True)
class Group:
    """The players of one table, the longest waiting first."""

    game: str
    seats: int
    seekers: tuple[Seeker, ...]


def suit(one: Seeker, other: Seeker, choice: Choice, blocked: Blocked) -> bool:
    """Whether two may sit at one table of this choice."""
    if one.user == other.user or choice not in one.ratings or choice not in other.ratings:
        return False
    off = abs(one.ratings[choice] - other.ratings[choice])
    if any(seeker.window is not None and off > seeker.window for seeker in (one, other)):
        return False
    return frozenset((one.user, other.user)) not in blocked


def first_group(seekers: Sequence[Seeker], blocked: Blocked, rng: Random) -> Group | None:
    """The players of the next table, or None if nobody can be matched.

    `seekers` are in the order of waiting. The longest waiting is matched first: at the largest
    table they would play at, there with the closest ratings; ties are broken at random.
    """
    for turn, seeker in enumerate(seekers):
        later = seekers[turn + 1 :]
        found = [
            (-choice[1], _spread(group, choice), rng.random(), choice, group)
            for choice in seeker.ratings
            if (group := _around(seeker, later, choice, blocked)) is not None
        ]
        if found:
            *_order, (game, seats), group = min(found, key=lambda one: one[:3])
            return Group(game, seats, tuple(one for one in seekers if one in group))
    return None


def _around(
    seeker: Seeker, others: Sequence[Seeker], choice: Choice, blocked: Blocked
) -> tuple[Seeker, ...] | None:
    """A full table around somebody, of those with the closest ratings; None after MOST_TRIES."""
    tries = iter(range(MOST_TRIES))

    def complete(group: tuple[Seeker, ...], near: list[Seeker]) -> tuple[Seeker, ...] | None:
        missing = choice[1] - len(group)
        if missing == 0:
            return group
        for place in range(len(near) - missing + 1):
            if next(tries, None) is None:
                return None
            full = complete((*group, near[place]), suiting(near[place], near[place + 1 :]))
            if full is not None:
                return full
        return None

    def suiting(one: Seeker, rest: Sequence[Seeker]) -> list[Seeker]:
        return [other for other in rest if suit(one, other, choice, blocked)]

    near = suiting(seeker, others)
    near.sort(key=lambda other: abs(other.ratings[choice] - seeker.ratings[choice]))
    return complete((seeker,), near)


def _spread(group: Sequence[Seeker], choice: Choice) -> int:
    ratings = [seeker.ratings[choice] for seeker in group]
    return max(ratings) - min(ratings)
