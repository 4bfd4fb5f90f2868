"""An evening as one visitor sees it: who is there, the tables, the scores."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from accounts.models import User
from accounts.permissions import may_host
from games.engine.contract import Json
from games.evenings.models import Attendance, Evening
from games.lobby.presenters.data import describe_table
from games.lobby.presenters.lobby import OpenTable, table_rows
from games.matches.models import Match, Player

MATCHES_COUNTED = 500


@dataclass
class Score:
    """The results of somebody in the finished matches of an evening.

    `points`: one for each player with a worse place, over all matches.
    """

    user: User
    matches: int = 0
    wins: int = 0
    points: int = 0
    place: int = 0


@dataclass(frozen=True)
class EveningPage:
    """The content of an evening's page; `hosting` shows what only its host may do."""

    evening: Evening
    hosting: bool
    there: bool
    people: list[Attendance]
    waiting: list[OpenTable]
    running: list[OpenTable]
    scores: list[Score]

    @property
    def free(self) -> list[OpenTable]:
        """The tables with a free chair."""
        return [table for table in self.waiting if table.free]


def evening_for(user: Any, evening: Evening) -> EveningPage:
    """An evening for a visitor."""
    people = list(evening.attendances.select_related("user"))
    return EveningPage(
        evening=evening,
        hosting=user.is_authenticated and evening.host_id == user.pk and bool(may_host(user)),
        there=any(one.user_id == user.pk for one in people),
        people=people,
        waiting=_tables(evening, Match.Status.OPEN, user),
        running=_tables(evening, Match.Status.RUNNING, user),
        scores=scores_of(evening),
    )


def describe_heading(evening: Evening) -> Json:
    """An evening in a list, as data."""
    names = ("key", "name", "opened_at", "closed_at")
    return {name: getattr(evening, name) for name in names}


def describe_evening(page: EveningPage) -> Json:
    """The same page as data."""
    host = page.evening.host
    return {
        **describe_heading(page.evening),
        "host": None if host is None else host.username,
        "hosting": page.hosting,
        "attending": page.there,
        "people": [
            {"name": one.user.name, "username": one.user.username, "bot": False}
            for one in page.people
        ],
        "waiting": [describe_table(table) for table in page.waiting],
        "running": [describe_table(table) for table in page.running],
        "scores": [
            {
                "place": score.place,
                "username": score.user.username,
                "name": score.user.name,
                "matches": score.matches,
                "wins": score.wins,
                "points": score.points,
            }
            for score in page.scores
        ],
    }


def scores_of(evening: Evening) -> list[Score]:
    """The scores from the newest finished matches, the best first; equals share a place."""
    over = evening.matches.filter(status=Match.Status.FINISHED).order_by("-ended_at")
    counted = list(over.values_list("id", flat=True)[:MATCHES_COUNTED])
    chairs = Player.objects.filter(match__in=counted).exclude(user=None)
    scores: dict[int, Score] = {}
    for player in chairs.select_related("user", "match"):
        assert player.user is not None
        assert player.place is not None
        score = scores.setdefault(player.user.pk, Score(player.user))
        score.matches += 1
        score.wins += player.place == 1
        score.points += player.match.seats - player.place
    ranked = sorted(scores.values(), key=lambda one: (-one.points, -one.wins, one.user.username))
    place = 1
    for _result, group in groupby(ranked, key=lambda one: (one.points, one.wins)):
        equals = list(group)
        for score in equals:
            score.place = place
        place += len(equals)
    return ranked


def _tables(evening: Evening, status: str, user: Any) -> list[OpenTable]:
    """The tables of an evening with this status, the oldest first."""
    return table_rows(evening.matches.filter(status=status).order_by("opened_at", "id"), user)
