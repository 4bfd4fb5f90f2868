"""Somebody's finished matches counted by the database: places, wins, and wins in a row."""

from __future__ import annotations

from collections.abc import Iterable
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
    """Matches that have these things in common: how many, and when the first of them ended.

    `shared`: the first place, with others. `people`: whether anybody else there was a person.
    """

    game: str
    seats: int
    place: int
    shared: bool
    people: bool
    count: int
    first: datetime

    @property
    def won(self) -> bool:
        """Won alone: who shares the first place has not lost, and not won either."""
        return self.place == 1 and not self.shared


@dataclass(frozen=True)
class Streaks:
    """Wins in a row, against people: those up to now, and the most there ever were."""

    current: int = 0
    longest: int = 0


def counted_chairs(user_id: int | None) -> QuerySet[Player]:
    """All of somebody's chairs in finished matches that count."""
    return counted(Player.objects.filter(user=user_id, ended_at__isnull=False))


def counted(chairs: QuerySet[Player]) -> QuerySet[Player]:
    """These chairs in finished matches without those that a moderator annulled."""
    return chairs.exclude(Exists(Annulment.objects.filter(match=OuterRef("match"))))


def _described(chairs: QuerySet[Player]) -> QuerySet[Any]:
    """Chairs with `shared` and `people`, as a `Group` has them."""
    others = Player.objects.filter(match=OuterRef("match")).exclude(pk=OuterRef("pk"))
    person = Q(Q(bot="") | Q(left_at__isnull=False), program=False)
    shared = Case(
        When(place=1, then=Exists(others.filter(place=1))),
        default=False,
        output_field=BooleanField(),
    )
    return chairs.annotate(shared=shared, people=Exists(others.filter(person)))


class Career:
    """Finished chairs of somebody: each part is read when it is asked for, and once."""

    def __init__(self, chairs: QuerySet[Player]) -> None:
        self.chairs = chairs
        described = _described(chairs)
        self._described = described
        self.among_people = described.filter(people=True).order_by("ended_at", "id")
        """The chairs at tables with other people, the oldest first."""

    @cached_property
    def groups(self) -> list[Group]:
        """Grouped by what can be told of them."""
        keys = ("game", "match__seats", "place", "shared", "people")
        rows = self._described.order_by().values_list(*keys)
        counted = rows.annotate(count=Count("id"), first=Min("ended_at"))
        return [Group(*row) for row in counted if row[2] is not None]

    @cached_property
    def wins(self) -> list[bool]:
        """Which of the matches among people were won, the oldest first; [] where none was."""
        if not any(group.won and group.people for group in self.groups):
            return []
        results = self.among_people.values_list("place", "shared")
        return [place == 1 and not shared for place, shared in results]

    @property
    def matches(self) -> int:
        return sum(group.count for group in self.groups)

    @property
    def streaks(self) -> Streaks:
        return count_streaks(self.wins)


def count_streaks(wins: Iterable[bool]) -> Streaks:
    """The lengths of the runs in a row of results, the oldest first."""
    runs = [(won, len(list(run))) for won, run in groupby(wins)]
    lengths = [length for won, length in runs if won]
    if not lengths:
        return Streaks()
    return Streaks(lengths[-1] if runs[-1][0] else 0, max(lengths))
