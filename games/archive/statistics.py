"""A user's statistics over the matches of a search: by game, size, seat, opening and opponent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from games.achievements.models import HabitChoice
from games.engine.contract import Game
from games.matches.models import Player
from games.titles.contract import Title
from games.titles.registry import titles

OPPONENTS = 50
"""The most opponents listed, those met most often."""
CHOICES = 20
"""The most choices listed for an opening, the most frequent ones."""
WON = Q(place=1, left_at=None)


@dataclass(frozen=True)
class Line:
    """A number of matches, and how many of them the user won."""

    matches: int
    won: int
    name: str = ""
    key: str = ""
    """What a program knows it by: a number of seats, a seat, or a choice."""

    @property
    def rate(self) -> int:
        """The percentage won."""
        return round(100 * self.won / self.matches) if self.matches else 0


@dataclass(frozen=True)
class Opening:
    """A kind of first decision, and the results of each choice."""

    slug: str
    name: str
    choices: list[Line]


@dataclass(frozen=True)
class GameStatistics:
    """A user's results in one game.

    `seats`: by the seat in the order of play, counted from 1.
    """

    game: Game
    all: Line
    sizes: list[Line]
    seats: list[Line]
    openings: list[Opening]


@dataclass(frozen=True)
class Opponent:
    """A person met: the number of matches, and who had the better place in how many."""

    user: User
    matches: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class Statistics:
    """A user's results in the matches of a search."""

    all: Line
    games: list[GameStatistics]
    opponents: list[Opponent]


def statistics_of(user: User, rows: QuerySet[Player]) -> Statistics:
    """Return the statistics of a user over these of their own seats in finished matches."""
    seats = rows.order_by().select_related(None)
    ids = seats.values("pk")
    # Counted over ids, so that no filter of the search is repeated in joins.
    own = Player.objects.filter(pk__in=ids).order_by()
    keys = ("game", "match__seats", "seat")
    counted = own.values_list(*keys).annotate(matches=Count("pk"), won=Count("pk", filter=WON))
    table = [row for row in counted if row[2] is not None]
    games = [
        _game(title.game, [row for row in table if row[0] == title.slug], _openings(ids, title))
        for title in titles()
        if any(row[0] == title.slug for row in table)
    ]
    return Statistics(_sum(line.all for line in games), games, _opponents(user, ids))


def _sum(lines: Iterable[Line], name: str = "", key: str = "") -> Line:
    every = list(lines)
    return Line(sum(one.matches for one in every), sum(one.won for one in every), name, key)


def _game(game: Game, rows: list[Any], openings: list[Opening]) -> GameStatistics:
    def by(column: int, offset: int = 0) -> list[Line]:
        found: dict[int, list[Line]] = {}
        for row in rows:
            found.setdefault(row[column], []).append(Line(row[3], row[4]))
        return [
            _sum(lines, str(key + offset), str(key + offset))
            for key, lines in sorted(found.items())
        ]

    return GameStatistics(
        game, _sum(Line(row[3], row[4]) for row in rows), by(1), by(2, 1), openings
    )


def _openings(ids: QuerySet[Any], title: Title) -> list[Opening]:
    habits = [habit for habit in title.habits if habit.opening]
    rows = HabitChoice.objects.filter(
        player__in=ids, player__game=title.slug, habit__in=[habit.slug for habit in habits]
    )
    won = Count("pk", filter=Q(player__place=1, player__left_at=None))
    counted = rows.order_by().values_list("habit", "choice").annotate(n=Count("pk"), won=won)
    found: dict[str, list[Line]] = {}
    words = {habit.slug: habit.words for habit in habits}
    for habit, choice, matches, wins in counted:
        found.setdefault(habit, []).append(Line(matches, wins, words[habit](choice), choice))
    return [
        Opening(
            habit.slug,
            gettext(habit.name),
            sorted(found[habit.slug], key=lambda one: (-one.matches, -one.won, one.key))[:CHOICES],
        )
        for habit in habits
        if habit.slug in found
    ]


def _opponents(user: User, ids: QuerySet[Any]) -> list[Opponent]:
    met = Player.objects.filter(match__players__in=ids, user__isnull=False).exclude(user=user)
    mine = F("match__players__place")
    counted = (
        met.order_by()
        .values("user")
        .annotate(
            n=Count("pk"),
            ahead=Count("pk", filter=Q(place__gt=mine)),
            behind=Count("pk", filter=Q(place__lt=mine)),
        )
        .order_by("-n", "user")[:OPPONENTS]
    )
    rows = list(counted)
    users = User.objects.in_bulk([row["user"] for row in rows])
    return [
        Opponent(users[row["user"]], row["n"], row["ahead"], row["behind"])
        for row in rows
        if row["user"] in users
    ]
