"""The choice of opponents: pure functions, so that tests can run them thousands of times.

Two players suit each other while each one's rating lies within the other's window; a window starts
narrow and widens with waiting, until any opponent suits. At a table every two players must suit
each other, and no two may have blocked each other.

A player who accepts tables of several sizes waits a little for the largest, while others look for
it too: otherwise, of three players who come one after the other, two would always be gone to a
table of two.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

Choice = tuple[str, int]
"""A game (slug) and a number of seats."""
Blocked = Collection[frozenset[int]]
"""Pairs of user ids where one has blocked the other."""
MOST_TRIES = 20_000


@dataclass(frozen=True)
class TicketRequest:
    """A search: for any of these games, with any of these numbers of seats, each named once."""

    games: tuple[str, ...]
    seats: tuple[int, ...]
    clock: str
    rated: bool = False

    def __post_init__(self) -> None:
        for name in ("games", "seats"):
            object.__setattr__(self, name, tuple(dict.fromkeys(getattr(self, name))))


@dataclass(frozen=True)
class Widening:
    """The growth of a window with the time waited, in seconds.

    It is `first` rating points, `more` are added after `every` seconds, and there is no limit after
    `ends` seconds. `patient`: the seconds that a ticket waits for a larger table; whole steps, so
    that a window widens as they end, and the pool is paired again.
    """

    first: int
    more: int
    every: float
    ends: float
    patient: float

    def steps(self, waited: float) -> int:
        """Return how often a window has widened; also counts on after it has no limit."""
        return int(max(0.0, waited) // self.every)

    def window(self, waited: float) -> int | None:
        """Return the greatest difference of ratings allowed; None without limit."""
        if waited >= self.ends:
            return None
        return self.first + self.more * self.steps(waited)

    def patience(self, waited: float) -> float:
        """Return the seconds left to wait for a larger table; 0 once a smaller one will do."""
        return max(0.0, self.patient - max(0.0, waited))


LIVE = Widening(first=100, more=50, every=5, ends=60, patient=20)
TURNS = Widening(first=100, more=50, every=300, ends=3600, patient=900)


@dataclass(frozen=True)
class Seeker:
    """A user who searches: the ratings at acceptable tables, and the window.

    `patient`: whether the user still waits for a larger table, if others look for it.
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
    """Return whether two may sit at one table of this choice."""
    if one.user == other.user or choice not in one.ratings or choice not in other.ratings:
        return False
    off = abs(one.ratings[choice] - other.ratings[choice])
    if any(seeker.window is not None and off > seeker.window for seeker in (one, other)):
        return False
    return frozenset((one.user, other.user)) not in blocked


def too_small(seeker: Seeker, others: Sequence[Seeker], blocked: Blocked) -> set[Choice]:
    """Return the tables that a seeker rejects for now: others look for a larger one with them."""
    if not seeker.patient:
        return set()
    least = min(size for _game, size in seeker.ratings)
    for choice in sorted(seeker.ratings, key=lambda choice: -choice[1]):
        if choice[1] > least and any(suit(seeker, one, choice, blocked) for one in others):
            return {smaller for smaller in seeker.ratings if smaller[1] < choice[1]}
    return set()


def _ready(seeker: Seeker, others: Sequence[Seeker], blocked: Blocked) -> Seeker:
    """Return the seeker with only the tables that they accept now."""
    waits = too_small(seeker, others, blocked)
    if not waits:
        return seeker
    ratings = {choice: rating for choice, rating in seeker.ratings.items() if choice not in waits}
    return replace(seeker, ratings=ratings)


def first_group(seekers: Sequence[Seeker], blocked: Blocked, rng: Random) -> Group | None:
    """Return the players of the next table, or None if no two can be matched.

    `seekers` are in the order of waiting. The longest waiting is matched first: at the largest
    table they accept, there with the closest ratings; ties are broken at random.
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
    """Return a full table around a seeker with the closest ratings, or None after MOST_TRIES."""
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
