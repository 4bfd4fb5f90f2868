"""Who is matched with whom: pure functions, so that tests can run them thousands of times.

Two players suit each other while each one's rating lies within the other's window; a window
starts narrow and widens with waiting, until anybody suits. At a table every two players must
suit each other, and no two may have blocked each other.

Whoever would play at tables of several sizes waits a little for the largest, while others look for
it too: else two of three who come one after the other would always be gone to a table of two.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
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

    `patient`: the seconds that a larger table is waited for; whole steps, so that a window widens
    as they end, and a pool is looked at again.
    """

    first: int
    more: int
    every: float
    ends: float
    patient: float

    def steps(self, waited: float) -> int:
        """How often a window has widened; also counts on after it has no limit."""
        return int(max(0.0, waited) // self.every)

    def window(self, waited: float) -> int | None:
        """The greatest difference of ratings allowed; None without limit."""
        if waited >= self.ends:
            return None
        return self.first + self.more * self.steps(waited)

    def patience(self, waited: float) -> float:
        """The seconds for which a larger table is waited for yet; 0 once a smaller one will do."""
        return max(0.0, self.patient - max(0.0, waited))


LIVE = Widening(first=100, more=50, every=5, ends=60, patient=20)
TURNS = Widening(first=100, more=50, every=300, ends=3600, patient=900)


@dataclass(frozen=True)
class Seeker:
    """Somebody who searches: their ratings at the tables that would do, and their window.

    `patient`: whether they still wait for a larger table, if others look for it.
    """

    ticket: str
    user: int
    ratings: Mapping[Choice, int]
    window: int | None
    patient: bool = False


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


def too_small(seeker: Seeker, others: Sequence[Seeker], blocked: Blocked) -> set[Choice]:
    """The tables somebody does not sit down at yet: others look for a larger one with them."""
    if not seeker.patient:
        return set()
    least = min(size for _game, size in seeker.ratings)
    for choice in sorted(seeker.ratings, key=lambda choice: -choice[1]):
        if choice[1] > least and any(suit(seeker, one, choice, blocked) for one in others):
            return {smaller for smaller in seeker.ratings if smaller[1] < choice[1]}
    return set()


def _ready(seeker: Seeker, others: Sequence[Seeker], blocked: Blocked) -> Seeker:
    """The same person with the tables alone at which they would sit down now."""
    waits = too_small(seeker, others, blocked)
    if not waits:
        return seeker
    ratings = {choice: rating for choice, rating in seeker.ratings.items() if choice not in waits}
    return replace(seeker, ratings=ratings)


def first_group(seekers: Sequence[Seeker], blocked: Blocked, rng: Random) -> Group | None:
    """The players of the next table, or None if nobody can be matched.

    `seekers` are in the order of waiting. The longest waiting is matched first: at the largest
    table they would play at, there with the closest ratings; ties are broken at random.
    """
    seekers = [_ready(seeker, seekers, blocked) for seeker in seekers]
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
