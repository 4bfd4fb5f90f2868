"""A user's finished matches, counted by the database: places, wins, and wins in a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from django.db.models import BooleanField, Case, Count, Exists, Min, OuterRef, Q, QuerySet, When

from games.ladders.models import Annulment
from games.matches.models import Player


@dataclass(frozen=True)
class Group:
    """A user's matches with the same facts: their `count`, and when the first of them ended.

    `shared`: the first place was shared. `people`: another player was a person. `counts`:
    they count for achievements.
    """

    game: str
    seats: int
    place: int
    shared: bool
    people: bool
    counts: bool
    count: int
    first: datetime

    @property
    def won(self) -> bool:
        """Whether the user had the first place without sharing it."""
        return self.place == 1 and not self.shared


@dataclass(frozen=True)
class Streaks:
    """Wins in a row against people: the current number, and the highest ever."""

    current: int = 0
    longest: int = 0


def counted_seats(user_id: int | None) -> QuerySet[Player]:
    """Return a user's seats in finished matches that count."""
    return counted(Player.objects.filter(user=user_id, ended_at__isnull=False))


def counted(seats: QuerySet[Player]) -> QuerySet[Player]:
    """Leave out the seats in matches that a moderator annulled."""
    return seats.exclude(Exists(Annulment.objects.filter(match=OuterRef("match"))))


def _described(seats: QuerySet[Player]) -> QuerySet[Any]:
    """Annotate seats with `shared`, `people` and `counts` (see `Group`)."""
    others = Player.objects.filter(match=OuterRef("match")).exclude(pk=OuterRef("pk"))
    person = Q(Q(bot="") | Q(left_at__isnull=False), program=False)
    shared = Case(
        When(place=1, then=Exists(others.filter(place=1))),
        default=False,
        output_field=BooleanField(),
    )
    counts = Case(When(honoured=False, then=False), default=True, output_field=BooleanField())
    return seats.annotate(shared=shared, people=Exists(others.filter(person)), counts=counts)


class Career:
    """A user's seats in finished matches; each property reads the database once, when needed."""

    def __init__(self, seats: QuerySet[Player]) -> None:
        self.seats = seats
        described = _described(seats)
        self._described = described
        self.honoured = described.filter(counts=True)
        """The seats in matches that count for achievements."""
        self.among_people = self.honoured.filter(people=True).order_by("ended_at", "id")
        """Those of them at tables with other people, the oldest first."""

    @cached_property
    def groups(self) -> list[Group]:
        """All matches, grouped by game, seats, place, and whether other people played."""
        keys = ("game", "match__seats", "place", "shared", "people", "counts")
        rows = self._described.order_by().values_list(*keys)
        counted = rows.annotate(count=Count("id"), first=Min("ended_at"))
        return [Group(*row) for row in counted if row[2] is not None]

    @cached_property
    def wins(self) -> list[bool]:
        """For each match among people, the oldest first: whether it was won; [] if none was."""
        if not any(group.won and group.people and group.counts for group in self.groups):
            return []
        results = self.among_people.values_list("place", "shared")
        return [place == 1 and not shared for place, shared in results]

    @property
    def matches(self) -> int:
        """The number of matches that count for achievements."""
        return sum(group.count for group in self.groups if group.counts)

    def opponents(self, matches: Collection[str]) -> dict[str, set[int]]:
        """Return the ids of the other people in each of these matches."""
        found: dict[str, set[int]] = {match: set() for match in matches}
        others = Player.objects.filter(match__in=matches, program=False).exclude(pk__in=self.seats)
        for match, user in others.values_list("match_id", "user_id"):
            if user is not None:
                found[match].add(user)
        return found

    @property
    def streaks(self) -> Streaks:
        return count_streaks(self.wins)


def count_streaks(wins: Iterable[bool]) -> Streaks:
    """Return the current and the longest run of wins in results, the oldest first."""
    runs = [(won, len(list(run))) for won, run in groupby(wins)]
    lengths = [length for won, length in runs if won]
    if not lengths:
        return Streaks()
    return Streaks(lengths[-1] if runs[-1][0] else 0, max(lengths))
